"""Common words (fr) in so many paragraphs; made by scripts/background_counts.py."""

DOCUMENTS = 3588
COUNTS = """
a:1057 the:1038 to:787 and:745 debian:702 of:693 is:657 in:640 system:542 fichi:508 it:494 for:482 utilis:466
configur:449 be:444 etc:434 install:432 not:427 that:415 paquet:414 this:407 can:405 command:394 packag:388
are:376 by:372 with:358 fil:355 list:305 or:302 cas:294 don:290 which:268 version:267 an:247 http:239
machin:235 exempl:233 you:231 serveur:228 from:227 org:227 different:217 will:217 also:212 but:212 possibl:211
servic:211 if:208 use:203 apt:201 inform:200 permet:200 emploi:198 section:197 programm:192 all:190 simpl:187
nom:186 logiciel:185 option:182 fonction:174 hav:172 sourc:172 reseau:169 only:166 user:165 interfac:162
distribu:161 serv:161 certain:158 thes:157 used:155 linux:154 disqu:152 appliqu:151 cre:150 part:149
execut:148 administr:147 bas:146 deux:146 mor:145 one:144 other:143 premi:140 egal:137 local:136 has:134
they:134 chang:133 import:133 default:132 direct:130 script:129 mis:128 allow:125 avail:125 bien:125
softwar:123 when:123 exampl:122 som:121 plusieur:120 conf:118 network:118 outil:118 seul:118 sinc:118
standard:118 dpkg:117 mani:116 so:116 using:116 fourn:114 general:114 jour:114 secur:114 correspond:113 at:112
falcot:112 pass:112 nam:111 control:109 provid:108 derni:107 each:107 noyau:107 problem:107 integr:106
point:106 new:105 partit:105 complet:104 do:104 document:104 repertoir:104 we:104 souvent:102 automat:101
exist:101 most:101 plac:101 tool:101 ip:100 need:100 their:100 messag:99 ordin:99 nombreux:98 them:98 group:97
oper:97 such:97 any:96 disponibl:96 ensembl:96 pourr:96 set:96 then:96 web:96 necessair:95 se:95 www:95
fair:94 present:94 contain:93 domain:93 been:92 suiv:92 com:91 installed:91 modifi:91 modul:91 pag:91 dat:90
nouveau:90 port:90 typ:90 adress:89 defin:89 stabl:89 b:88 should:88 ther:88 voir:88 kernel:87 program:87
question:87 virtuel:87 1:86 agit:86 connect:86 defaut:85 mod:85 updat:85 doit:84 particuli:84 shar:84 usr:84
client:83 mak:83 even:82 indiqu:82 processus:82 run:82 raid:81 rest:80 protocol:79 releas:79 tim:79 effectu:78
volum:78 stock:77 fois:76 many:76 parametr:76 requir:76 acces:74 ba:74 creat:74 effet:74 must:74 souhait:74
activ:73 administrator:73 first:73 manuel:73 no:73 nouvel:73 support:72 temp:72 associ:71 exploit:71
identifi:71 limit:71 projet:71 propos:71 appel:70 archiv:69 contient:69 dispos:69 ger:69 lign:69 mettr:69
rul:69 sam:69 doc:68 fre:68 specif:68 up:68 work:68 gener:67 includ:67 nombr:67 peripher:67 term:67 trouv:67
altern:66 besoin:66 charg:66 5:65 following:65 into:65 boot:64 cod:64 get:64 architectur:63 attent:63 compt:63
depend:63 form:63 lik:63 manag:63 project:63 required:63 suit:63 util:63 access:62 demand:62 dn:62 usually:62
chois:61 contenu:61 demarrag:61 lor:61 afin:60 cd:60 deja:60 libr:60 postfix:60 root:60 several:60 solut:60
usag:60 concern:59 format:59 unix:59 virtual:59 automatically:58 check:58 droit:58 element:58 long:58 modif:58
accessibl:57 ajout:57 choix:57 cour:57 imag:57 key:57 propr:57 supprim:57 after:56 detail:56 parfois:56
process:56 syntax:56 both:55 loin:55 window:55 aid:54 based:54 developpeur:54 directory:54 grand:54
graphiqu:54 howev:54 internet:54 log:54 sit:54 toujour:54 vi:54 whil:54 about:53 precis:53 security:53 sort:53
ssh:53 variabl:53 disk:52 featur:52 figur:52 gnom:52 html:52 lorsqu:52 plupart:52 seront:52 tach:52 than:52
add:51 address:51 assur:51 chacun:51 creation:51 dev:51 execu:51 initial:51 public:51 referent:51 wher:51
would:51 0:50 connexion:50 content:50 demarr:50 enfin:50 fonctionnal:50 main:50 running:50 thos:50 bon:49
consult:49 dur:49 etap:49 may:49 niveau:49 regl:49 rol:49 rom:49 thus:49 two:49 very:49 wel:49 aptitud:48
compil:48 detect:48 envoi:48 pratiqu:48 reel:48 want:48 way:48 action:47 ailleur:47 already:47 cle:47 e:47
evit:47 host:47 instanc:47 just:47 might:47 often:47 pouvoir:47 start:47 text:47 without:47 aller:46
autoris:46 courri:46 desktop:46 devic:46 environment:46 grac:46 lin:46 perform:46 perm:46 remplac:46 va:46
was:46 your:46 champ:45 electron:45 now:45 test:45 chapitr:44 commun:44 complex:44 configured:44 consider:44
developp:44 facil:44 find:44 graphical:44 ident:44 interact:44 ldap:44 mot:44 policy:44 provided:44 relat:44
second:44 travail:44 uniqu:44 verifi:44 accept:43 during:43 fin:43 interess:43 known:43 mainten:43 manual:43
numb:43 physiqu:43 still:43 supplementair:43 var:43 x:43 anoth:42 being:42 lvm:42 mad:42 method:42 publiqu:42
repons:42 systemd:42 cach:41 chiffr:41 cultur:41 email:41 forc:41 lanc:41 particular:41 permettent:41
principal:41 stored:41 testing:41 unstabl:41 adapt:40 apach:40 frequent:40 prendr:40 recent:40 represent:40
specific:40 under:40 called:39 deb:39 docu:39 filesystem:39 habituel:39 mail:39 maintain:39 materiel:39
multipl:39 wik:39 8:38 amd64:38 becaus:38 befor:38 bullsey:38 created:38 design:38 edit:38 eith:38 espac:38
lectur:38 once:38 order:38 recuper:38 shel:38 suff:38 xen:38 2:37 affich:37 astuc:37 entre:37 found:37 larg:37
livr:37 normal:37 partag:37 rapid:37 retrouv:37 ser:37 server:37 through:37 various:37 bit:36 build:36
convient:36 doivent:36 mainteneur:36 numero:36 profil:36 therefor:36 usb:36 between:35 communaut:35 config:35
dedi:35 describ:35 described:35 emplac:35 hot:35 lib:35 old:35 pos:35 tak:35 tant:35 verif:35 ancien:34
bios:34 bogu:34 common:34 correct:34 cron:34 erreur:34 evolu:34 faudr:34 field:34 hard:34 instead:34 mirror:34
remov:34 restrict:34 4:33 bug:33 capabl:33 cepend:33 connex:33 corresponding:33 detaill:33 ensuit:33 entry:33
logiqu:33 mecan:33 met:33 object:33 over:33 pouv:33 raison:33 sauvegard:33 similair:33 task:33 valeur:33
affect:32 arborescent:32 assez:32 attaqu:32 certificat:32 consol:32 conten:32 contrair:32 debut:32 demon:32
environ:32 eventuel:32 hardwar:32 help:32 how:32 look:32 memoir:32 own:32 person:32 priorit:32 read:32
recommand:32 respect:32 search:32 separ:32 session:32 special:32 upgrad:32 beaucoup:31 could:31 driv:31
enabled:31 gnu:31 ici:31 ipv6:31 last:31 obten:31 officiel:31 risqu:31 savoir:31 selinux:31 symbol:31 acced:30
aur:30 comput:30 defined:30 ide:30 licenc:30 lieu:30 mean:30 moyen:30 nf:30 official:30 relev:30 requet:30
respons:30 select:30 able:29 abord:29 cart:29 descript:29 display:29 dist:29 enregistr:29 extens:29 g:29
good:29 initialis:29 know:29 login:29 mieux:29 possibil:29 realis:29 recherch:29 setting:29 tabl:29 what:29
within:29 actuel:28 alway:28 apport:28 behavior:28 bloc:28 choic:28 consist:28 databas:28 directly:28 ftp:28
full:28 go:28 handl:28 i:28 let:28 manipul:28 mention:28 our:28 purpos:28 reguli:28 rien:28 right:28
selection:28 taill:28 techniqu:28 trois:28 trop:28 argument:27 concept:27 condit:27 creating:27 etat:27 gz:27
ignor:27 instruct:27 intermediair:27 net:27 parameter:27 permettr:27 proprietair:27 puiss:27 rapport:27
realit:27 renvoi:27 sometim:27 spac:27 starting:27 step:27 systemat:27 valu:27 vocabulair:27 10:26 analys:26
arriv:26 bet:26 component:26 comport:26 cop:26 debconf:26 dir:26 domu:26 encadr:26 gestion:26 given:26 grub:26
lead:26 nomm:26 origin:26 out:26 partition:26 patch:26 record:26 result:26 samb:26 simply:26 tcp:26
toutefois:26 trait:26 who:26 account:25 anglais:25 bureau:25 caracter:25 constitu:25 contribu:25 decis:25
deriv:25 developer:25 discuss:25 easy:25 equip:25 few:25 franc:25 furth:25 garant:25 her:25 impliqu:25 info:25
itself:25 menu:25 parm:25 personnel:25 pourront:25 precedent:25 proven:25 sauf:25 situat:25 smtp:25 tel:25
telecharg:25 total:25 trafic:25 wer:25 cfg:24 cherch:24 connu:24 continu:24 current:24 dependenc:24 dhcp:24
explicit:24 feu:24 hom:24 including:24 infrastructur:24 keep:24 level:24 lxc:24 model:24 necessit:24 needed:24
offre:24 ordre:24 puisqu:24 refus:24 sein:24 signatur:24 soient:24 suivr:24 target:24 zon:24 abov:23 absenc:23
appropriat:23 aspect:23 authent:23 book:23 chos:23 collect:23 concret:23 conserv:23 dvd:23 echang:23
ecritur:23 every:23 everything:23 existent:23 express:23 happen:23 indicat:23 installing:23 involv:23 lat:23
manually:23 montag:23 necessary:23 par:23 physical:23 prevu:23 priv:23 proteg:23 rath:23 show:23 trac:23
tunnel:23 useful:23 assist:22 bi:22 binair:22 brows:22 chart:22 daemon:22 destin:22 deuxiem:22 director:22
doesn:22 du:22 ecran:22 enabl:22 evident:22 expliqu:22 gard:22 hand:22 heberg:22 ipv4:22 licens:22 modern:22
mult:22 offer:22 password:22 prend:22 pris:22 privat:22 probabl:22 resultat:22 send:22 signal:22 similar:22
stor:22 sub:22 valid:22 why:22 7:21 automatic:21 branch:21 consequent:21 corrig:21 decid:21 decouvert:21
diffus:21 dit:21 diver:21 download:21 effect:21 equivalent:21 especially:21 etabl:21 facilit:21 fail:21
generally:21 had:21 histor:21 interesting:21 kde:21 lien:21 major:21 miroir:21 p:21 parallel:21 repondr:21
sign:21 ssl:21 strict:21 structur:21 traduct:21 travaill:21 uefi:21 us:21 websit:21 3:20 advanced:20 appui:20
authentif:20 chain:20 chargeur:20 comprendr:20 contraint:20 cours:20 deploi:20 depot:20 disposit:20 ensur:20
essai:20 fix:20 fort:20 heur:20 implement:20 included:20 init:20 issu:20 langu:20 mond:20 objet:20 prevent:20
regroup:20 ressourc:20 sais:20 sert:20 vari:20 writ:20 year:20 adding:19 against:19 amelior:19 among:19
ayant:19 bibliothequ:19 bootload:19 caus:19 combin:19 commercial:19 context:19 devr:19 disabl:19 except:19
extern:19 filtr:19 fortunately:19 generat:19 generated:19 giv:19 i386:19 impossibl:19 informat:19 latest:19
latt:19 least:19 match:19 medi:19 membr:19 migrat:19 moment:19 mont:19 next:19 packaging:19 pann:19 petit:19
plasm:19 polit:19 prepar:19 publi:19 rar:19 repositor:19 reserv:19 resolu:19 setup:19 sidebar:19 societ:19
sur:19 ubuntu:19 vg:19 video:19 added:18 amount:18 associated:18 attack:18 aut:18 avanc:18 becom:18 chosen:18
cibl:18 correspondent:18 definit:18 desorm:18 developed:18 development:18 diff:18 efficac:18 end:18 fai:18
faill:18 follow:18 gestionnair:18 git:18 global:18 guid:18 inclut:18 independ:18 interpreteur:18 invoqu:18
iso:18 laiss:18 locat:18 managed:18 matt:18 meilleur:18 memory:18 men:18 mentioned:18 mount:18 parl:18
period:18 pet:18 post:18 pre:18 prealabl:18 previous:18 qualit:18 reject:18 removed:18 repository:18
revanch:18 signed:18 signif:18 team:18 too:18 utilitair:18 vrai:18 64:17 allowed:17 annonc:17 binary:17
call:17 cannot:17 clavi:17 compos:17 compr:17 containing:17 contributeur:17 copy:17 currently:17 des:17
existing:17 firewall:17 fr:17 frequently:17 isol:17 languag:17 link:17 mast:17 messager:17 older:17 plutot:17
pret:17 princip:17 procedur:17 protect:17 recommend:17 reconfigur:17 report:17 securis:17 started:17
suggest:17 sujet:17 synchronis:17 tar:17 turn:17 view:17 whos:17 œuvr:17 32:16 according:16 amorcag:16
attribu:16 below:16 bin:16 candidat:16 class:16 commenc:16 connaitr:16 critiqu:16 decr:16 devoir:16
documented:16 dynam:16 entendu:16 entier:16 entrepris:16 entri:16 event:16 extra:16 finally:16 flux:16
foundat:16 fully:16 heureux:16 immediat:16 inclus:16 interrog:16 invers:16 invit:16 jam:16 malgr:16 manager:16
maximum:16 microsoft:16 minimal:16 much:16 named:16 obsolet:16 operating:16 organis:16 pair:16 passwd:16
permanent:16 pilot:16 plugin:16 popular:16 ppp:16 practic:16 prefer:16 preferent:16 problemat:16 quit:16
reinstall:16 removal:16 request:16 sav:16 screen:16 singl:16 specifi:16 stockag:16 suppress:16 temporair:16
termin:16 tet:16 touch:16 traditionnel:16 trusted:16 updated:16 url:16 vpn:16 whol:16 xz:16 actual:15
actually:15 apache2:15 apparmor:15 best:15 bridg:15 bust:15 cadr:15 choos:15 company:15 constat:15 decouvr:15
decrit:15 dedicated:15 depending:15 detailed:15 determin:15 distinct:15 dupliqu:15 easily:15 ethernet:15
exact:15 executed:15 fonctionnel:15 fonctionnent:15 gb:15 gros:15 id:15 individuel:15 instant:15 interet:15
intern:15 lecteur:15 less:15 load:15 lv:15 munin:15 nagios:15 occup:15 open:15 original:15 paramet:15
personnalis:15 preconfigur:15 print:15 proxy:15 r:15 readm:15 really:15 recommended:15 remot:15 renseign:15
rout:15 selected:15 small:15 supported:15 surtout:15 udev:15 udp:15 v:15 9:14 addit:14 advantag:14 although:14
capac:14 clos:14 computer:14 criter:14 crontab:14 develop:14 difficil:14 disposent:14 ecrit:14 error:14
essentiel:14 export:14 exterieur:14 firmwar:14 focus:14 great:14 high:14 imprim:14 listed:14 marqu:14 navig:14
noyal:14 onlin:14 outr:14 pens:14 phas:14 pptp:14 priority:14 proc:14 profit:14 quot:14 racin:14 real:14
recompil:14 ref:14 repart:14 replac:14 resoudr:14 resum:14 return:14 routeur:14 sid:14 socket:14 spam:14
status:14 switch:14 thre:14 tir:14 try:14 unit:14 veut:14 virtualis:14 working:14 across:13 actif:13 again:13
arch:13 around:13 attempt:13 auteur:13 authentifi:13 automatis:13 bash:13 ca:13 car:13 communiqu:13
comprehens:13 comprom:13 convent:13 corp:13 day:13 declar:13 decriv:13 del:13 depos:13 desactiv:13 dessous:13
dessus:13 destinatair:13 divers:13 effort:13 etiquet:13 explan:13 extract:13 fact:13 fer:13 filt:13 final:13
inetd:13 initi:13 invoc:13 jeu:13 kept:13 kvm:13 lettr:13 library:13 mailing:13 manqu:13 mesur:13 modified:13
nev:13 otherwis:13 ouvert:13 path:13 pc:13 plan:13 preserv:13 privileg:13 processeur:13 progress:13
providing:13 purg:13 rappelon:13 re:13 rendr:13 sen:13 sent:13 siz:13 stag:13 suffix:13 superieur:13
supervis:13 sy:13 systemctl:13 thank:13 togeth:13 tour:13 traver:13 vis:13 viv:13 vnc:13 widely:13 word:13
11:12 alert:12 allon:12 amont:12 annuair:12 apply:12 author:12 avantag:12 avoid:12 back:12 backup:12 basic:12
card:12 cdd:12 chemin:12 coherent:12 coming:12 compl:12 conform:12 considered:12 contained:12 conteneur:12
cot:12 court:12 daily:12 db:12 declench:12 dependency:12 desired:12 distanc:12 dom0:12 down:12 downloaded:12
enough:12 entrain:12 examin:12 experimental:12 explained:12 extrait:12 far:12 firefox:12 fork:12 handled:12
haut:12 having:12 interpret:12 intrus:12 involved:12 librar:12 lir:12 logcheck:12 lot:12 majeur:12 min:12
minimum:12 modulair:12 mois:12 nat:12 noton:12 obtenu:12 offert:12 offic:12 passag:12 per:12 pertinent:12
php:12 prior:12 probably:12 produit:12 quality:12 rang:12 reason:12 recour:12 refer:12 related:12 rencontr:12
requ:12 resourc:12 sait:12 sbin:12 shipped:12 signalon:12 sip:12 soon:12 success:12 sudo:12 tard:12
terminal:12 top:12 traduit:12 translat:12 tri:12 upstream:12 utilisent:12 vid:12 vu:12 wheth:12 xmpp:12 12:11
24:11 accord:11 affichag:11 anne:11 apparten:11 approach:11 ar:11 ask:11 auto:11 building:11 caracterist:11
central:11 cf:11 changed:11 changelog:11 changing:11 combinaison:11 community:11 compar:11 comparaison:11
connaiss:11 contact:11 contenus:11 copyright:11 couch:11 couvr:11 cup:11 difficult:11 distributed:11 easi:11
ecrir:11 editing:11 efi:11 eponym:11 etud:11 exchang:11 fac:11 fournisseur:11 fstab:11 function:11 gen:11
generic:11 head:11 identify:11 impact:11 incompatibl:11 initially:11 internal:11 l:11 li:11 likely:11
localhost:11 longu:11 lt:11 man:11 mechanism:11 minut:11 mostly:11 notion:11 ntp:11 openvpn:11 pam:11
paquetag:11 parent:11 party:11 pay:11 perl:11 pleas:11 possibility:11 pref:11 presqu:11 proced:11 puissent:11
put:11 redemarr:11 redond:11 repond:11 respectively:11 restent:11 restreindr:11 retenu:11 retour:11 revu:11
rfc:11 rsa:11 secret:11 sequenc:11 shadow:11 soin:11 somm:11 soupless:11 specifically:11 stat:11 tap:11
third:11 though:11 tmp:11 track:11 traffic:11 transit:11 transport:11 u:11 usual:11 veil:11 vient:11
volontair:11 writing:11 zero:11 6:10 abrit:10 additional:10 agir:10 agiss:10 aim:10 allowing:10 alter:10
answer:10 assign:10 assigned:10 automated:10 awstat:10 bind:10 block:10 bloqu:10 booting:10 built:10
categor:10 choosing:10 cit:10 citon:10 collabor:10 compress:10 confidential:10 connected:10 consomm:10
contributor:10 cout:10 deleted:10 designed:10 devel:10 disabled:10 doubl:10 empech:10 encodag:10 excellent:10
exhaust:10 explic:10 extrem:10 goal:10 gtk:10 handbook:10 header:10 history:10 horair:10 incoming:10
inconvenient:10 index:10 indispens:10 initializ:10 integrated:10 intended:10 journal:10 led:10 limited:10
making:10 milt:10 missing:10 mounted:10 mozill:10 obtient:10 os:10 ouvr:10 owner:10 parcour:10 parfait:10
passerel:10 pattern:10 piec:10 pres:10 presenc:10 prochain:10 pu:10 pv:10 qemu:10 rarely:10 redemarrag:10
regular:10 released:10 reli:10 remarqu:10 sampl:10 servent:10 shared:10 smtpd:10 specified:10 srv:10 sup:10
surveil:10 synaptic:10 tableau:10 technical:10 tent:10 thing:10 txt:10 unfortunately:10 validat:10 vast:10
visibl:10 vol:10 written:10 000:9 abstract:9 acronym:9 activat:9 adequat:9 agent:9 ait:9 ali:9 almost:9
apparaissent:9 assum:9 authority:9 avert:9 beyond:9 bsd:9 bureaut:9 canal:9 cgi:9 classiqu:9 clean:9
compatibil:9 compatibility:9 compatibl:9 confianc:9 confirm:9 constraint:9 contiennent:9 contr:9 contrib:9
cov:9 critical:9 customiz:9 deal:9 decoup:9 detected:9 ecout:9 editeur:9 encrypt:9 enter:9 entrant:9 expir:9
exprim:9 external:9 eyroll:9 fiabl:9 filtering:9 fixed:9 fut:9 futur:9 hesit:9 hosted:9 hostnam:9 humain:9
identif:9 inclur:9 influenc:9 ipsec:9 irc:9 kind:9 libreoffic:9 liv:9 loaded:9 localis:9 mac:9 maintained:9
maintainer:9 march:9 matching:9 merc:9 migr:9 monitor:9 montr:9 netfilt:9 norm:9 nowaday:9 obligatoir:9
packet:9 pein:9 pid:9 plag:9 planifi:9 posit:9 preced:9 principl:9 processor:9 provient:9 qualifi:9 quant:9
quickly:9 quotidien:9 raphael:9 reduit:9 regularly:9 rejected:9 restreint:9 routag:9 sat:9 seem:9 sh:9
simplifi:9 situ:9 slapd:9 smb:9 souc:9 statiqu:9 storag:9 swap:9 symbolic:9 taken:9 tend:9 tip:9 tl:9 tourn:9
tracking:9 utf:9 verify:9 virus:9 vont:9 vraisembl:9 wikipedi:9 win:9 world:9 x11:9 yet:9 15:8 192.168.0.0:8
25:8 3.0:8 accessed:8 adsl:8 allou:8 antivirus:8 appear:8 arret:8 attendr:8 aupres:8 bring:8 bruc:8
buildpackag:8 calcul:8 chrooted:8 clair:8 cohabit:8 comment:8 configuring:8 conseil:8 criteri:8 crois:8
custom:8 debsum:8 defaill:8 degrad:8 delet:8 desir:8 despit:8 devient:8 dh:8 dirvish:8 discov:8 driver:8 dsc:8
dynamic:8 echou:8 editor:8 emul:8 encourag:8 essential:8 eth0:8 exclus:8 exim4:8 explain:8 explor:8 ext3:8
ext4:8 fait:8 fast:8 freedesktop:8 frontend:8 getting:8 gid:8 giving:8 gpg:8 greffon:8 greylisting:8 habitud:8
herit:8 httpd:8 ian:8 impos:8 increas:8 incremental:8 inferieur:8 intel:8 interag:8 introduct:8 isn:8 lack:8
lai:8 legitim:8 lim:8 malheur:8 mandatair:8 mann:8 map:8 mark:8 mauvais:8 mbr:8 md5:8 mdadm:8 me:8 mer:8
modify:8 mov:8 nagios4:8 nft:8 notably:8 notic:8 nss:8 numerous:8 openssl:8 output:8 outsid:8 particip:8
peopl:8 pert:8 pirat:8 plein:8 potentiel:8 prefix:8 prepared:8 preseed:8 proch:8 produir:8 proposed:8
proposent:8 quer:8 quick:8 ram:8 rappel:8 rc:8 recevoir:8 recipient:8 redig:8 remaining:8 rend:8 replaced:8
requested:8 requiert:8 restricted:8 risk:8 roland:8 routing:8 rpm:8 rtc:8 sasl:8 satisfait:8 schedul:8 schem:8
secour:8 semain:8 short:8 similarly:8 simultan:8 specify:8 split:8 squid:8 src:8 stad:8 statist:8 stop:8
suffis:8 tag:8 telephon:8 tentat:8 titr:8 traditional:8 transform:8 tre:8 unless:8 virt:8 virtualiz:8 wid:8
won:8 workstat:8 100:7 16:7 abrevi:7 accepted:7 act:7 adapted:7 admin:7 adopt:7 algorithm:7 alphabet:7
altered:7 amd:7 anonym:7 anymor:7 apparait:7 apparaitr:7 apparent:7 apparit:7 applied:7 attach:7 augment:7
aver:7 backport:7 bewar:7 blend:7 bout:7 cass:7 centralis:7 cert:7 ch:7 chapt:7 checking:7 chroot:7
circulent:7 clear:7 compared:7 completely:7 compliqu:7 composent:7 comprend:7 compressed:7 compromis:7 confl:7
connait:7 construir:7 container:7 convenient:7 correspondr:7 cost:7 coup:7 cover:7 debhelp:7 dinstall:7
displayed:7 disponibil:7 distingu:7 dkim:7 donnent:7 dout:7 echec:7 emploient:7 enabling:7 endroit:7 engin:7
etudi:7 evalu:7 evolv:7 ex:7 exactly:7 expediteur:7 experiment:7 expos:7 facilitat:7 fail2ban:7 famill:7
followed:7 framework:7 french:7 gerent:7 gitlab:7 gpl:7 grep:7 gzip:7 horlog:7 ifupdown:7 implicit:7 impress:7
improv:7 input:7 integrat:7 intervall:7 invalid:7 invok:7 iptabl:7 issus:7 jeux:7 jou:7 keyring:7 langag:7
legacy:7 libert:7 lif:7 lilo:7 lisibl:7 listing:7 loading:7 locally:7 logical:7 maitris:7 managing:7 masqu:7
menus:7 murdock:7 natur:7 navigu:7 netstat:7 nftabl:7 noir:7 notat:7 number:7 numer:7 numeros:7 occas:7
occur:7 oldstabl:7 opendkim:7 operat:7 organiz:7 pending:7 personal:7 perspect:7 perturb:7 populair:7
portabl:7 potential:7 pourt:7 prec:7 precaut:7 pren:7 previously:7 printing:7 proprietary:7 prosody:7 pur:7
python:7 qt:7 queu:7 ready:7 reboot:7 reconstruir:7 recouvr:7 recu:7 red:7 reduir:7 regener:7 rel:7 relai:7
repertori:7 reprendr:7 restor:7 reuss:7 sals:7 scsi:7 semanag:7 sensibl:7 setgid:7 sharing:7 shown:7 social:7
soft:7 souhaitent:7 specifying:7 sshd:7 statut:7 subsystem:7 symbolis:7 technolog:7 templat:7 transf:7
transparent:7 travaillent:7 trouvent:7 tun:7 understand:7 voit:7 webrtc:7 weekly:7 wish:7 xl:7 ye:7 1.0:6 20:6
2014:6 500:6 509:6 aa:6 accueil:6 achiev:6 affected:6 annex:6 anyon:6 approch:6 atd:6 atteindr:6 attribut:6
audit:6 auth:6 authorized:6 autr:6 availability:6 band:6 bascul:6 bashrc:6 belong:6 benef:6 benefit:6 blog:6
boit:6 broadcast:6 btrf:6 buildd:6 bus:6 bzip2:6 cabl:6 campaign:6 canonical:6 chanc:6 chaud:6 checksum:6
cif:6 codenam:6 combined:6 commentair:6 compan:6 concerning:6 concu:6 confin:6 conflict:6 confus:6
contrepart:6 contribut:6 controleur:6 controlled:6 copi:6 crucial:6 cruft:6 customized:6 cycl:6 defining:6
deny:6 depart:6 deplac:6 deployment:6 deport:6 desact:6 deven:6 devenu:6 distribut:6 dkm:6 eche:6 econom:6
edited:6 efficient:6 eleg:6 elev:6 emerg:6 empty:6 energ:6 english:6 entir:6 entirely:6 esr:6 etiquetag:6
evoluent:6 executing:6 expected:6 experient:6 f:6 failing:6 failur:6 fals:6 fenetr:6 filter:6 filtrag:6
focalis:6 forwarding:6 fsf:6 functional:6 functionality:6 going:6 grant:6 gravit:6 guarante:6 h:6 he:6 helo:6
henc:6 hesitat:6 hierarchy:6 howto:6 icon:6 identified:6 identity:6 ietf:6 insert:6 inspect:6 inspir:6
integrent:6 integrity:6 intelligent:6 interd:6 interieur:6 interrupt:6 introduced:6 inutil:6 isolinux:6
issued:6 k:6 knowing:6 learned:6 left:6 leger:6 legitimat:6 libvirt:6 littl:6 looking:6 maintenu:6 mandatory:6
marked:6 mb:6 measur:6 meet:6 merit:6 modem:6 modular:6 motif:6 mx:6 networkmanag:6 newly:6 ng:6 nic:6 nod:6
non:6 notif:6 nsswitch:6 o:6 offered:6 openoffic:6 optimal:6 overwrit:6 ownership:6 packaged:6 parc:6
particularly:6 peren:6 permettront:6 permiss:6 persist:6 persistent:6 pick:6 picked:6 planif:6 pont:6
popularity:6 position:6 possibly:6 postinst:6 pouvon:6 prennent:6 preseeding:6 product:6 prop:6 properly:6
propert:6 quantit:6 quas:6 quatr:6 rassembl:6 reach:6 reading:6 recept:6 reconstitu:6 recurs:6 redirect:6
redundancy:6 reglag:6 reliabl:6 remerci:6 rempl:6 repos:6 reput:6 requis:6 resid:6 resulting:6 retard:6
retir:6 retroportag:6 reven:6 revers:6 richard:6 rsyslog:6 saf:6 saved:6 sdb:6 sdc:6 searching:6 secondair:6
seen:6 sembl:6 sending:6 serious:6 setuid:6 signing:6 simplest:6 simul:6 six:6 spamassassin:6 spf:6 sql:6
squidguard:6 stallman:6 stand:6 standardis:6 stopp:6 string:6 succes:6 suis:6 suivent:6 suricat:6 synonym:6
technology:6 temporary:6 themselv:6 transfert:6 troisiem:6 tub:6 typiqu:6 uid:6 unknown:6 until:6 upload:6
voul:6 vulner:6 vulnerability:6 warn:6 webmin:6 wheezy:6 yourself:6 z:6 10.2.2:5 11.1:5 2.4:5 2004:5 2021:5
255.255.255.0:5 256:5 6.1:5 ability:5 abon:5 acceler:5 accompl:5 accordingly:5 achemin:5 achieved:5 acquir:5
addus:5 agreg:5 ajust:5 al:5 along:5 amen:5 analyz:5 announc:5 announced:5 api:5 apple:5 appli:5 appliquent:5
appreci:5 appropri:5 april:5 apticron:5 arbitrair:5 array:5 arrier:5 authenticat:5 awar:5 backed:5
background:5 backward:5 blacklist:5 brut:5 bt:5 bulk:5 bz2:5 captur:5 careful:5 caution:5 celebr:5 character:5
chmod:5 cinq:5 clamav:5 classif:5 co:5 commented:5 communautair:5 communicat:5 commut:5 compiled:5
compromised:5 concentr:5 concernent:5 concurrent:5 consacr:5 contest:5 contourn:5 coordon:5 courriel:5
croissanc:5 crt:5 cryptographic:5 debfost:5 deborphan:5 decided:5 decrivent:5 defectu:5 dehor:5 delegu:5
demont:5 dep:5 depass:5 deroul:5 derri:5 describing:5 devscript:5 dict:5 differ:5 differenci:5 digital:5
discovered:5 discussed:5 dizain:5 dos:5 downloading:5 drop:5 effac:5 emis:5 encrypted:5 enforc:5 envisag:5
epoqu:5 esper:5 esprit:5 etendu:5 exec:5 executent:5 exig:5 expedi:5 explicitly:5 expressed:5 extended:5
fakeroot:5 family:5 faq:5 faut:5 favor:5 financ:5 fit:5 fragment:5 frr:5 gain:5 gdm3:5 googl:5 grav:5 grow:5
habitu:5 habl:5 handling:5 hasn:5 hat:5 hierarch:5 hosting:5 hour:5 htaccess:5 hypervisor:5 incap:5 incit:5
indeed:5 initrd:5 instantan:5 integral:5 international:5 internationalis:5 intervent:5 interviennent:5
intervient:5 introduit:5 jess:5 job:5 judici:5 justifi:5 keyword:5 l10n:5 learn:5 lesquel:5 liber:5 libnss:5
libpam:5 libvirtd:5 lis:5 listen:5 logged:5 logrotat:5 low:5 lvcreat:5 macro:5 masquerading:5 maximis:5
milli:5 monitoring:5 moved:5 multimedi:5 mysql:5 netinst:5 nor:5 oblig:5 obtained:5 octet:5 offering:5
offrent:5 openssh:5 opposit:5 opter:5 optimis:5 oracl:5 organized:5 orig:5 oui:5 overrid:5 partiel:5 passent:5
paus:5 pem:5 perdu:5 peripheral:5 portion:5 postgrey:5 postrm:5 predefin:5 prerm:5 pressing:5 privacy:5 prof:5
proposit:5 qos:5 query:5 quitt:5 random:5 rationnel:5 reached:5 reactiv:5 receiv:5 recoit:5 reconstruct:5
recorded:5 redirig:5 reduc:5 referenc:5 regard:5 relatively:5 rely:5 remain:5 rememb:5 removing:5 reply:5
reported:5 representing:5 restart:5 restaur:5 reus:5 reutilis:5 revient:5 review:5 revis:5 rhertzog:5 rkhunt:5
rotat:5 rpc:5 rsyslogd:5 runlevel:5 rw:5 satisfied:5 scenario:5 scenarios:5 scheduled:5 scop:5 scrut:5
selecting:5 selector:5 semodul:5 sendmail:5 sensit:5 separat:5 slightly:5 sni:5 squeez:5 station:5 stopping:5
stretch:5 styl:5 subdivis:5 successful:5 sugger:5 suggested:5 summary:5 suppos:5 supposon:5 surpris:5 taking:5
temporarily:5 testlxc:5 textuel:5 topic:5 tot:5 traduir:5 tru:5 typical:5 udevd:5 umask:5 understanding:5
upgrading:5 upon:5 vaut:5 verbeux:5 vers:5 vic:5 violat:5 vit:5 vocat:5 volumin:5 w:5 warning:5 worth:5 x86:5
xf:5 xfce:5
"""
