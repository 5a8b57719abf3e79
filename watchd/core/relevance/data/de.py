"""Common words (de) in so many paragraphs; made by scripts/background_counts.py."""

DOCUMENTS = 3588
COUNTS = """
debian:688 the:648 and:546 to:494 a:487 pak:473 datei:464 of:448 verwend:408 is:402 system:373 etc:359
serv:338 fall:320 for:300 beispiel:298 it:290 be:281 befehl:269 packag:267 can:259 this:258 that:255
programm:254 benutz:253 list:251 by:246 enthalt:238 with:238 are:236 version:234 fil:233 nam:232 neu:231
mehr:228 weit:228 org:227 rechn:223 as:219 moglich:216 softwar:216 on:205 apt:201 or:196 einig:195 https:193
kernel:186 which:184 not:182 administrator:174 option:174 abschnitt:169 installiert:169 erst:167 einfach:164
information:164 linux:153 from:144 viel:144 all:141 dah:141 erstell:140 you:140 verschied:138 anwend:137
bereit:136 haufig:136 installation:136 e:134 verfugbar:133 dien:130 benutzt:128 bestimmt:127 dat:127
konfiguration:127 user:127 distribution:125 if:125 netzwerk:125 erford:123 besteht:122 ermoglicht:122 conf:119
verzeichnis:119 but:117 command:115 dpkg:115 use:115 mail:114 schritt:114 falcot:113 find:113 erstellt:111
thes:111 gross:109 hav:109 vollstand:106 automat:105 entsprech:104 installi:104 partition:103 default:102
platt:102 install:101 ip:101 used:101 zwei:101 configuration:99 nutz:99 only:99 oth:99 verbind:99 d:98
wichtig:98 lokal:97 virtull:97 sieh:96 start:95 darin:94 sich:94 www:94 adress:93 projekt:93 such:93 gleich:92
sourc:92 has:91 its:91 boot:90 konfigurationsdatei:90 mor:89 network:89 folgend:88 grundlag:88 arbeit:87
entwickl:87 meist:87 they:87 zuruck:87 den:85 host:85 prozess:85 tool:85 1:84 ausfuhr:84 com:84 exampl:84
usr:84 client:83 one:83 raid:83 using:83 modul:82 servic:82 availabl:81 contain:81 gespeichert:80 uberpruf:80
param:79 shar:79 gut:78 provid:78 releas:78 stellt:78 bezeichn:77 imm:77 som:77 at:76 normalerweis:76 weis:76
standard:75 beacht:74 domain:74 each:74 mocht:74 their:74 abhang:72 interfac:72 problem:72 them:72 beid:71
protokoll:71 stabl:71 verwalt:71 zeit:71 abbild:70 biet:70 inhalt:70 teil:70 updat:70 dateisystem:69 eig:69
entfernt:69 fuhrt:69 letzt:69 sinc:69 verfug:69 besond:68 most:68 regel:68 when:68 ahnlich:67 been:67
benotigt:67 grupp:67 sollt:67 alternativ:66 aufgab:66 lauf:66 5:65 frag:65 manchmal:65 new:65 recht:65
standardmass:65 konfiguriert:64 set:64 any:63 ausgefuhrt:63 cas:63 gerat:63 hilfsprogramm:63 archiv:62
dokumentation:62 genau:62 postfix:62 root:62 schnittstell:62 wenig:62 allgemein:61 dns:61 doc:61 fehl:61 cd:60
chang:60 direkt:60 eintrag:60 hardwar:60 program:60 t:60 tatsach:60 then:60 word:60 erhalt:59 need:59
bedeut:58 datenbank:58 skript:58 erlaubt:57 mak:57 oft:57 tim:57 unterschied:57 ander:56 art:56 beschrieb:56
seit:56 ther:56 zahlreich:56 control:55 entscheid:55 obwohl:55 syntax:55 usw:55 we:55 zusatz:55 allows:54
comput:54 http:54 lauft:54 see:54 ssh:54 unix:54 aktualisier:53 alt:53 anweis:53 berecht:53 gewohn:53 manag:53
schliesslich:53 entwed:52 festplatt:52 gnom:52 internet:52 run:52 bereitgestellt:51 creat:51 grund:51
installed:51 kurz:51 sam:51 should:51 zweit:51 bekannt:50 buch:50 insbesond:50 kapitel:50 port:50 script:50
simpl:50 aktull:49 anzahl:49 free:49 grafisch:49 html:49 machin:49 physisch:49 ziel:49 0:48 aptitud:48
ausdruck:48 auswahl:48 beschreib:48 data:48 includ:48 lass:48 many:48 must:48 probl:48 sowohl:48 speziell:48
desktop:47 ermog:47 first:47 genannt:47 local:47 natur:47 requir:47 required:47 volum:47 zeil:47 antwort:46
besteh:46 bevor:46 damon:46 festgelegt:46 klein:46 les:46 normal:46 windows:46 einricht:45 entfern:45 get:45
handbuchseit:45 moglicherweis:45 web:45 work:45 zugeordnet:45 access:44 dev:44 end:44 into:44 lang:44 ldap:44
nach:44 vorgang:44 wahl:44 werkzeug:44 x:44 zeigt:44 zugang:44 befind:43 betriebssystem:43 einzeln:43
einzig:43 lvm:43 rom:43 schnell:43 stell:43 verbund:43 virtual:43 weg:43 angegeb:42 auszufuhr:42 directory:42
dos:42 erfordert:42 fest:42 funktion:42 key:42 losung:42 offiziell:42 project:42 satz:42 unstabl:42
ursprung:42 war:42 anfrag:41 automatically:41 corp:41 derart:41 even:41 gehor:41 nachricht:41 no:41 possibl:41
thos:41 unterstutz:41 up:41 whil:41 wiss:41 aft:40 allow:40 apach:40 architektur:40 featur:40 funktioniert:40
hinweis:40 innerhalb:40 nutzlich:40 security:40 several:40 speich:40 testing:40 typ:40 best:39 betreu:39
cod:39 ebenfall:39 firewall:39 form:39 old:39 praxis:39 reih:39 rul:39 send:39 solch:39 systemd:39 usually:39
var:39 wiki:39 wirklich:39 bereich:38 bullsey:38 devic:38 erzeugt:38 kultur:38 meldung:38 person:38 privat:38
richtlini:38 running:38 websit:38 wobei:38 xen:38 zugriff:38 amd64:37 angezeigt:37 disk:37 do:37 eingericht:37
following:37 format:37 heisst:37 interessant:37 konnt:37 lik:37 main:37 method:37 might:37 process:37
variabl:37 vorsicht:37 well:37 8:36 b:36 beschreibt:36 bit:36 known:36 konfiguri:36 nachd:36 offent:36
passwort:36 sobald:36 spat:36 usb:36 verhalt:36 wert:36 zusamm:36 zustand:36 2:35 add:35 aktiviert:35 build:35
config:35 cron:35 deb:35 entwickelt:35 environment:35 gleichzeit:35 hierzu:35 hochfahr:35 imag:35
installationsprogramm:35 lib:35 ord:35 own:35 profil:35 sprach:35 team:35 thus:35 verandert:35 address:34
aktualisiert:34 based:34 beginn:34 bios:34 cach:34 check:34 einschliess:34 genutzt:34 gestellt:34 howev:34
may:34 mod:34 numb:34 ort:34 policy:34 vorhand:34 anfang:33 both:33 drei:33 filt:33 gemeinschaft:33 leicht:33
long:33 maintain:33 point:33 public:33 selinux:33 tipp:33 woll:33 zweck:33 ausserd:32 bess:32 dank:32
einzel:32 feld:32 filesystem:32 freie:32 gemeinsam:32 hand:32 hinzufug:32 hoh:32 macht:32 operation:32
support:32 than:32 verander:32 want:32 about:31 detail:31 different:31 element:31 fuhr:31 geb:31 gnu:31
ipv6:31 lin:31 manull:31 non:31 quell:31 repository:31 shell:31 symbol:31 tak:31 upgrad:31 ab:30 aufgrund:30
ausgewahlt:30 beispielsweis:30 configured:30 driv:30 ergebnis:30 found:30 gesamt:30 graphical:30 grundleg:30
nfs:30 pag:30 passend:30 patch:30 regelmass:30 richtig:30 roll:30 status:30 stored:30 uns:30 unternehm:30
veroffentlicht:30 versuch:30 via:30 wesent:30 wher:30 without:30 already:29 darub:29 develop:29 gestart:29
group:29 hinzugefugt:29 jeweil:29 relevant:29 schlussel:29 unterstutzt:29 zunach:29 application:28 being:28
benot:28 blick:28 don:28 entspricht:28 folg:28 ftp:28 instanc:28 level:28 lizenz:28 manual:28 onc:28
protocol:28 quellpak:28 search:28 vermeid:28 aktivi:27 argument:27 called:27 eith:27 execut:27 full:27 g:27
giv:27 gz:27 konsol:27 kopi:27 lat:27 log:27 mirror:27 now:27 provided:27 read:27 stabil:27 test:27 two:27
very:27 voreingestellt:27 wodurch:27 aufgefuhrt:26 documentation:26 erzeug:26 fruh:26 geschieht:26 grub:26
hom:26 info:26 jahr:26 komponent:26 login:26 particular:26 remov:26 samba:26 seitenleist:26 situation:26
specific:26 task:26 tcp:26 uberpruft:26 unabhang:26 zeig:26 4:25 aktualisi:25 anoth:25 anschliess:25
befehlszeil:25 bleib:25 brows:25 common:25 depend:25 described:25 domu:25 during:25 einstell:25 field:25 gb:25
getrennt:25 konfigurier:25 load:25 net:25 schwierig:25 still:25 tun:25 ublich:25 verbreit:25 verfahr:25
veroffentlich:25 would:25 zahl:25 10:24 anordn:24 auss:24 becaus:24 bug:24 c:24 cfg:24 debconf:24
einschrank:24 empfohl:24 ersetzt:24 freien:24 funktioni:24 ganz:24 geh:24 hard:24 last:24 logisch:24 losch:24
lxc:24 mailinglist:24 schreib:24 seh:24 ubersetz:24 worterverzeichnis:24 your:24 angepasst:23 anzeig:23
aufruf:23 basiert:23 befor:23 bezieht:23 content:23 created:23 dhcp:23 dvd:23 gewahrleist:23 halt:23 head:23
help:23 her:23 init:23 initial:23 lag:23 mad:23 notwend:23 prioritat:23 protokolldatei:23 schutz:23 sei:23
smtp:23 sodass:23 ubertrag:23 ubrig:23 und:23 vorteil:23 zertifikat:23 angreif:22 bibliothek:22 bootload:22
datentrag:22 describ:22 directly:22 dynam:22 eindeut:22 en:22 erwart:22 extern:22 fast:22 gehort:22 instead:22
ipv4:22 just:22 kde:22 management:22 mean:22 menu:22 mittel:22 n:22 paketbetreu:22 plugin:22 record:22
section:22 selt:22 sicherzustell:22 signatur:22 simply:22 speicherplatz:22 spiegel:22 steht:22 suit:22
tabell:22 targ:22 tunnel:22 ublicherweis:22 ufi:22 verfugt:22 weiterhin:22 abl:21 aktion:21 always:21
aufgeruf:21 behandelt:21 beschrank:21 beschrankt:21 betracht:21 bleibt:21 creating:21 dennoch:21 druck:21
easy:21 einzuricht:21 erreicht:21 geht:21 handl:21 identifizi:21 l:21 nehm:21 oben:21 over:21 part:21 per:21
repositori:21 ssl:21 statt:21 stattdess:21 stor:21 tag:21 umgeb:21 unterscheid:21 verteilt:21 within:21 7:20
again:20 begriff:20 block:20 could:20 dazugehor:20 dokumentiert:20 download:20 eben:20 einmal:20 enabled:20
englisch:20 erklart:20 erreich:20 extra:20 festleg:20 forc:20 gegensatz:20 geschrieb:20 gilt:20 indicat:20
interaktiv:20 je:20 konzept:20 legt:20 licens:20 mitglied:20 needed:20 purpos:20 reihenfolg:20 rout:20 sit:20
text:20 uses:20 various:20 verand:20 vergleich:20 versteh:20 vorgeseh:20 way:20 angew:19 auszuwahl:19
authentifizier:19 betrieb:19 configur:19 corresponding:19 defined:19 directori:19 eingesetzt:19 empfang:19
empfehl:19 folgt:19 geandert:19 gewahlt:19 hinzuzufug:19 i:19 i386:19 intern:19 komm:19 lasst:19 laufend:19
laufwerk:19 mast:19 modus:19 off:19 official:19 proxy:19 right:19 setting:19 spac:19 stick:19 valu:19
verknupf:19 verschlussel:19 versucht:19 vg:19 what:19 anforder:18 begrenzt:18 betreff:18 bett:18 betwe:18
binarpak:18 compl:18 current:18 darf:18 databas:18 definiert:18 diejen:18 dokument:18 ebenso:18 eigent:18
entry:18 erfahr:18 ersetz:18 furth:18 git:18 important:18 integriert:18 look:18 manually:18 mount:18 nimmt:18
onlin:18 out:18 paramet:18 pass:18 plasma:18 sinnvoll:18 starting:18 therefor:18 through:18 ubuntu:18
zusammenhang:18 64:17 abov:17 account:17 action:17 angeb:17 appropriat:17 arch:17 aufbau:17 beginnt:17
bestimm:17 community:17 component:17 connection:17 derselb:17 everything:17 fahig:17 few:17 gefolgt:17
gewunscht:17 iso:17 itself:17 jung:17 konto:17 ledig:17 let:17 liegt:17 link:17 modular:17 objekt:17
password:17 permission:17 pfad:17 quellcod:17 ram:17 sock:17 steh:17 taglich:17 tar:17 treib:17
verschlusselt:17 webseit:17 weiterleit:17 wort:17 zuvor:17 3:16 aktiv:16 bas:16 behavior:16 beitrag:16
benannt:16 beteiligt:16 bridg:16 chos:16 dageg:16 diff:16 disabl:16 document:16 editi:16 email:16 enabl:16
erfullt:16 fai:16 fortunately:16 gekennzeichn:16 gerad:16 herunterlad:16 hierfur:16 hilft:16 hinaus:16
hinzu:16 how:16 identitat:16 infrastruktur:16 kenn:16 keys:16 komplex:16 kompliziert:16 los:16 microsoft:16
munin:16 our:16 packaging:16 passwd:16 ppp:16 print:16 secur:16 selbststand:16 technisch:16 treff:16
ubereinstimm:16 umgeh:16 umgekehrt:16 unt:16 verhind:16 verweis:16 video:16 writ:16 xz:16 zeich:16 32:15
angeseh:15 apache2:15 architectur:15 basis:15 bearbeit:15 beend:15 betroff:15 bezieh:15 bildschirm:15 bust:15
ca:15 choic:15 datenverkehr:15 development:15 eingab:15 eingestellt:15 ensur:15 erkannt:15 erkenn:15
erweitert:15 exist:15 foundation:15 frequently:15 geeign:15 general:15 good:15 happ:15 helf:15 hilfreich:15
hostnam:15 ide:15 interesting:15 kandidat:15 kritisch:15 leer:15 leistung:15 managed:15 meta:15 nagios:15
netzwerkkart:15 physical:15 platz:15 preseed:15 previous:15 proprietar:15 question:15 r:15 readm:15 session:15
show:15 sieht:15 signed:15 sitzung:15 solution:15 swap:15 thema:15 turn:15 udp:15 upstream:15 url:15
vermied:15 wart:15 who:15 why:15 zeitpunkt:15 ziemlich:15 absend:14 advanced:14 akzeptiert:14 analys:14
anbiet:14 angriff:14 anmeld:14 apparmor:14 arbeitsplatzrechn:14 attack:14 ausgab:14 ausgeh:14 ausreich:14
bereitstell:14 bitt:14 crontab:14 dargestellt:14 de:14 deaktiviert:14 dependenci:14 display:14 dosn:14
eigenschaft:14 eingeschrankt:14 erfolgt:14 erklar:14 erledigt:14 ethern:14 every:14 fail:14 festzuleg:14
firmwar:14 freigab:14 gefahr:14 geloscht:14 genug:14 had:14 handelt:14 hilf:14 ignoriert:14 ihr:14 included:14
including:14 inetd:14 installationsprozess:14 integration:14 kommt:14 konkr:14 lead:14 least:14 mal:14
maschin:14 media:14 messag:14 modern:14 multi:14 notig:14 offn:14 p:14 physikal:14 popular:14 pptp:14 proc:14
punkt:14 regular:14 reject:14 remot:14 removed:14 rest:14 routing:14 setup:14 sinn:14 spam:14 speichert:14
stuf:14 subsystem:14 ubersetzt:14 udev:14 umfasst:14 us:14 variant:14 verarbeit:14 verfolg:14 vertraulich:14
vielleicht:14 vorgeschlag:14 vpn:14 zugewies:14 zugreif:14 zusammengefasst:14 9:13 acht:13 angeschloss:13
anhang:13 bash:13 beantwort:13 below:13 berucksicht:13 bestat:13 binary:13 call:13 cdd:13 dedicated:13
defin:13 dient:13 eingehangt:13 erleicht:13 erneut:13 erschein:13 especially:13 event:13 existing:13
fehlermeld:13 freiwill:13 gemacht:13 id:13 involv:13 keep:13 kennt:13 kompili:13 kompromittiert:13 kontroll:13
kriteri:13 kvm:13 leut:13 logcheck:13 matt:13 meld:13 memory:13 minimal:13 mitwirk:13 nat:13 niemal:13
parallel:13 praktisch:13 pruf:13 qualitat:13 quota:13 reconfigur:13 ref:13 referenc:13 richt:13 risiko:13
schon:13 sicherheitsluck:13 sofort:13 solang:13 sometim:13 spezif:13 struktur:13 sys:13 systemctl:13
tastatur:13 terminal:13 uberwacht:13 umfass:13 v:13 veralt:13 verlass:13 verschickt:13 verstandnis:13 vnc:13
vorgenomm:13 vorschlag:13 wahrschein:13 webserv:13 weist:13 wenigst:13 wer:13 zon:13 zurst:13 11:12 abkurz:12
ablauf:12 according:12 administratorrecht:12 andererseit:12 anstatt:12 arbeitsflach:12 automatisiert:12
basier:12 begrenz:12 behob:12 benutzernam:12 berucksichtigt:12 dateinam:12 db:12 demselb:12 deutlich:12
developed:12 documented:12 dom0:12 dritt:12 easily:12 eher:12 einhang:12 einsatz:12 entdeck:12 entwickel:12
ergibt:12 erscheint:12 finally:12 firefox:12 flexibilitat:12 freier:12 gateway:12 gefuhrt:12 gelad:12
generated:12 genugt:12 gering:12 gesetzt:12 glucklicherweis:12 handbuch:12 herstell:12 high:12 installing:12
kept:12 kommunikation:12 kompiliert:12 kost:12 lad:12 ladt:12 larg:12 latt:12 less:12 m:12 mentioned:12
mithilf:12 nah:12 neustart:12 next:12 openvpn:12 operating:12 paketquell:12 partitioni:12 php:12 practic:12
preferenc:12 preseeding:12 providing:12 recommended:12 regelwerk:12 sbin:12 sidebar:12 started:12 suffix:12
switch:12 tast:12 term:12 top:12 typisch:12 umgebungsvariabl:12 umstand:12 unit:12 unterverzeichnis:12
vielfalt:12 voreinstell:12 werf:12 working:12 xmpp:12 year:12 zuruckgewies:12 24:11 abgeleit:11 actual:11
adding:11 administration:11 alias:11 ankomm:11 anpass:11 ar:11 attempt:11 aufnahm:11 ausfall:11 ausfuhrt:11
ausgangspunkt:11 ausschliess:11 auswirk:11 autor:11 backup:11 bedarf:11 behalt:11 bind:11 buchstab:11 car:11
certain:11 cf:11 changelog:11 clos:11 complex:11 copy:11 cours:11 cups:11 currently:11 dar:11 darstell:11
detailed:11 direktiv:11 diskussion:11 doman:11 effektiv:11 effizient:11 eingeb:11 einhangepunkt:11
erfolgreich:11 erled:11 experimental:11 far:11 fern:11 fork:11 fstab:11 fugt:11 gedacht:11 gefund:11
genauso:11 generally:11 genomm:11 gesagt:11 grenz:11 heruntergelad:11 identifiziert:11 informiert:11
installier:11 integritat:11 kategori:11 know:11 laut:11 leid:11 leistungsmerkmal:11 localhost:11 ls:11 lv:11
match:11 minut:11 miteinand:11 modell:11 monat:11 multipl:11 named:11 neb:11 necessary:11 ntp:11 nutzung:11
offensicht:11 open:11 pam:11 perl:11 personal:11 position:11 pre:11 prozessor:11 real:11 redundanz:11
result:11 return:11 rfc:11 rsa:11 schick:11 sein:11 setzt:11 shadow:11 sid:11 similar:11 singl:11 sip:11
standig:11 stehend:11 step:11 steu:11 sudo:11 supported:11 tabl:11 temporar:11 textdatei:11 third:11 tip:11
tmp:11 trotz:11 trusted:11 try:11 u:11 ubernimmt:11 util:11 verantwort:11 versionsnumm:11 virtualisier:11
vorubergeh:11 welt:11 whos:11 wohl:11 zieh:11 zukunft:11 zusammenarbeit:11 12:10 6:10 added:10 although:10
amount:10 andert:10 anhand:10 anseh:10 anzugeb:10 anzuzeig:10 aufgelist:10 auflist:10 ausfallt:10
ausfuhrbar:10 authentifiziert:10 author:10 auto:10 automatic:10 awstat:10 back:10 beding:10 bedurfnis:10
bekomm:10 belieb:10 beziehungsweis:10 bring:10 cannot:10 company:10 containing:10 copyright:10 creation:10
daily:10 daraus:10 dauerhaft:10 design:10 durchfuhr:10 durchgefuhrt:10 easi:10 edit:10 editiert:10 efi:10
eingabeaufforder:10 entri:10 entschied:10 ereignis:10 erfull:10 ergeb:10 erhoht:10 erleichtert:10 erwahnt:10
explanation:10 extension:10 fact:10 fehlerbericht:10 feststell:10 fragt:10 franzos:10 frontend:10 fully:10
gelt:10 geratedatei:10 gewahr:10 gleichnam:10 great:10 greylisting:10 grundsatz:10 gtk:10 guid:10 hierdurch:10
internal:10 irc:10 jemand:10 kennzeichn:10 kommerziell:10 konflikt:10 leg:10 library:10 lts:10 mac:10 mass:10
meng:10 merkmal:10 milt:10 mini:10 mozilla:10 netzwerkschnittstell:10 numm:10 oberflach:10 os:10 party:10
passt:10 pip:10 priority:10 profiti:10 qemu:10 quality:10 rath:10 referenz:10 report:10 ressourc:10 sata:10
schwarz:10 screen:10 separat:10 smtpd:10 sogenannt:10 srv:10 stag:10 sub:10 symbolic:10 synaptic:10 tat:10
too:10 track:10 traditionell:10 txt:10 uberblick:10 ubergeb:10 uberhaupt:10 uberwach:10 unbedingt:10
verhindert:10 verlauf:10 verlor:10 verseh:10 verweist:10 verzeichnisbaum:10 vollig:10 voneinand:10 whol:10
x11:10 zumind:10 zuverlass:10 zwischenspeich:10 100:9 3.0:9 addition:9 additional:9 advantag:9 agent:9 angab:9
angebot:9 angewies:9 anmerk:9 ansatz:9 anzupass:9 aspect:9 aspekt:9 assign:9 aufgenomm:9 auftret:9 aufzulist:9
austausch:9 auszug:9 authentication:9 autorisiert:9 becom:9 beliebt:9 besitz:9 bevorzugt:9 bringt:9 bsd:9
building:9 certificat:9 cgi:9 changing:9 choos:9 contained:9 contrib:9 dasselb:9 derzeit:9 detect:9 devel:9
dieselb:9 displays:9 docs:9 effect:9 einheit:9 enough:9 erganz:9 erheb:9 erhoh:9 erlautert:9 erweiter:9
executed:9 extract:9 eyroll:9 fin:9 firma:9 frei:9 fug:9 funktionsfah:9 gar:9 gebracht:9 gebrauch:9 gegeb:9
geles:9 generat:9 gesammelt:9 geschickt:9 geschutzt:9 gesend:9 go:9 gpg:9 grad:9 groups:9 handled:9 hangt:9
having:9 herauszufind:9 hypervisor:9 ident:9 ignor:9 implementation:9 individull:9 ipsec:9 kam:9 kart:9
kombination:9 konfigurationsskript:9 korrekt:9 langsam:9 libreoffic:9 listed:9 liv:9 loaded:9 massnahm:9
mechanism:9 mounted:9 musst:9 netfilt:9 netz:9 nutzt:9 paketnam:9 pc:9 performanc:9 pid:9 pleas:9
programmiersprach:9 quit:9 raphael:9 re:9 recent:9 related:9 relativ:9 resourc:9 richtung:9 rol:9 sammelt:9
schicht:9 schwer:9 second:9 selb:9 selected:9 sh:9 shared:9 siz:9 smb:9 special:9 speicher:9 stark:9
statisch:9 steuer:9 storag:9 systemaufruf:9 tls:9 traffic:9 trag:9 transport:9 trotzd:9 uhr:9 umfang:9
unmittelbar:9 unterteilt:9 upload:9 useful:9 utf:9 verschieb:9 verschob:9 vier:9 view:9 vorangestellt:9 vorh:9
vorher:9 ways:9 weiss:9 weitgeh:9 widely:9 wikipedia:9 win:9 zentral:9 zuletzt:9 zusammenfass:9 zuzugreif:9
zuzuordn:9 192.168.0.0:8 25:8 activ:8 activat:8 adsl:8 allerding:8 allowing:8 almost:8 among:8 anderenfall:8
angenomm:8 around:8 associated:8 ausseh:8 ausserhalb:8 backport:8 begegn:8 beinhalt:8 belegt:8 beruht:8
bestandteil:8 booting:8 brauch:8 breit:8 bruc:8 buildpackag:8 byt:8 card:8 chain:8 chroot:8 codenam:8
combination:8 communication:8 compatibility:8 compil:8 considered:8 custom:8 darstellt:8 dateiserv:8 debsum:8
definition:8 denselb:8 dependency:8 derjen:8 desired:8 dh:8 differenc:8 dirvish:8 down:8 dsc:8 du:8
durchzufuhr:8 durf:8 editor:8 eigentum:8 einfuhr:8 einzustell:8 empfiehlt:8 entdeckt:8 erlang:8 erlangt:8
error:8 eth0:8 exim4:8 existier:8 existiert:8 explicit:8 ext3:8 ext4:8 external:8 falsch:8 fehlend:8 focus:8
fortgeschritt:8 freedesktop:8 funktionalitat:8 gegenwart:8 generiert:8 geplant:8 getting:8 gewiss:8 geword:8
gid:8 gultig:8 handbook:8 hatt:8 hinsicht:8 histor:8 history:8 hosting:8 httpd:8 identifi:8 intel:8
interaktion:8 jeglich:8 kanal:8 kennung:8 klass:8 kombiniert:8 kommentar:8 komplexitat:8 kontrolli:8 led:8
leit:8 liefert:8 limit:8 location:8 mailserv:8 maintained:8 markiert:8 md5:8 mdadm:8 medium:8 migration:8
mitteil:8 modification:8 nachteil:8 nagios4:8 netzwerkdien:8 netzwerkkonfiguration:8 netzwerkverbind:8 nft:8
nss:8 openssl:8 ordnungsgemass:8 organisation:8 original:8 paar:8 partitionier:8 pro:8 problemat:8
protokolliert:8 purg:8 quick:8 really:8 removal:8 risik:8 roland:8 rpm:8 sampl:8 sasl:8 schreibzugriff:8
schwachstell:8 seien:8 select:8 setz:8 shipped:8 short:8 sicherheitsaktualisier:8 sicherheitskontext:8
sicherstell:8 sichtbar:8 signiert:8 slapd:8 small:8 somit:8 soon:8 sorgfalt:8 spur:8 squid:8 src:8 stund:8
sucht:8 technical:8 teilt:8 three:8 togeth:8 tut:8 umgesetzt:8 unbekannt:8 usual:8 verbess:8 verbesser:8
verify:8 versend:8 verteil:8 virt:8 warnung:8 webbrows:8 window:8 writing:8 wurzelverzeichnis:8 zeitlich:8
zulass:8 zweier:8 15:7 509:7 absicht:7 accessibl:7 administrativ:7 aktivitat:7 allein:7 amd:7 angibt:7
anonym:7 anson:7 anstreng:7 anzuseh:7 approach:7 april:7 aufgeteilt:7 aufgezeichn:7 ausgedruckt:7 authority:7
basic:7 bereitstellt:7 bereitzustell:7 bestatigt:7 bezog:7 bild:7 blend:7 book:7 broadcast:7 btrfs:7 built:7
caus:7 ch:7 changed:7 chrooted:7 clean:7 coming:7 commercial:7 connect:7 constraint:7 controll:7 critical:7
debhelp:7 decision:7 deckt:7 del:7 deleted:7 designed:7 detailliert:7 detected:7 dinstall:7 directiv:7
disabled:7 discussion:7 dist:7 dkim:7 downloaded:7 durchsuch:7 editing:7 einbruch:7 eingegeb:7 eingeh:7
einzugeb:7 entsteh:7 erfolg:7 erreichbar:7 erwahn:7 esr:7 execution:7 explained:7 export:7 fail2ban:7
fenstermanag:7 flexibl:7 freigegeb:7 funktionier:7 funktionsweis:7 gab:7 gefahrd:7 gefragt:7 gegenseit:7
gehalt:7 geleg:7 gelost:7 gemass:7 generic:7 geseh:7 gewahrt:7 gezeigt:7 gitlab:7 gluck:7 gpl:7 grep:7 gzip:7
h:7 ian:7 identify:7 ifupdown:7 incoming:7 index:7 initialisierungsskript:7 initiativ:7 intelligent:7
intended:7 involved:7 inzwisch:7 iptabl:7 jen:7 keyring:7 klar:7 kommando:7 kommandozeil:7 kommunizi:7
kompatibel:7 kompromiss:7 kontrolliert:7 konzentri:7 kopfzeil:7 kopiert:7 korrektur:7 korrigiert:7 land:7
languag:7 leb:7 legacy:7 likely:7 lilo:7 limited:7 lot:7 lvs:7 mag:7 mailing:7 major:7 making:7 mark:7 mbr:7
menschlich:7 migrat:7 missing:7 mitarbeit:7 model:7 modify:7 monitor:7 monitoring:7 much:7 murdock:7 netstat:7
nev:7 news:7 nftabl:7 notwendigerweis:7 obsol:7 offic:7 oldstabl:7 opendkim:7 ordn:7 output:7 pack:7 phas:7
prevent:7 printing:7 prinzip:7 probably:7 proposed:7 prosody:7 ps:7 put:7 pvs:7 python:7 qt:7 rat:7 rc:7
recipient:7 registriert:7 regularly:7 reich:7 reinstall:7 repositorys:7 requ:7 requirement:7 reserviert:7
rtc:7 runlevel:7 salsa:7 sammlung:7 saub:7 schliess:7 schwerwieg:7 scsi:7 semanag:7 sent:7 setgid:7
sichergestellt:7 sicherheitsrichtlini:7 similarly:7 sorg:7 specified:7 spektrum:7 spiel:7 spielt:7 sshd:7
stand:7 standardisiert:7 standardkonfiguration:7 statist:7 stet:7 stop:7 streng:7 symbolisiert:7 technologi:7
teilweis:7 thing:7 ubergeordnet:7 umfangreich:7 unerwunscht:7 unfortunately:7 untergebracht:7 unterhalb:7
unverandert:7 updated:7 vereinfach:7 verlust:7 verring:7 verschick:7 verstand:7 vertrauenswurd:7 verursacht:7
vervollstand:7 voraussetz:7 vorgehensweis:7 warn:7 webrtc:7 wechsel:7 weitergeh:7 weshalb:7 wheth:7 xl:7 yes:7
zud:7 zugehor:7 zuordnung:7 1.0:6 16:6 20:6 2004:6 2014:6 500:6 aa:6 abgelegt:6 abgespeichert:6 across:6
actually:6 admin:6 adressiert:6 aktivier:6 akzepti:6 allowed:6 alphabet:6 altered:6 analysiert:6 angemess:6
anhalt:6 annehm:6 answ:6 anwendungsfall:6 apply:6 assigned:6 assum:6 atd:6 attribut:6 aufnehm:6 ausgibt:6
ausnahm:6 ausprobi:6 ausserst:6 auth:6 authentifizi:6 automatisi:6 avoid:6 bashrc:6 befehlsinterpr:6 begrund:6
beibehalt:6 beleg:6 benenn:6 betreib:6 bewahr:6 bewar:6 bewusst:6 blog:6 bts:6 buildd:6 bzip2:6 cert:6
checksum:6 choosing:6 cif:6 class:6 compressed:6 configuring:6 connected:6 consid:6 consol:6 continu:6
contributor:6 correspond:6 cov:6 cruft:6 danach:6 dau:6 day:6 deaktivi:6 dementsprech:6 denk:6 depending:6
derivativ:6 detection:6 deutsch:6 dienstprogramm:6 difficult:6 dkms:6 einfluss:6 eingebaut:6 empfehlenswert:6
endgult:6 engin:6 erlaub:6 eroffn:6 ersatz:6 executabl:6 expected:6 explizit:6 famili:6 fehlschlag:6
filtering:6 folgendermass:6 follow:6 framework:6 fremd:6 fsf:6 function:6 funf:6 gehandhabt:6 gesichert:6
gestatt:6 gesteuert:6 grosst:6 grossteil:6 heiss:6 helo:6 herkunft:6 hesitat:6 heut:6 hierarchi:6 hierbei:6
hintergrund:6 hinzufugt:6 hoff:6 howto:6 ietf:6 ignori:6 inkrementell:6 integrat:6 integrated:6 integri:6
interagi:6 invok:6 isoliert:6 isolinux:6 k:6 kabel:6 kaum:6 kernelquell:6 kind:6 kommend:6 kompilier:6
konzentriert:6 kurzlich:6 lack:6 leerzeich:6 librari:6 libvirt:6 liest:6 limitation:6 linear:6 lini:6
loading:6 logical:6 machtig:6 manch:6 maps:6 matching:6 mb:6 mensch:6 modified:6 mostly:6 mx:6 nachfolg:6
namensauflos:6 networkmanag:6 newly:6 ng:6 nie:6 notiz:6 nowadays:6 nsswitch:6 nutzbar:6 o:6 openoffic:6
organization:6 otherwis:6 outsid:6 overwrit:6 pair:6 paketversion:6 path:6 peopl:6 peripheriegerat:6
possibly:6 postfach:6 postin:6 pref:6 present:6 principl:6 problemlos:6 prufung:6 pv:6 queu:6 rang:6
reaktion:6 reboot:6 recomm:6 reicht:6 rekursiv:6 remaining:6 replaced:6 respectively:6 restriction:6 richard:6
robot:6 rsyslog:6 saf:6 scheit:6 schlagt:6 schliesst:6 sdb:6 sdc:6 secr:6 selbsttat:6 selection:6 setuid:6
sicht:6 sign:6 sorgt:6 spamassassin:6 specification:6 spf:6 spiegelserv:6 sprech:6 sql:6 squidguard:6
stallman:6 stattfind:6 steuert:6 suricata:6 systemadministrator:6 technik:6 teilnehm:6 textmodus:6 tracking:6
transf:6 transparent:6 trifft:6 typs:6 ubergang:6 uid:6 umstritt:6 unabdingbar:6 unfrei:6 uniqu:6 unless:6
unterworf:6 unverschlusselt:6 valus:6 verberg:6 verbiet:6 vergess:6 vermut:6 veroffent:6 verursach:6 verwirr:6
vgs:6 voll:6 vorgegeb:6 vorliegt:6 vorrang:6 webmin:6 webschnittstell:6 weekly:6 weitergeleit:6 wend:6 werk:6
wheezy:6 wid:6 wiederherstell:6 wiederherzustell:6 wiederum:6 wollt:6 zugegriff:6 zunehm:6 zusammenzufass:6
zutreff:6 00:5 10.2.2:5 11.1:5 2.4:5 2021:5 255.255.255.0:5 256:5 6.1:5 abdeck:5 abgeschloss:5 absatz:5
absenc:5 abzusich:5 achiev:5 adapt:5 addus:5 agi:5 aid:5 aim:5 al:5 allzu:5 analysi:5 angebracht:5 angehangt:5
angeordnet:5 angesicht:5 anleg:5 annimmt:5 announc:5 anspruch:5 anymor:5 anyon:5 anzeigt:5 api:5 appl:5
apticron:5 arbeitsgang:5 arbeitsumgeb:5 artig:5 aufmerksam:5 aufwand:5 ausgelegt:5 ausgewies:5 auslos:5
authorized:5 automated:5 backups:5 basi:5 beabsichtigt:5 beachtenswert:5 befehlszeileninterpr:5 behandel:5
beherbergt:5 beizutrag:5 belast:5 bemerkenswert:5 benefit:5 benutzerfreund:5 bereitschaftsbetrieb:5
beschadigt:5 bestand:5 betrifft:5 bevorzug:5 bewahrt:5 beyond:5 bezug:5 binardatei:5 blacklist:5 blockgerat:5
braucht:5 brut:5 bulk:5 bz2:5 canonical:5 checking:5 chmod:5 clamav:5 codier:5 compilation:5 concept:5
concerning:5 condition:5 conflict:5 constitution:5 context:5 correct:5 crt:5 customized:5 darum:5
dateisicher:5 datensicher:5 datenstrom:5 debfost:5 deborphan:5 defekt:5 defini:5 delegiert:5 denial:5 deny:5
description:5 desktops:5 determin:5 devscript:5 diagramm:5 digital:5 discov:5 distribut:5 drop:5 dutzend:5
eingriff:5 einzuhang:5 einzutrag:5 elegant:5 emulator:5 endend:5 ent:5 entpack:5 erfass:5 erfasst:5
erfordernis:5 erinn:5 ernst:5 erzielt:5 erzwing:5 et:5 evolution:5 exact:5 excellent:5 except:5 exchang:5
exec:5 explain:5 expressed:5 fakeroot:5 fals:5 faqs:5 fein:5 festzustell:5 flexibel:5 follows:5 fordert:5
freiheit:5 freu:5 freundlich:5 frr:5 ftps:5 funktionsmerkmal:5 gdm3:5 gebrauchsfert:5 gebraucht:5 gegenteil:5
gelang:5 gemeld:5 gescheh:5 gestalt:5 gesucht:5 global:5 goal:5 going:5 googl:5 grant:5 grundlich:5 guarante:5
handhab:5 hart:5 hasn:5 hauptgrupp:5 hauptplatin:5 hauptsach:5 he:5 hergestellt:5 herunterfahr:5 hierarch:5
hierarchy:5 hinterlass:5 hoch:5 hour:5 htaccess:5 ice:5 idea:5 identity:5 ids:5 improv:5 informationssystem:5
infrastrultur:5 initialization:5 initially:5 initrd:5 interactiv:5 interess:5 intermediary:5 international:5
introduced:5 intrusion:5 invocation:5 issu:5 issud:5 jessi:5 job:5 kein:5 keinerlei:5 kern:5 kernelmodul:5
kett:5 kindprozess:5 klick:5 knot:5 kompatibilitat:5 konfigurationsoption:5 kontinui:5 kumm:5 kund:5 l10n:5
ladend:5 lay:5 legitim:5 leitung:5 lektur:5 lesbar:5 lesezugriff:5 libnss:5 libpam:5 libvirtd:5 lief:5 lieg:5
lif:5 locally:5 locat:5 logik:5 logrotat:5 lokalisier:5 looking:5 loscht:5 low:5 lvcreat:5 managing:5
manipulation:5 masquerading:5 mechanismus:5 mehrfach:5 memb:5 menus:5 messaging:5 minimum:5 mobil:5
modifiziert:5 ms:5 multimedia:5 mysql:5 namlich:5 netin:5 netzwerkverkehr:5 nic:5 notably:5 object:5 occur:5
offered:5 ones:5 openssh:5 operat:5 operator:5 optimal:5 oracl:5 organisiert:5 orig:5 overrid:5 packaged:5
particularly:5 partitionierungsprogramm:5 passphras:5 patt:5 peer:5 pem:5 perform:5 period:5 peripheral:5
permit:5 philosophi:5 picked:5 plan:5 positivlist:5 possibility:5 postgrey:5 postrm:5 pow:5 prerm:5 prinzipi:5
prior:5 procedur:5 propos:5 pur:5 qos:5 rahm:5 rarely:5 reading:5 ready:5 reason:5 receiv:5 red:5 redundant:5
reduziert:5 rein:5 representing:5 requested:5 restor:5 restricted:5 rhertzog:5 rkhunt:5 rpc:5 rsyslogd:5 rw:5
sammel:5 schalt:5 schreibt:5 selbstverstand:5 semodul:5 sendmail:5 serios:5 serverprogramm:5 sharing:5 shown:5
sicherheitskopi:5 signi:5 sni:5 soft:5 sonstig:5 sort:5 sortiert:5 specifically:5 split:5 sponsor:5
sprachumgeb:5 squeez:5 stamm:5 stat:5 steps:5 storung:5 stretch:5 string:5 structur:5 studi:5 suggested:5
sur:5 symlink:5 synchronisiert:5 systemat:5 tastaturbeleg:5 tell:5 templat:5 temporary:5 testlxc:5
texteditor:5 thank:5 themselv:5 though:5 tild:5 traditional:5 translation:5 tree:5 tret:5 tries:5 trigg:5
uberarbeit:5 udevd:5 umask:5 umgang:5 umgeht:5 umstell:5 umzusetz:5 unerlass:5 unerwart:5 ungewohn:5 unknown:5
unmog:5 unterbefehl:5 unternomm:5 unterteil:5 verbleib:5 verein:5 verfass:5 vergang:5 verklein:5 verlang:5
verlangt:5 verlauft:5 verpflicht:5 vertrag:5 verzoger:5 vielmehr:5 virtualisierungssystem:5 virus:5 voraus:5
vorbereit:5 vorgeb:5 vorgeh:5 vorlag:5 vorzieh:5 w:5 wed:5 weig:5 weitergab:5 willkur:5 workstation:5 world:5
writt:5 xfce:5 xfs:5 yet:5 yourself:5 zeichensatz:5 zeitplan:5 zero:5 zugriffsberecht:5 zuordn:5 zuruckweis:5
zuruckzuweis:5
"""
