"""Common words (it) in so many paragraphs; made by scripts/background_counts.py."""

DOCUMENTS = 3588
COUNTS = """
the:882 fil:736 debian:693 to:661 and:615 of:576 is:544 pacchett:486 for:403 be:387 install:385 not:384 it:369
can:362 configur:355 etc:355 server:352 all:346 that:342 this:342 utilizz:331 sol:330 sistem:329 are:320
by:310 with:304 esemp:291 utent:286 on:276 as:275 dat:272 com:271 cas:260 poss:259 softw:256 prim:254 or:253
dev:246 packag:243 mod:242 programm:240 version:240 org:228 whic:228 cre:216 possibil:216 part:212 forn:209
an:208 nom:208 you:202 apt:200 list:199 system:199 kernel:193 https:192 if:192 from:189 will:182 esegu:180
stess:178 also:177 vien:175 nuov:172 sezion:171 bas:170 directory:168 dispon:168 permett:163 ret:163 but:161
macchin:158 disc:157 access:154 linux:154 process:152 amministr:150 use:149 hav:146 files:145 local:143
necessar:143 packages:143 volt:143 distribu:141 oper:141 computer:140 virtual:138 strument:137 thes:137
controll:136 only:136 configuration:135 due:133 used:133 funzion:132 semplic:130 serviz:130 numer:129
progett:128 molt:127 svilupp:127 usat:126 altri:124 command:124 comun:124 default:124 includ:123 far:122
elenc:121 mor:121 opzion:120 conf:118 inform:118 standard:118 complet:117 veng:117 aggiorn:116 applic:115
dpkg:115 they:114 falcot:113 network:113 propr:113 its:112 var:112 alcun:111 avvi:111 import:111 one:111
predefin:111 second:111 document:110 richied:110 maggior:109 sicurezz:109 when:109 gest:108 other:108
problem:108 altro:107 manual:107 som:106 using:106 defin:105 gener:105 richiest:105 has:104 script:104
user:104 automat:103 ultim:102 impost:101 inoltr:101 ip:101 spess:101 web:99 availabl:97 pass:97 so:97 at:96
consent:96 support:96 indic:95 insiem:95 lavor:95 modific:94 punt:94 www:94 div:93 each:93 moment:93 via:93
fondamental:92 conten:91 sinc:91 ved:90 divers:89 indirizz:89 specif:89 usar:89 different:88 then:88 1:86
contien:86 general:86 memorizz:86 partizion:86 port:86 uso:86 messagg:85 bisogn:84 dirett:84 segu:84 usr:84
altre:83 exampl:83 poic:83 raid:83 we:83 client:82 databas:82 most:82 see:82 them:82 shar:81 should:81
liber:80 nam:80 scelt:80 any:79 modul:79 such:79 temp:79 host:78 interfacc:78 sorgent:77 camb:76 durant:75
particol:75 simil:75 tal:75 tip:75 been:74 grupp:74 trov:74 allows:73 attiv:73 installed:73 archiv:72 hardw:72
intern:72 new:72 no:72 ther:72 form:71 information:71 root:71 first:70 invi:70 present:70 set:70 termin:70
test:70 chiam:69 dettagl:69 fin:69 principal:69 regol:69 attravers:68 specific:68 desktop:67 email:67 must:67
parametr:67 stabl:67 livell:66 post:66 rifer:66 5:65 altern:65 consider:65 sempr:65 util:65 visualizz:65
corrispondent:64 many:64 scop:64 users:64 boot:63 conosc:62 rispett:62 tim:62 control:61 doc:61 following:61
limit:61 policy:61 possibl:61 postfix:61 qualsias:61 volum:61 comand:60 connession:60 dns:60 ecc:60 fisic:60
iniz:60 installation:60 log:60 required:60 up:60 altra:59 cd:59 grafic:59 integr:59 seguent:59 filesystem:58
fre:58 modif:58 ora:58 pubblic:58 releas:58 tools:58 unic:58 unix:58 facil:57 interess:57 interfac:57
internet:57 into:57 sources:57 creazion:56 esecu:56 evit:56 fatt:56 need:56 pratic:56 sam:56 simpl:56
usually:56 approfond:55 automatically:55 cerc:55 contains:55 devic:55 domand:55 http:55 pagin:55 rend:55
rig:55 run:55 servic:55 sugger:55 aggiung:54 appropr:54 bug:54 colleg:54 descriv:54 even:54 grad:54 mak:54
miglior:54 permess:54 precedent:54 rilasc:54 scegl:54 spaz:54 ssh:54 comport:53 domin:53 esso:53 get:53
after:52 cert:52 compil:52 disposit:52 figur:52 funzional:52 gnom:52 inter:52 potrebb:52 aggiunt:51 assoc:51
do:51 infin:51 libr:51 lik:51 password:51 relat:51 rispost:51 aiut:50 architettur:50 descritt:50 running:50
sourc:50 special:50 updat:50 camp:49 dovrebb:49 effett:49 error:49 inizial:49 program:49 remot:49 risult:49
several:49 tuttav:49 0:48 aptitud:48 dedic:48 html:48 machin:48 piuttost:48 protocoll:48 stabil:48 whil:48
allow:47 assegn:47 grand:47 however:47 normal:47 perc:47 provides:47 recent:47 sostitu:47 accett:46
attenzion:46 capitol:46 disk:46 inclus:46 key:46 might:46 mot:46 sarann:46 security:46 sit:46 success:46
windows:46 work:46 compless:45 desider:45 does:45 element:45 lin:45 manager:45 modal:45 add:44 both:44
caric:44 dipendent:44 esist:44 ldap:44 often:44 otten:44 selezion:44 vecc:44 x:44 based:43 blocc:43
commands:43 corrett:43 lvm:43 manutentor:43 shell:43 signif:43 thos:43 thus:43 chang:42 codic:42 comp:42
continu:42 entramb:42 installer:42 lists:42 may:42 options:42 rom:42 services:42 soluzion:42 tratt:42
unstabl:42 valor:42 buon:41 check:41 configured:41 cultur:41 garant:41 guid:41 identific:41 provid:41
systemd:41 than:41 variabil:41 want:41 well:41 wher:41 about:40 administrator:40 already:40 apac:40 cach:40
chiav:40 determin:40 mail:40 mirror:40 priv:40 real:40 repository:40 testing:40 traffic:40 tre:40 two:40
ufficial:40 versions:40 voc:40 without:40 acced:39 account:39 ambient:39 assicur:39 attual:39 autor:39 caus:39
ciascun:39 esistent:39 inser:39 needs:39 rules:39 singol:39 stored:39 systems:39 verr:39 very:39 wik:39
your:39 abilit:38 amd64:38 backup:38 bullsey:38 cop:38 corrispond:38 find:38 firewall:38 hard:38 invec:38
metod:38 order:38 provided:38 usa:38 xen:38 ben:37 bootloader:37 comunqu:37 divent:37 fas:37 known:37 login:37
main:37 posizion:37 requires:37 separ:37 tram:37 2:36 8:36 attacc:36 being:36 corp:36 deb:36 estern:36
piccol:36 riguard:36 usb:36 another:35 changes:35 cron:35 don:35 graphical:35 lib:35 licenz:35 mostr:35
number:35 protocol:35 prov:35 question:35 rappresent:35 registr:35 ricerc:35 start:35 team:35 bios:34
config:34 described:34 distribution:34 domain:34 either:34 graz:34 ident:34 interfaces:34 maintainer:34
manten:34 once:34 ovvi:34 person:34 rimuov:34 session:34 sufficient:34 veloc:34 would:34 bit:33 build:33
component:33 created:33 demon:33 group:33 instanc:33 lung:33 mont:33 nessun:33 now:33 ospit:33 programs:33
public:33 selinux:33 ser:33 was:33 address:32 becaus:32 cases:32 collabor:32 conseguent:32 dimension:32
documentation:32 found:32 oltre:32 option:32 point:32 still:32 throug:32 tool:32 way:32 aspett:31 azi:31
called:31 cod:31 consol:31 during:31 elimin:31 enabled:31 gestion:31 gnu:31 ide:31 instead:31 ipv6:31 logic:31
meccan:31 old:31 particul:31 probabil:31 project:31 quest:31 raccomand:31 rilev:31 risc:31 tropp:31 unit:31
verific:31 adatt:30 autorizz:30 befor:30 corresponding:30 entry:30 implement:30 init:30 mad:30 mailing:30
megl:30 modell:30 nfs:30 particolar:30 polit:30 proprietar:30 scaric:30 section:30 syntax:30 tecnic:30
updates:30 ver:30 autent:29 between:29 common:29 features:29 how:29 immagin:29 lettur:29 lingu:29 original:29
percors:29 personal:29 priorit:29 read:29 rest:29 ricev:29 scriv:29 servers:29 stat:29 various:29 vist:29
applications:28 aver:28 binar:28 diritt:28 examples:28 exec:28 farl:28 menu:28 modules:28 over:28 prend:28
profil:28 record:28 regolar:28 remov:28 requ:28 ruol:28 serv:28 sint:28 sta:28 therefor:28 under:28 usand:28
uses:28 vocabolar:28 4:27 affid:27 consigl:27 contain:27 destin:27 driver:27 essi:27 ftp:27 full:27 g:27
good:27 gz:27 ignor:27 imag:27 includes:27 just:27 librer:27 memor:27 net:27 ordin:27 pag:27 parol:27
provenient:27 scripts:27 segnal:27 simbol:27 spac:27 browser:26 copr:26 could:26 defined:26 descrizion:26
directly:26 environment:26 grub:26 hom:26 indipendent:26 ingles:26 legg:26 lim:26 machines:26 own:26
riquadr:26 risolv:26 samb:26 sarebb:26 starting:26 suit:26 task:26 tcp:26 able:25 administrators:25 cap:25
certific:25 conserv:25 corrent:25 decision:25 depends:25 domu:25 dov:25 field:25 gb:25 important:25 info:25
look:25 monitor:25 needed:25 parameters:25 po:25 prefer:25 rigid:25 searc:25 simply:25 sub:25 tracc:25
upgrad:25 10:24 cfg:24 chied:24 consult:24 contrar:24 contribu:24 creating:24 debconf:24 decid:24 dhcp:24
dvd:24 easy:24 extra:24 frequent:24 guast:24 help:24 lxc:24 met:24 mett:24 mount:24 obiett:24 official:24
offre:24 our:24 out:24 partition:24 realt:24 riavv:24 rimozion:24 sap:24 sched:24 smtp:24 always:23
argoment:23 behavior:23 caratterist:23 compl:23 compromess:23 concett:23 consist:23 contrib:23 criter:23
current:23 including:23 last:23 multipl:23 necess:23 patc:23 potrebber:23 princip:23 quel:23 raccolt:23
rapid:23 rifiut:23 scritt:23 sens:23 vogl:23 vuol:23 within:23 array:22 arriv:22 connett:22 en:22 event:22
giorn:22 identif:22 ipv4:22 itself:22 kde:22 let:22 management:22 manually:22 mult:22 permissions:22
physical:22 poter:22 processor:22 qualit:22 relevant:22 respons:22 scrittur:22 sometimes:22 spieg:22 stor:22
storic:22 ten:22 vantagg:22 what:22 7:21 abbast:21 abov:21 azion:21 better:21 combin:21 daemon:21 direct:21
elettron:21 filtr:21 flessibil:21 font:21 initial:21 invoc:21 manutenzion:21 means:21 modern:21 n:21 occup:21
restitu:21 riport:21 runs:21 salv:21 scherm:21 solit:21 ssl:21 traduzion:21 addresses:20 allor:20 cifr:20
condivis:20 critic:20 developers:20 dir:20 directories:20 effettu:20 few:20 forc:20 further:20 given:20 her:20
hosts:20 infrastruttur:20 lasc:20 longer:20 parallel:20 period:20 personalizz:20 pot:20 raggiung:20 ram:20
rar:20 res:20 restrizion:20 riman:20 risors:20 rul:20 sembr:20 soddisf:20 target:20 tent:20 uef:20 ulterior:20
valid:20 verrann:20 vg:20 vide:20 why:20 brev:19 compres:19 contents:19 disks:19 doesn:19 especially:19
i386:19 immediat:19 keep:19 keys:19 lanc:19 mai:19 man:19 managed:19 manier:19 ognun:19 organizz:19 passagg:19
potenzial:19 protegg:19 proxy:19 purpos:19 rather:19 sebben:19 status:19 swap:19 tabell:19 tast:19 ubuntu:19
uscit:19 valu:19 vast:19 vers:19 advanced:18 anni:18 annunc:18 bridg:18 capac:18 coinvolt:18 commercial:18
concentr:18 conness:18 contenent:18 costru:18 cours:18 describes:18 dinam:18 discussion:18 dovrebber:18
equivalent:18 everything:18 firm:18 fiss:18 gir:18 git:18 know:18 larg:18 level:18 menzion:18 min:18 minim:18
oggett:18 onlin:18 output:18 plasm:18 prestazion:18 procedur:18 qualc:18 ragion:18 realizz:18 recuper:18
rights:18 rimoss:18 secur:18 sfrutt:18 sicur:18 situazion:18 soddisfatt:18 step:18 struttur:18 tunnel:18
turn:18 type:18 64:17 adding:17 against:17 analis:17 appen:17 aument:17 automatizz:17 benefic:17 bugs:17
candid:17 chiar:17 condivision:17 connection:17 contemporan:17 cost:17 der:17 devices:17 dichiar:17
difficil:17 esatt:17 espert:17 featur:17 filesystems:17 fortunately:17 generally:17 generated:17 hand:17
indicates:17 installing:17 interesting:17 iso:17 isol:17 later:17 least:17 lettor:17 long:17 master:17 med:17
membr:17 memory:17 names:17 nat:17 natural:17 necessary:17 next:17 origin:17 pages:17 pertant:17 plugin:17
pront:17 recommended:17 releases:17 removed:17 repositories:17 ridond:17 rif:17 rispond:17 router:17 super:17
tar:17 useful:17 vulner:17 wer:17 3:16 actions:16 added:16 altriment:16 ampi:16 apache2:16 aut:16 avanz:16
bin:16 caratter:16 contest:16 dependencies:16 details:16 display:16 enabl:16 executed:16 existing:16 fai:16
favor:16 handl:16 imped:16 included:16 infatt:16 interatt:16 intervall:16 intrusion:16 involves:16
istruzion:16 letter:16 makes:16 mezz:16 microsoft:16 minor:16 munin:16 others:16 passwd:16 ppp:16 preimpost:16
privileg:16 problems:16 prossim:16 reinstall:16 setting:16 show:16 signed:16 socket:16 solution:16
soprattutt:16 tak:16 text:16 tradizional:16 val:16 virtualizz:16 volontar:16 webs:16 writ:16 xz:16 32:15
abbi:15 activ:15 almen:15 apparmor:15 application:15 arch:15 authentication:15 automatic:15 avra:15 b:15
bast:15 below:15 buster:15 ca:15 chosen:15 deriv:15 diff:15 digit:15 disabilit:15 disabl:15 download:15
editor:15 environments:15 estrem:15 ethernet:15 etichett:15 every:15 facilit:15 foundation:15 futur:15 gamm:15
gerarc:15 implic:15 incontr:15 inizializz:15 licens:15 line:15 linguagg:15 localizz:15 lv:15 matter:15
mentioned:15 migr:15 nagios:15 packaging:15 partitions:15 practic:15 pre:15 prepar:15 previous:15 qualunqu:15
quas:15 r:15 raccogl:15 readm:15 referenc:15 reject:15 requis:15 revision:15 sequenz:15 sincronizz:15 switc:15
tastier:15 trusted:15 udev:15 udp:15 url:15 us:15 according:14 alber:14 amount:14 apert:14 assum:14
autentic:14 cannot:14 caratt:14 certificates:14 choic:14 condivid:14 connections:14 contenitor:14 content:14
currently:14 detailed:14 disponibil:14 disposizion:14 edit:14 efficient:14 ensur:14 entries:14 esigent:14
esplic:14 estension:14 estratt:14 frequently:14 id:14 instrad:14 interpret:14 interrog:14 latter:14 mirrors:14
mittent:14 named:14 nonost:14 offert:14 p:14 perd:14 pptp:14 proc:14 provider:14 quot:14 ricostru:14 ril:14
schem:14 screen:14 sets:14 sideb:14 sites:14 sottosistem:14 spost:14 started:14 tabl:14 takes:14 try:14
upstream:14 usan:14 vicin:14 vpn:14 who:14 zon:14 9:13 among:13 analizz:13 appar:13 associated:13 bash:13
best:13 binary:13 cdd:13 cifratur:13 class:13 confront:13 cont:13 conteng:13 copy:13 correzion:13 cors:13
crontab:13 dar:13 dedicated:13 documented:13 dovr:13 drives:13 emails:13 esplicit:13 essenzial:13 evolv:13
exist:13 fail:13 finally:13 firmw:13 gen:13 giv:13 global:13 gran:13 had:13 having:13 individu:13 inetd:13
internal:13 intest:13 kept:13 kvm:13 less:13 location:13 luog:13 mantien:13 mond:13 much:13 null:13 older:13
open:13 operating:13 operations:13 parameter:13 performanc:13 precis:13 pres:13 profiles:13 quantit:13
ragionevol:13 reconfigur:13 related:13 ricord:13 ridurr:13 righ:13 ripristin:13 scamb:13 select:13 selected:13
sid:13 singl:13 static:13 sys:13 systemctl:13 tasks:13 terz:13 tipic:13 too:13 updated:13 vincol:13 vnc:13
vuot:13 whether:13 whol:13 whos:13 working:13 accessibl:12 across:12 actual:12 addition:12 affront:12 aprir:12
canal:12 certain:12 checks:12 company:12 complex:12 components:12 computers:12 comunic:12 condizion:12
conflitt:12 connected:12 containing:12 creation:12 crittograf:12 db:12 describ:12 detail:12 displays:12
documents:12 dom0:12 driv:12 easily:12 ecco:12 efficac:12 emul:12 end:12 esamin:12 espression:12 eventual:12
fall:12 firefox:12 fork:12 format:12 fortunat:12 forz:12 frances:12 fully:12 gateway:12 happens:12
inclusion:12 latest:12 leader:12 legger:12 listed:12 logcheck:12 m:12 mes:12 messages:12 minimal:12 natur:12
openvpn:12 perfett:12 php:12 pianific:12 pon:12 processes:12 prodott:12 propos:12 raggrupp:12 really:12
rigener:12 rimang:12 ringraz:12 riserv:12 risolu:12 sbin:12 sip:12 spam:12 stud:12 terminal:12 top:12 total:12
verif:12 works:12 xmpp:12 11:11 12:11 24:11 accad:11 action:11 actually:11 apply:11 apport:11 approcc:11 ar:11
arguments:11 around:11 ascolt:11 avant:11 back:11 bind:11 blacklist:11 central:11 cf:11 changelog:11 choos:11
codif:11 col:11 comes:11 compr:11 contained:11 cos:11 cups:11 da:11 daily:11 depending:11 developed:11 dic:11
dimostr:11 directives:11 dover:11 down:11 editing:11 efi:11 elabor:11 experimental:11 fact:11 fid:11 fields:11
filter:11 fstab:11 gestor:11 handbook:11 handled:11 images:11 informat:11 ingress:11 input:11 legittim:11
localhost:11 ls:11 managers:11 mess:11 modified:11 mounted:11 ntp:11 pacchettizz:11 pam:11 partenz:11 party:11
pens:11 perl:11 poch:11 preferences:11 preoccup:11 preved:11 printer:11 prompt:11 propost:11 pur:11 quit:11
radic:11 re:11 refer:11 removal:11 rfc:11 right:11 rol:11 routing:11 rsa:11 se:11 sent:11 setup:11 shadow:11
string:11 sud:11 supported:11 sur:11 symbolic:11 talvolt:11 third:11 tmp:11 types:11 u:11 ugual:11 usual:11
variant:11 ways:11 window:11 zer:11 6:10 abbrev:10 allowed:10 allowing:10 alternatives:10 althoug:10
architectur:10 assigned:10 awstats:10 booting:10 building:10 cancell:10 categor:10 changed:10 circ:10
clients:10 cominc:10 coming:10 comment:10 conced:10 conferm:10 considered:10 contatt:10 convert:10 creates:10
defines:10 degn:10 dependency:10 destinatar:10 development:10 dipend:10 disabled:10 distributions:10
domains:10 duplic:10 executes:10 explained:10 explanation:10 final:10 fluss:10 fuor:10 go:10 grav:10
greylisting:10 gtk:10 header:10 identify:10 impegn:10 interact:10 interag:10 leg:10 library:10 link:10
links:10 loaded:10 lts:10 mappatur:10 mascher:10 matches:10 messag:10 migrazion:10 milter:10 misur:10 model:10
monitoragg:10 mozill:10 navig:10 obsolet:10 omonim:10 operation:10 os:10 owner:10 pc:10 pezz:10 pip:10
pleas:10 plugins:10 poc:10 popol:10 preced:10 prevent:10 previst:10 priority:10 produc:10 projects:10
protezion:10 providing:10 purg:10 put:10 qemu:10 respectively:10 return:10 ricompil:10 riconosc:10 risolt:10
sa:10 sat:10 settings:10 sforz:10 shared:10 shipped:10 siz:10 smtpd:10 specified:10 srv:10 stamp:10
stampant:10 starts:10 storag:10 synaptic:10 tant:10 temporan:10 tentat:10 thre:10 together:10 torn:10 trann:10
trasfer:10 txt:10 utils:10 variables:10 vic:10 vit:10 volumes:10 x11:10 100:9 acquis:9 additional:9 adegu:9
alias:9 almost:9 alter:9 answer:9 antivirus:9 approac:9 argument:9 attacker:9 authority:9 avoid:9 backports:9
basic:9 book:9 bsd:9 built:9 calls:9 campagn:9 car:9 card:9 cgi:9 changing:9 choosing:9 clos:9 coinvolg:9
compat:9 compatibility:9 comprend:9 compression:9 concret:9 conoscent:9 convalid:9 critical:9 decis:9 deleg:9
design:9 designed:9 desired:9 detected:9 devel:9 developer:9 dip:9 direzion:9 discuss:9 docs:9 downloaded:9
drivers:9 easier:9 eccezion:9 effect:9 enoug:9 esclus:9 esperient:9 esse:9 evolu:9 explicit:9 external:9
eyrolles:9 fac:9 focus:9 follow:9 former:9 foss:9 garanz:9 gets:9 getting:9 gpg:9 handles:9 happen:9 higher:9
history:9 hosting:9 identifier:9 imposs:9 introduc:9 ipsec:9 irc:9 leads:9 lett:9 libreoff:9 liv:9 load:9
mac:9 making:9 manag:9 manipol:9 marc:9 matching:9 modifications:9 mov:9 netfilter:9 obbligator:9 passwords:9
perform:9 permanent:9 pers:9 pianif:9 pid:9 popolar:9 popul:9 porr:9 probably:9 problemat:9 proced:9 pul:9
quality:9 quattr:9 que:9 raggiunt:9 raphael:9 scenar:9 semplific:9 send:9 sh:9 smb:9 soggett:9 soon:9 sort:9
sper:9 succed:9 suffiss:9 superior:9 suppon:9 tipolog:9 tls:9 uffic:9 unfortunately:9 univoc:9 usarl:9 utf:9
valut:9 verify:9 widely:9 wikiped:9 words:9 yet:9 15:8 192.168.0.0:8 25:8 3.0:8 abil:8 acronim:8 addizional:8
adsl:8 advantag:8 again:8 agent:8 agisc:8 ambit:8 andar:8 appartien:8 arrest:8 assign:8 avut:8 avvien:8
background:8 block:8 bruc:8 buildpackag:8 calcol:8 cald:8 chi:8 chiunqu:8 choices:8 chrooted:8 cit:8 clean:8
comod:8 compost:8 comprehens:8 container:8 contrassegn:8 convenient:8 convenzion:8 copyright:8 costant:8
cresc:8 custom:8 debsums:8 detect:8 dett:8 dh:8 difett:8 digital:8 dirvish:8 discut:8 distint:8 divid:8 dsc:8
dur:8 dynamic:8 enter:8 eth0:8 execution:8 ext3:8 ext4:8 fann:8 freedesktop:8 fu:8 function:8 generic:8 gid:8
headers:8 hostnam:8 httpd:8 ian:8 impieg:8 incompat:8 incremental:8 intel:8 intend:8 introdott:8 involved:8
isn:8 istanz:8 layer:8 leggibil:8 lent:8 limited:8 logical:8 lot:8 maintained:8 mapp:8 md5:8 mdadm:8 method:8
mir:8 montagg:8 mostly:8 nagios4:8 networks:8 newer:8 nft:8 norm:8 notevol:8 nowadays:8 nss:8 obblig:8 occhi:8
offers:8 oggi:8 ones:8 openssl:8 orar:8 orolog:8 ottien:8 ovver:8 path:8 pattern:8 persistent:8 pien:8
points:8 preseed:8 print:8 privacy:8 proposed:8 pv:8 qualcun:8 qualific:8 reason:8 rejected:8 report:8
requested:8 restricted:8 result:8 risk:8 risparm:8 ritard:8 riutilizz:8 roland:8 rpm:8 salt:8 sampl:8
sarebber:8 sasl:8 scopr:8 settiman:8 short:8 si:8 signatur:8 signific:8 similarly:8 slapd:8 small:8
specifically:8 specify:8 squid:8 src:8 statist:8 strat:8 taken:8 temporane:8 term:8 times:8 trasform:8
trasmett:8 uman:8 understand:8 ven:8 virt:8 virtualization:8 visibil:8 vision:8 wireless:8 workstation:8
world:8 writing:8 16:7 509:7 accessed:7 accorg:7 adapted:7 adds:7 alloc:7 altered:7 alto:7 amd:7 anch:7
anymor:7 anzic:7 append:7 applied:7 april:7 architectures:7 archives:7 ask:7 assistent:7 attempts:7 aud:7
automated:7 avrebb:7 avvert:7 avvis:7 bass:7 becomes:7 bew:7 btrfs:7 bts:7 cav:7 centralizz:7 ch:7 chain:7
chiavett:7 chroot:7 cio:7 classic:7 coerent:7 community:7 compatibil:7 comprension:7 configuring:7 conform:7
connect:7 controller:7 controvers:7 coordin:7 corporation:7 cosicc:7 cronolog:7 debhelper:7 definizion:7
degrad:7 del:7 deleted:7 desp:7 detection:7 dietr:7 differenc:7 difficult:7 dinstall:7 discover:7 dkim:7
edizion:7 elev:7 encryption:7 esport:7 esr:7 estes:7 except:7 exchang:7 executabl:7 exim4:7 extension:7
extract:7 fail2ban:7 fals:7 filtering:7 framework:7 frontend:7 genitor:7 gitlab:7 giving:7 gpl:7 great:7
grep:7 gzip:7 icon:7 identity:7 ifupdown:7 implementation:7 incaric:7 incoming:7 increment:7 incroc:7 index:7
indispens:7 individual:7 initialization:7 instructions:7 integrated:7 integration:7 intelligent:7 interromp:7
iptables:7 lack:7 languag:7 legacy:7 legal:7 libraries:7 licenses:7 likely:7 lil:7 macr:7 madr:7 managing:7
manc:7 mancant:7 mancanz:7 massim:7 matc:7 mbr:7 missing:7 modify:7 motor:7 murdock:7 nascond:7 necessit:7
netstat:7 never:7 news:7 nftables:7 numbers:7 object:7 obsol:7 offic:7 offron:7 oldstabl:7 opendkim:7
opportun:7 otherwis:7 outsid:7 packets:7 pair:7 panoram:7 partecip:7 parzial:7 passes:7 patches:7 pending:7
perifer:7 ports:7 possibility:7 possied:7 postazion:7 potr:7 precision:7 prem:7 prest:7 printing:7 progress:7
propriet:7 prosody:7 prospett:7 protett:7 ps:7 purtropp:7 python:7 qt:7 qualcos:7 quick:7 rarely:7 rc:7
reboot:7 recipient:7 recommends:7 regul:7 regularly:7 replaced:7 requirements:7 restrict:7 results:7 ricors:7
ritorn:7 riun:7 riusc:7 rtc:7 sals:7 scsi:7 semanag:7 sender:7 setgid:7 sharing:7 simbolegg:7 simul:7 social:7
societ:7 soft:7 spiegazion:7 split:7 sshd:7 standardizz:7 steps:7 stop:7 te:7 thoug:7 transport:7 trasmess:7
tun:7 unknown:7 unless:7 upgrades:7 usag:7 va:7 variabl:7 webrtc:7 whitelist:7 xl:7 yes:7 1.0:6 20:6 2004:6
2014:6 500:6 aa:6 abitual:6 accepted:6 adapt:6 addirittur:6 adott:6 affinc:6 aggreg:6 alfabet:6 allest:6
alta:6 analog:6 anno:6 anonim:6 anticip:6 anyon:6 api:6 applies:6 approv:6 arbitrar:6 aspects:6 astrazion:6
atd:6 attack:6 attacks:6 attempt:6 auth:6 authorized:6 bashrc:6 beyond:6 blends:6 blog:6 broadcast:6 buildd:6
bzip2:6 call:6 canonical:6 cards:6 cartell:6 casell:6 checking:6 checksums:6 cicl:6 clon:6 combinations:6
comments:6 compared:6 completely:6 complic:6 compressed:6 concerning:6 conclud:6 configurations:6 confusion:6
constraints:6 consuet:6 containers:6 contratt:6 contributors:6 cor:6 costos:6 cruft:6 day:6 debb:6 denial:6
deny:6 description:6 difficolt:6 diffus:6 diminu:6 dist:6 distingu:6 disturb:6 divis:6 dkms:6 dos:6
downloads:6 dunqu:6 econom:6 emess:6 enabling:6 errat:6 es:6 estend:6 events:6 evolution:6 exact:6 executing:6
exists:6 expected:6 fails:6 ferm:6 filtragg:6 finc:6 follows:6 fortement:6 fortun:6 forwarding:6 front:6 fsf:6
functionality:6 gives:6 goal:6 hel:6 henc:6 hierarchy:6 hosted:6 howt:6 ietf:6 impatt:6 implicit:6 incoragg:6
incorpor:6 inferior:6 influenz:6 infrastructur:6 integrity:6 intended:6 internazional:6 internazionalizz:6
interpr:6 invok:6 isolinux:6 issu:6 issued:6 issues:6 k:6 keyring:6 kind:6 larger:6 led:6 li:6 libert:6
libvirt:6 listing:6 loading:6 locally:6 looking:6 looks:6 major:6 manner:6 manuals:6 maps:6 massimizz:6 mb:6
meant:6 metad:6 modem:6 mx:6 ne:6 negat:6 networkmanager:6 newly:6 ng:6 nic:6 nod:6 non:6 nonc:6 nsswitc:6
openoff:6 ottimal:6 ottimizz:6 overrid:6 overwr:6 packet:6 parl:6 particularly:6 parts:6 pen:6 pesant:6
porzion:6 possibly:6 postinst:6 potent:6 precauzion:6 prepared:6 preseeding:6 preven:6 primar:6 produrr:6
promemor:6 properties:6 propon:6 proprietary:6 proveng:6 qualor:6 queries:6 rang:6 reading:6 realment:6 red:6
reliabl:6 representing:6 reput:6 request:6 resources:6 respect:6 riassum:6 richard:6 ridimension:6
riservatezz:6 rsyslog:6 runlevel:6 sdb:6 sdc:6 sections:6 setuid:6 sfortunat:6 shown:6 shows:6 sign:6
signatures:6 sistemat:6 sottodirectory:6 sottoinsiem:6 spamassassin:6 spegn:6 spf:6 sponsor:6 sql:6
squidguard:6 stallman:6 stann:6 structur:6 suddivis:6 suric:6 svar:6 svolg:6 symbols:6 tables:6 tag:6
targets:6 technical:6 temporary:6 themselves:6 track:6 tracking:6 traditional:6 tradott:6 transfer:6 tries:6
tutt:6 uid:6 uniqu:6 until:6 usi:6 utility:6 values:6 vend:6 viet:6 viewer:6 vulnerability:6 warn:6 webmin:6
weekly:6 wheezy:6 wid:6 wish:6 won:6 year:6 years:6 yourself:6 z:6 10.1:5 10.2.2:5 11.1:5 2.4:5 2001:5 2021:5
255.255.255.0:5 256:5 6.1:5 absenc:5 accounts:5 accur:5 achiev:5 acquir:5 adduser:5 ader:5 admin:5
administration:5 aggir:5 aid:5 aims:5 announc:5 appartenent:5 apple:5 apticron:5 assembl:5 attes:5 attrib:5
autom:5 avrann:5 avven:5 awar:5 backport:5 backups:5 backwards:5 basis:5 becom:5 benefit:5 bozz:5 brows:5
brut:5 bulk:5 bus:5 bz2:5 calendar:5 careful:5 certs:5 chapter:5 characters:5 chmod:5 cifs:5 clamav:5
codific:5 color:5 combination:5 combined:5 commented:5 companies:5 compens:5 competent:5 compilation:5
complement:5 conditions:5 consapevol:5 conterr:5 context:5 copp:5 correct:5 correl:5 corresponds:5 cover:5
crescent:5 crt:5 customiz:5 customized:5 debfoster:5 deborphan:5 defaults:5 definit:5 denomin:5 describing:5
devscripts:5 differ:5 differenz:5 dipart:5 discovered:5 disinstall:5 displayed:5 dispost:5 dovess:5 drop:5
dubb:5 eccett:5 edited:5 effort:5 elements:5 empty:5 encrypt:5 encrypted:5 enorm:5 ensuring:5 entir:5
entirely:5 entrar:5 ered:5 esclud:5 espress:5 et:5 etichettatur:5 excellent:5 explains:5 explicitly:5
extended:5 failing:5 fakeroot:5 famigl:5 family:5 faqs:5 fattor:5 figl:5 filosof:5 filters:5 finds:5 fixed:5
flag:5 fond:5 formal:5 frr:5 ftps:5 gdm3:5 gioc:5 giust:5 goes:5 going:5 googl:5 gravit:5 guard:5 guidelines:5
hasn:5 hat:5 hesit:5 htaccess:5 hypervisor:5 ice:5 initially:5 initrd:5 installations:5 intermed:5
intermediar:5 interrott:5 introduced:5 invalid:5 invert:5 invit:5 invocation:5 istantane:5 istru:5 jess:5
kernels:5 keyword:5 lat:5 left:5 libnss:5 libpam:5 libvirtd:5 lif:5 listen:5 loc:5 located:5 logrot:5 logs:5
lvcre:5 maintainers:5 mark:5 marked:5 matur:5 meaning:5 mechanism:5 members:5 mer:5 migliai:5 mysql:5
netinst:5 networking:5 noios:5 nor:5 nostr:5 notably:5 notes:5 notif:5 notiz:5 objects:5 obtained:5 occur:5
offer:5 offered:5 offrir:5 openssh:5 opzional:5 oracl:5 orig:5 osserv:5 otteng:5 packaged:5 paes:5 par:5
passphras:5 paus:5 peculiar:5 pem:5 peopl:5 perens:5 persin:5 pian:5 picked:5 placed:5 popularity:5 postgrey:5
postrm:5 power:5 prerequis:5 prerm:5 preserv:5 prior:5 pro:5 proper:5 properly:5 prosegu:5 protocols:5 qa:5
qos:5 quant:5 questions:5 receiv:5 records:5 reindirizz:5 released:5 rely:5 remaining:5 removabl:5 removing:5
reported:5 reports:5 requests:5 restart:5 restrictions:5 restring:5 resulting:5 revers:5 ric:5 ricezion:5
riconfigur:5 ridistribu:5 riduc:5 riemp:5 rimanent:5 ristrett:5 rivolg:5 rkhunter:5 rout:5 rpc:5 rsyslogd:5
rw:5 sav:5 saved:5 sbagl:5 scadenz:5 scansion:5 scheduled:5 searches:5 searching:5 seen:5 selecting:5
semodul:5 sendmail:5 sensibil:5 sessions:5 signing:5 simplest:5 sinonim:5 situation:5 situations:5 slightly:5
sni:5 solutions:5 sorpres:5 sottor:5 spammer:5 specification:5 specifying:5 sponsorizz:5 squeez:5 stag:5
stages:5 star:5 stiam:5 stopping:5 strateg:5 stretc:5 strett:5 strict:5 successful:5 suggested:5 suggestions:5
suggests:5 summary:5 supports:5 tab:5 taking:5 teams:5 technology:5 tecnolog:5 tells:5 temporarily:5 tend:5
terms:5 testlxc:5 thanks:5 thing:5 tild:5 tradurr:5 trans:5 transizion:5 transmission:5 trasmission:5
trasparent:5 typical:5 udevd:5 understanding:5 usabil:5 vann:5 view:5 virus:5 vm:5 vol:5 w:5 wants:5
websites:5 win:5 worth:5 written:5 x86:5 xfce:5 xfs:5
"""
