"""Stop words by language.

The lists have function words only (articles, pronouns, prepositions, conjunctions, auxiliaries), so that no topic is lost:
a list that is too short adds a little noise, but a query cannot find a word of a list that is too long. Contractions are
cut at the apostrophe before this step, so their pieces (don t, l homme, dell arte) are listed as well. Words keep their
diacritics.
"""

_LISTS = {
    "ar": """
        أن أو أي أيضا إذا إلا إلى التي الذي الذين اللذين بأن بعد بعض به بها بين تلك ثم حتى حيث خلال دون ذلك
        سوف ضمن عبر عدم عل على عليه عليها عن عند غير فإن فقط في فيه فيها قبل قد كان كانت كل كما كي لأن لا لقد
        لكن لم لن له لها ليس ليست ما مثل مع من منذ منه منها نحن هذا هذه هل هم هنا هناك هو هي و وقد ولا وهو وهي
        يا يكون يمكن
    """,
    "ca": """
        a això al als amb aquell aquella aquest aquesta bé cada com d de del dels des dins doncs el ella elles
        ells els em en encara ens entre era eren es estan està et fa fins ha han hi ho i ja jo l la les li ll
        m meu molt més n no nosaltres o on per perquè però pot qual quan que qui què s sense ser si sobre sí
        són t també te tot tots un una uns us va van vosaltres és
    """,
    "cs": """
        a aby ale ani ano až bez bude budou by byl byla byli bylo být co což do dále ho i jak jako je jeho jej
        jejich její jen jenž ještě ji jich jim jiné jsem jsi jsme jsou jste jí k kam kde kdo když která které
        který kteří ku ma mají me mezi mi my mít můj může na nad naše ne nebo než nic nové nám o od on ona oni
        pak po pod podle pokud pouze pro proto proč před při s se si sice sobě své svůj ta tak také tato te
        tedy ten tento to tohle toho tomto tu tuto ty tyto této u už v ve vy vám váš více však z za zde ze či
        že
    """,
    "da": """
        af alle alt at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter
        eller en end er et for fra ham han hans har havde have hende hendes her hos hun hvad hvilken hvis hvor
        i ikke ind jeg jer kan kunne man mange med meget men mig min mit mod ned noget nogle nu nå når og også
        om op os over på sig sin sit skal skulle som så til ud under var vi vil ville vor være været
    """,
    "de": """
        aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim
        bin bis bist bzw da dabei dadurch dafür damit dann daran darauf das dass davon dazu dein deine dem den
        denn der deren des deshalb dessen die dies diese diesem diesen dieser dieses dir doch dort du durch
        ein eine einem einen einer eines er es etwa etwas euch euer für gegen gibt hab habe haben hat hatte
        hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem
        jeden jeder jedes jedoch jene jetzt kann kein keine keinem keinen keiner können könnte machen man
        manche mein meine mich mir mit muss müssen nach nicht nichts noch nun nur ob oder ohne s sehr sein
        seine seinem seinen seiner selbst sich sie sind so sogar solche soll sollen sollte sondern sonst sowie
        um und uns unser unter vom von vor war waren warum was weil welche welchem welchen welcher welches
        wenn wer werde werden wie wieder will wir wird wo wurde wurden während würde würden z zu zum zur zwar
        zwischen über
    """,
    "el": """
        ένα ένας ή ήταν ίσως αλλά αν από αυτά αυτές αυτή αυτοί αυτού αυτό αυτός αυτών για δε δεν είμαι είναι
        είχε εγώ εδώ εκεί εμείς εσείς η θα κ κάθε και κατά κι μέσα μία με μετά μη μην μια μου να ο οι ούτε πιο
        πολύ που πού πρέπει πριν προς πώς σαν σας σε σου στα στη στην στις στο στον στους στων τα τη την της
        τι τις το τον του τους των τότε χωρίς ως όμως όπου όπως όσο όταν ότι όχι ώστε
    """,
    "en": """
        a about above after again against ain all also although am among an and any are aren as at be because
        been before being below between both but by can cannot could couldn d did didn do does doesn doing don
        down during each either else ever few for from further had hadn has hasn have haven having he her here
        hers herself him himself his how however i if in into is isn it its itself just ll m may me might more
        most must my myself neither no nor not of off on once only onto or other ought our ours ourselves out
        over own per re s same shall shan she should shouldn since so some such t than that the their theirs
        them themselves then there these they this those though through thus to too under until up upon us ve
        very via was wasn we were weren what when where whether which while who whom whose why will with
        within without won would wouldn y yet you your yours yourself yourselves
    """,
    "es": """
        a al algo algunas algunos ante antes aquel aquella aquí así aunque aún cada como con contra cual
        cuando cuál cuándo de del desde donde dos durante dónde e el ella ellas ellos en entre era eran eres
        es esa esas ese eso esos esta estaba estar estas este esto estos está están fue fueron ha había han
        has hasta hay he la las le les lo los me mi mis mismo mucho muchos muy más mí nada ni no nos nosotros
        nuestra nuestro o os otra otras otro otros para pero poco por porque pues que quien quienes quién qué
        se sea según ser si sido sin sino sobre son su sus sí también tan tanto te tiene tienen toda todas
        todo todos tras tu tus tú u un una unas uno unos usted ustedes y ya yo él
    """,
    "fa": """
        آن آنها آیا از است اما ان او اگر ای این با باشد باید بر برای به بود بین تا تر ترین تو تواند توسط حتی
        خواهد خود در دیگر را روی زیر سپس شد شده شود شوند ما مانند می میشود ندارد نمی نه نیز نیست ها های هایی
        هر هستند هم همه همچنین همین هنگام هیچ و وقتی ولی پس پیش چند چه چون کرد کردن کرده کند کنند کنید که یا
        یک
    """,
    "fi": """
        ei eivät eli en ennen että he heidän hän hänelle hänen häntä ja jo joka jolla jonka jos jossa jota
        joten jotka kai kanssa kautta koska kuin kuinka kuitenkin kun kuten me meidän mihin miksi mikä minun
        minä missä miten mitä molemmat mukaan mutta myös ne niiden niin noin nuo nyt nämä ole olemme olen olet
        oletko oli olivat olla olleet ollut on ovat paljon saa se sekä sen siellä siinä siis siitä sillä sinä
        sitä tai te tuo tähän tämä tämän tässä vaan vai vaikka vain vielä voi voivat
    """,
    "fr": """
        a ai ainsi alors après as au aucun aucune auquel aussi autre autres aux avait avant avec avez avoir
        avons c car ce ceci cela celle celles celui ces cet cette ceux chaque chez ci comme comment d dans de
        depuis des donc dont du elle elles en encore entre es est et eu eux fait faut font il ils j je jusqu l
        la laquelle le lequel les lesquels leur leurs lorsque lui là m ma mais mes moi moins mon même mêmes n
        ne ni non nos notre nous on ont ou où par parce pas pendant peu peut peuvent plus pour pourquoi puis
        puisque qu quand que quel quelle quelles quelque quelques quels qui quoi s sa sans se selon sera ses
        si soit son sont sous sur t ta tandis te tel telle tes toi ton tous tout toute toutes très tu un une
        vers voici voilà vos votre vous vu y étaient était étant été être
    """,
    "hr": """
        a ako ali bez bi bila bili bilo bio biti da do dok doći ga gdje god i ih ili im imati iz ja je jedan
        jedna jer jesam još kad kada kako kao ko koja koje koji kojih kojim kojoj koju kroz li me mi mogu
        moguće može na nad nakon ne nego neki neće ni nije nisu ništa njegov njih o od odnosno on ona oni ono
        ovaj ove ovo pa po pod potrebno pri prije s sam samo se si smo ste sto su sva sve svi ta tada taj tako
        također te ti to toga tome tu u uz vam već vi više za zato zbog će šta što
    """,
    "hu": """
        a abban ahhoz ahogy ahol aki akik akkor alatt amely amelyek amelyet ami amikor amíg annak arra az azok
        azon azonban azt aztán azzal be belül benne bár cikk csak de e ebben eddig egy egyes egyik egyéb ehhez
        ekkor el ellen első elég ennek erre ez ezek ezen ezt ezzel ezért fel felé ha hanem hogy hogyan igen
        ill illetve ilyen is ismét itt jó ki kívül köz között közül le legyen lehet lenne lesz lett ma maga
        meg mert mi mint mivel most már más még nagyon ne nem nincs oda pedig rá s saját sem semmi sok során
        szerint szinte talán te tovább továbbá több utána vagy vagyis valaki valamint van vannak vele viszont
        volna volt voltak által általában át én és így óta össze úgy új újra ő ők
    """,
    "id": """
        ada adalah agar akan anda antara apa apabila atau bagi bahwa banyak beberapa belum bila bisa bukan
        dalam dan dapat dari dengan di dia digunakan hal hanya harus hingga ia ini itu jika juga kami karena
        ke kemudian kepada kita lain lebih maka masih melakukan mereka namun oleh pada para perlu pun saat
        saja sampai sangat saya sebagai sebelum sebuah secara sedang sehingga sejak selain seluruh semua
        seperti serta sesuatu setelah setiap suatu sudah tanpa telah tentang terhadap tersebut tetapi tidak
        untuk yaitu yang
    """,
    "it": """
        a abbiamo ad agli ai al alcuni alla alle allo anche ancora avere aveva c che chi ci ciò come con
        contro cosa così cui d da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello
        dentro di dopo dove e ed era erano essere fa fra già gli ha hai hanno ho i il in io l la le lei li lo
        loro lui ma me meno mentre mi mia mie mio molto ne negli nei nel nell nella nelle nello noi non nostra
        nostro o ogni oppure per perché però più poi può qual quale quali quando quanto quegli quella quelle
        quelli quello questa queste questi questo qui quindi s sarà se sei senza si sia siamo siano sono sopra
        sotto stata stati stato su sua sue sugli sui sul sull sulla sulle sullo suo suoi t ti tra tu tua tue
        tuo tutte tutti tutto un una uno v vi voi vostra vostro è
    """,
    "nl": """
        aan al alle alles als altijd andere ben bij binnen d daar dan dat de deze die dit doch doen door dus
        een eens en er etc ge geen geweest haar had hadden heb hebben heeft hem het hier hij hoe hun iemand
        iets ik in is ja je jij jou jouw jullie kan kon kunnen maar me meer men met mij mijn moet moeten na
        naar naast niet niets nog nu of om omdat onder ons onze ook op over s t te tegen ten ter terwijl toch
        toen tot tussen uit uw van veel via voor waar waarom wanneer want waren was wat we wel welke werd
        werden wie wij wil worden wordt z ze zei zelf zich zij zijn zo zoals zonder zou zullen
    """,
    "no": """
        alle at av bare begge ble blei bli blir både da de deg dei dem den denne der dere deres det dette di
        din disse ditt du eg ein eit eller en enn er et etter for fordi fra før ha hadde han hans har hennar
        henne hennes her hjå ho hos hun hva hvem hver hvilken hvis hvor hvordan hvorfor i ikke ikkje inn ja
        jeg kan korleis kun kunne kva kven man mange me med medan meg meget mellom men mi min mitt mot mye no
        noe noen nokon nokre nå når og også om opp oss over på seg sin sine sitt skal skulle som så sånn til
        um under upp ut uten var vart ved vi vil ville vår være vært
    """,
    "pl": """
        a aby albo ale ani aż bardzo bez bo by być był była było były będzie będą ci cię co czy czyli dla do
        gdy gdzie go i ich im inne iż ja jak jako je jeden jednak jego jej jemu jest jestem jeszcze jeśli
        jeżeli już każdy kiedy kto która które którego której który których którym którzy lub ma mają mi mnie
        mogą może można mu my na nad nam nas nasz nich nie nim niż o od ona one oni ono oraz po pod ponieważ
        poza przed przez przy s się sobie swoje są ta tak także tam te tego tej ten też to tu tych tylko tym w
        we wie więc wszystko z za ze że żeby
    """,
    "pt": """
        a ao aos aquela aquele aqueles aquilo as até cada com como contra cuja cujo d da das de dela dele
        deles depois desde deste do dos e ela elas ele eles em entre era eram essa essas esse esses esta estar
        estas estava este estes está estão eu foi foram há isso isto já la lhe lhes lo mais mas me mesmo meu
        meus minha muito na nas nem no nos nossa nosso num numa não nós o onde os ou outra outras outro outros
        para pela pelas pelo pelos pode pois por porque qual quando quanto que quem se seja sem sendo ser será
        seu seus si sido sob sobre sua suas são só também te tem ter teu todo todos tu tua tudo têm um uma
        umas uns você vocês vos à às é
    """,
    "ro": """
        a acea aceasta această aceea acel acela acele acest acesta aceste acestea acești acolo ai aici al ale
        alt alte am ar are asta astfel asupra au avea avem aveți aș așa ca care ce cea cei cel cele ci cine cu
        cum când cât că d da dacă dar de deci decât deși din dintre doar după ea ei el ele era erau este eu
        face fi fie fiecare fiind fost fără iar l la le li lor lui m mai mea mei mult ne nici noastră noi
        nostru noștri nu o ori pe pentru peste poate prin s sa sale sau se sub sunt ta te toate tot toți tu
        tău un una unde unei unele unor unui va voastră voi vor vostru îi îl în înainte însă între își și
    """,
    "ru": """
        а без более больше будет будто бы был была были было быть в вам вас весь во вот все всего всех вы где
        да даже для до его ее если есть еще ещё её ж же за здесь и из или им их к как какая какой ко когда кто
        ли либо лишь меня мне много может можно мой мы на над надо нас не него нее ней нет неё ни них но ну о
        об один однако он она они оно от перед по под после потому почти при про с сам свой себе себя со та
        так также такой там те тебя тем то того тоже той только том тот тут ты у уж уже хоть чего чей чем
        через что чтобы чуть эта эти этих это этого этой этом этот я
    """,
    "sv": """
        alla allt att av bara bland blev bli blir både de dem den denna deras dess dessa det detta dig din
        dina dit ditt du där då efter ej eller en er ett från för genom ha hade han hans har hela hennes hon
        honom hos hur här i icke in inom inte jag ju kan kunde man med mellan men mig min mina mitt mot mycket
        ni nu när någon något några och också om oss på sedan sig sin sina sitt ska skall skulle som så sådan
        till under upp ut utan vad var vara varför varit varje vem vi vid vilka vilken vill än är åt över
    """,
    "tr": """
        acaba ama ancak artık aslında az bana bazı belki ben benim bile bir biz bizim bu buna bunlar bunu
        bunun burada böyle da daha de değil diye dolayı en eğer gibi göre hem hep her hiç ile ise için içinde
        işte kadar karşı ki kim kime mi mu mü mı nasıl ne neden nerede o olan olarak oldu olduğu olsa onlar
        onu onun orada rağmen sanki sen siz tarafından tüm ve veya ya yani yok zaten çok çünkü öyle şey şu
    """,
    "uk": """
        а або але без би був була були було бути в вам вас весь ви вона вони воно все всі втім від він де для
        до ж же з за зі й його йому кого коли кому котрий крім лише мене мені ми може між на над нас не неї
        них ні ніж об один от отже перед по при про під та так такий також там те тебе теж ти тим то тобто
        того той тому тут у уже хто це цей цього цьому ці через чи чого чому ще що щоб я як яка яке який які є
        і із інших їй їх її
    """,
    "vi": """
        anh bạn bằng bị cho chúng chỉ các cái còn có cùng cũng cần của do gì hay hơn khi không là lên lại mà
        mình mỗi một ngay nhiều như nhưng những này nên nó nơi nếu nữa ra rất rằng sau sẽ theo thì trong trên
        trước tuy tại từ và vào vì vẫn về với đang điều đây đã đó được đến đều để ở
    """,
}

STOP_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(text.casefold().split()) for language, text in _LISTS.items()
}
