"""Common words (sv) in so many paragraphs; made by scripts/background_counts.py."""

DOCUMENTS = 3588
COUNTS = """
the:1982 to:1474 a:1422 and:1289 of:1289 is:1225 be:859 for:850 that:773 it:770 this:759 fil:733 can:732
debian:676 are:663 with:658 by:652 on:624 as:591 packag:566 not:531 or:512 which:483 an:442 system:430
will:393 from:385 etc:384 you:373 if:368 all:353 but:343 also:338 use:321 only:317 command:301 serv:300
hav:295 configuration:294 anvand:293 user:292 used:290 list:289 one:281 thes:272 its:265 when:258 s:254
program:252 they:251 version:246 mor:242 oth:237 som:230 org:227 sinc:225 dat:221 network:218 at:215 so:215
each:213 has:209 nam:202 apt:200 availabl:199 such:199 cas:197 default:194 https:194 need:190 their:189
komm:187 using:187 most:186 machin:185 then:185 should:184 information:182 paket:173 set:172 process:170
them:169 exampl:168 first:168 contain:167 we:167 provid:164 allows:162 tool:160 install:159 softw:159 any:156
oft:155 servic:152 installation:151 new:151 tim:151 disk:148 conf:147 andr:146 installed:145 linux:145 t:145
been:144 kernel:144 must:144 even:138 option:138 sam:138 run:137 exempel:136 start:136 up:136 interfac:135
possibl:135 into:133 many:132 see:130 ther:130 end:129 avsnit:128 mak:128 sourc:126 distribution:124
access:123 requir:123 address:122 required:122 includ:121 standard:121 chang:118 do:118 following:118 no:118
usually:118 virtual:116 creat:113 dpkg:113 falcot:113 work:113 giv:112 local:112 problem:111 several:111
directory:108 two:106 com:104 get:103 finn:102 lik:102 may:102 thos:102 administrator:101 ip:101 partition:101
security:101 installer:100 shar:100 than:100 rul:99 updat:99 both:98 check:98 very:96 aft:95 automatically:95
howev:95 script:95 www:95 based:94 different:94 skap:94 application:93 d:93 control:92 does:92 fler:92 host:91
modul:91 instanc:90 simpl:90 vilket:90 featur:89 stored:89 wher:88 way:87 numb:86 would:86 1:85 domain:85
form:84 lin:84 provided:84 releas:84 usr:84 well:84 raid:83 want:83 without:83 anoth:82 point:82 tak:82
allow:81 boot:81 configured:81 mang:81 therefor:81 email:80 running:80 thus:80 administrat:78 still:78 was:77
client:76 created:76 free:76 moj:76 operation:76 typ:76 about:75 devic:75 e:75 own:75 through:75 connection:74
hand:74 lat:74 pag:74 gor:73 known:73 mod:73 project:73 whil:73 now:72 section:72 already:71 databas:71 del:71
server:71 specific:71 stabl:71 tillgang:71 your:71 befor:70 mast:70 olik:70 protocol:70 documentation:69
policy:69 root:69 add:68 could:68 doc:68 ord:68 various:68 during:67 filesystem:67 kunn:67 manual:67 vid:67
5:66 being:66 find:66 group:66 important:66 messag:66 step:66 stor:66 don:65 eith:65 environment:65 grund:65
key:65 onc:65 uses:65 behov:64 comput:64 forst:64 long:64 manag:64 particul:64 question:64 alternativ:63
betwe:63 content:63 innehall:63 main:63 old:63 samm:63 web:63 mer:62 might:62 non:62 over:62 part:62
postfix:62 graphical:61 mad:61 namn:61 support:61 dns:60 kor:60 physical:60 read:60 setting:60 tillbak:60
val:60 becaus:59 few:59 verktyg:59 cd:58 describ:58 via:58 directiv:57 good:57 parameter:57 relevant:57
utveckl:57 within:57 aven:56 common:56 corresponding:56 creating:56 hanter:56 how:56 mean:56 nya:56 syntax:56
ta:56 what:56 defined:55 full:55 alway:54 archiv:54 described:54 desktop:54 kommandot:54 let:54 ssh:54 task:54
volum:54 called:53 detail:53 hard:53 help:53 http:53 internet:53 last:53 level:53 public:53 se:53 spac:53
vis:53 display:52 figur:52 gnom:52 unix:52 driv:51 extr:51 hardw:51 just:51 log:51 official:51 port:51
projektet:51 purpos:51 satt:51 valu:51 abl:50 configur:50 execut:50 inste:50 involv:50 latt:50 search:50
simil:50 tillhandahall:50 van:50 variabl:50 html:49 look:49 maintain:49 permission:49 sen:49 sometim:49 who:49
0:48 darfor:48 dedicated:48 directly:48 field:48 know:48 programvar:48 tid:48 appropriat:47 attack:47
automatisk:47 build:47 handl:47 imag:47 mail:47 rath:47 right:47 useful:47 aptitud:46 current:46 eftersom:46
enabled:46 entry:46 found:46 funger:46 generally:46 itself:46 katalog:46 paramet:46 programmet:46 send:46
term:46 upgr:46 bort:45 choic:45 complet:45 ensur:45 initial:45 starting:45 tjanst:45 tva:45 why:45 windows:45
beskriv:44 dev:44 element:44 including:44 installing:44 ldap:44 password:44 simply:44 solution:44 tillat:44
wer:44 x:44 account:43 behavi:43 enabl:43 her:43 kall:43 keep:43 krav:43 lvm:43 our:43 out:43 target:43 tip:43
cours:42 defin:42 doesn:42 result:42 testing:42 cod:41 corp:41 finally:41 harddisk:41 match:41 needed:41
unstabl:41 2:40 apach:40 arbet:40 developer:40 karnan:40 larg:40 next:40 remov:40 systemd:40 text:40 amd64:39
bit:39 exist:39 indicat:39 inkluder:39 privat:39 second:39 too:39 valj:39 wiki:39 bug:38 bullsey:38
document:38 enhet:38 furth:38 specifik:38 test:38 xen:38 8:37 cach:37 daemon:37 happ:37 interesting:37
location:37 motsvar:37 referenc:37 risk:37 session:37 singl:37 writ:37 action:36 adding:36 associated:36
easy:36 least:36 licens:36 record:36 usb:36 actually:35 among:35 block:35 deb:35 depend:35 existing:35 far:35
generat:35 generated:35 konfiguration:35 lib:35 listed:35 practic:35 profil:35 recommended:35 redan:35
according:34 basic:34 bios:34 bok:34 complex:34 component:34 cron:34 depending:34 directori:34 enough:34
especially:34 included:34 led:34 link:34 mest:34 much:34 named:34 shell:34 tack:34 vald:34 var:34 added:33
ang:33 back:33 best:33 bett:33 every:33 fail:33 grupp:33 lagr:33 las:33 login:33 manually:33 samt:33
selinux:33 team:33 traffic:33 try:33 uppgift:33 working:33 becom:32 datorn:32 definier:32 hitt:32
operativsystem:32 other:32 special:32 tar:32 vikt:32 websit:32 abov:31 against:31 answ:31 avoid:31 call:31
coming:31 folj:31 fri:31 gnu:31 innan:31 kapitel:31 lagg:31 latest:31 lead:31 less:31 maskin:31 meddel:31
mirr:31 necessary:31 ny:31 packet:31 request:31 skick:31 skriv:31 andring:30 architectur:30 authentication:30
automatic:30 certain:30 certificat:30 chos:30 edit:30 fel:30 firewall:30 g:30 ga:30 identifier:30 ipv6:30
konfigurationsfil:30 managed:30 management:30 matt:30 mojliggor:30 multipl:30 real:30 return:30 setup:30
sid:30 sit:30 us:30 viss:30 wheth:30 whol:30 allowed:29 cannot:29 detalj:29 fall:29 filsystem:29 gemenskap:29
ide:29 nfs:29 performanc:29 person:29 really:29 removed:29 sideb:29 small:29 spar:29 actual:28 brows:28
creation:28 dependenci:28 designed:28 direk:28 documented:28 everything:28 executed:28 fa:28 flest:28 hom:28
lang:28 medi:28 method:28 operating:28 quit:28 ratt:28 remot:28 rom:28 steg:28 advantag:27 again:27 annan:27
array:27 computer:27 currently:27 enkelt:27 frag:27 ftp:27 function:27 general:27 gz:27 konfigurer:27 likn:27
mindr:27 rang:27 sent:27 situation:27 suit:27 three:27 vanligtvis:27 4:26 antal:26 argument:26 bas:26
beroend:26 book:26 choos:26 containing:26 due:26 fortunately:26 go:26 grub:26 having:26 ibland:26 ing:26
init:26 keys:26 languag:26 lokal:26 mechanism:26 net:26 normal:26 repository:26 rol:26 samb:26 short:26 siz:26
slut:26 tcp:26 turn:26 verk:26 anvandning:25 card:25 consol:25 description:25 develop:25 domu:25 exempelvis:25
fortsat:25 gall:25 guid:25 hjalp:25 info:25 kultur:25 load:25 mentioned:25 present:25 related:25 repositori:25
saker:25 samtid:25 select:25 started:25 10:24 although:24 amount:24 ann:24 c:24 cfg:24 debconf:24 developed:24
dhcp:24 disabl:24 dock:24 dvd:24 fact:24 forc:24 gang:24 gb:24 had:24 helt:24 identify:24 involved:24 kind:24
kontroller:24 lxc:24 memory:24 modified:24 object:24 open:24 per:24 praktik:24 previous:24 probably:24
reason:24 recent:24 regul:24 reject:24 requirement:24 selected:24 smtp:24 stat:24 status:24 though:24 utfor:24
alltid:23 ar:23 ask:23 assigned:23 begrans:23 below:23 bor:23 car:23 communication:23 entri:23 ersat:23
exekver:23 external:23 focus:23 followed:23 foretag:23 fully:23 high:23 limit:23 met:23 mount:23 noter:23
nytt:23 packaging:23 priority:23 switch:23 tabl:23 accessibl:22 addition:22 advanced:22 aldr:22 ansvar:22
connect:22 considered:22 dator:22 dokumentation:22 easily:22 err:22 event:22 exister:22 explicit:22 fast:22
frequently:22 grafisk:22 great:22 internal:22 ipv4:22 kann:22 l:22 nodvand:22 patch:22 prevent:22 print:22
servr:22 shared:22 signatur:22 storag:22 togeth:22 updated:22 utveckling:22 widely:22 across:21 approach:21
around:21 atgard:21 bootload:21 bring:21 clos:21 development:21 downlo:21 erbjud:21 failur:21 goal:21
grundlagg:21 kde:21 n:21 otherwis:21 perform:21 plugin:21 ref:21 restricted:21 restriction:21 show:21 ssl:21
uefi:21 view:21 whos:21 word:21 year:21 yet:21 7:20 borj:20 bygg:20 company:20 concept:20 copy:20 differenc:20
fixed:20 generic:20 going:20 identity:20 incoming:20 indiker:20 intended:20 isn:20 issu:20 kept:20 listan:20
logical:20 maintainer:20 matching:20 mirror:20 offer:20 path:20 redundancy:20 resourc:20 rout:20 secur:20
signed:20 sjalv:20 specified:20 stabil:20 stod:20 uppdatering:20 v:20 vg:20 virtualization:20 3:19 accept:19
allowing:19 attempt:19 binary:19 chapt:19 connected:19 detailed:19 detect:19 down:19 extension:19 filt:19
flagg:19 forsok:19 gansk:19 giving:19 handled:19 i386:19 interactiv:19 limited:19 lit:19 medan:19
modification:19 number:19 personal:19 plasm:19 post:19 put:19 screen:19 similarly:19 soon:19 split:19 sur:19
syft:19 symbolic:19 thing:19 third:19 trusted:19 upstream:19 virtuell:19 wish:19 ytter:19 answer:18 apply:18
arkitektur:18 aspect:18 bibliotek:18 bridg:18 changed:18 debianpaket:18 decision:18 design:18 distribuer:18
editing:18 effect:18 fallet:18 generer:18 git:18 implementation:18 initially:18 integrated:18 kallkod:18
kand:18 model:18 namnet:18 ones:18 onlin:18 onsk:18 possibility:18 pre:18 providing:18 ram:18 re:18 report:18
skript:18 ubuntu:18 usual:18 video:18 writt:18 32:17 64:17 act:17 almost:17 benefit:17 binar:17 changing:17
configuring:17 constraint:17 container:17 daily:17 decid:17 diff:17 disabled:17 dynamic:17 enbart:17 enkl:17
ent:17 fin:17 follow:17 funktion:17 individual:17 integration:17 intressant:17 iso:17 kommando:17 kommandon:17
kring:17 lag:17 langr:17 library:17 logg:17 maj:17 minimal:17 mounted:17 nev:17 outsid:17 patt:17 piec:17
popul:17 proxy:17 recommend:17 removal:17 rest:17 sakerhetskopi:17 separat:17 speciellt:17 supported:17
titt:17 uppstart:17 utgav:17 vet:17 world:17 activ:16 administrativ:16 anledning:16 anslut:16 auth:16
automated:16 avancer:16 backup:16 baser:16 bin:16 bra:16 building:16 built:16 caus:16 character:16 critical:16
dag:16 desired:16 downloaded:16 enabling:16 explicitly:16 fai:16 forklar:16 fria:16 goes:16 hostnam:16
increas:16 inklusiv:16 innehallet:16 kansk:16 manager:16 mapping:16 mark:16 microsoft:16 modify:16 mostly:16
munin:16 nat:16 obtained:16 off:16 oversat:16 particularly:16 pass:16 passwd:16 ppp:16 preseeding:16
rejected:16 rely:16 respectively:16 sak:16 schem:16 specifically:16 svar:16 unless:16 uppdater:16 url:16
usag:16 vard:16 vulnerability:16 wid:16 xz:16 zon:16 additional:15 apache2:15 apparm:15 assign:15 b:15 bad:15
bidr:15 bust:15 ca:15 clean:15 compromised:15 consequenc:15 cov:15 cover:15 demon:15 deployment:15 easi:15
engelsk:15 ethernet:15 explanation:15 filtering:15 forsta:15 foundation:15 fysisk:15 gar:15 ge:15 ger:15
granssnit:15 initialization:15 innebar:15 kompiler:15 ladd:15 locally:15 lot:15 mailing:15 mal:15 nagio:15
pair:15 parallel:15 party:15 period:15 quality:15 queri:15 r:15 rad:15 rarely:15 readm:15 regularly:15
replaced:15 requested:15 riktlinj:15 roll:15 simplest:15 sist:15 skal:15 socket:15 specify:15 specifying:15
sprak:15 stag:15 structur:15 tell:15 thank:15 track:15 udp:15 underhall:15 understand:15 unfortunately:15
varandr:15 ways:15 adapt:14 aktiver:14 anting:14 asked:14 assum:14 beyond:14 candidat:14 caution:14 class:14
combination:14 crontab:14 deal:14 despit:14 displayed:14 error:14 except:14 exchang:14 explain:14 falt:14
filter:14 fix:14 follows:14 forsakr:14 functionality:14 getting:14 hardvar:14 head:14 hosted:14 id:14
identifi:14 ignor:14 instruction:14 istallet:14 jamfor:14 korrek:14 lamp:14 layer:14 likely:14 loaded:14
looking:14 los:14 niva:14 operat:14 output:14 p:14 partitionering:14 peopl:14 possibly:14 potential:14 pptp:14
preseed:14 proc:14 procedur:14 programvaran:14 reach:14 recipient:14 reconfigur:14 referer:14 restrict:14
sampl:14 sav:14 seem:14 sending:14 slightly:14 spam:14 storlek:14 top:14 tree:14 tunnel:14 udev:14 unit:14
vpn:14 won:14 writing:14 9:13 ability:13 adapted:13 aktuell:13 appe:13 bash:13 battr:13 belong:13 bind:13
booting:13 cdd:13 charact:13 checking:13 choosing:13 community:13 contained:13 context:13 correct:13 cost:13
defining:13 delet:13 empty:13 encoding:13 encryption:13 exactly:13 executing:13 expected:13 expression:13
fortfar:13 furthermor:13 garanter:13 integrat:13 integrity:13 invoked:13 involver:13 kallkodspaket:13 kvm:13
lack:13 layout:13 legitimat:13 m:13 mention:13 mjukvar:13 monit:13 multi:13 nast:13 natverk:13 natverket:13
nyar:13 o:13 obviously:13 oversattning:13 precis:13 preferenc:13 prepared:13 privileg:13 quickly:13 receiv:13
representer:13 resolution:13 routing:13 sattet:13 shown:13 sidan:13 speciell:13 stop:13 subsystem:13 swap:13
sys:13 systemctl:13 tas:13 technical:13 tre:13 uppstartslad:13 ursprung:13 utov:13 varning:13 vnc:13 volym:13
11:12 accepter:12 accessed:12 achieved:12 anslutning:12 applied:12 arch:12 arkiv:12 associer:12 auto:12
availability:12 beslut:12 bestar:12 byt:12 chain:12 comprehensiv:12 consid:12 correspond:12 criteri:12
custom:12 db:12 detected:12 determin:12 dom0:12 download:12 driver:12 egn:12 equivalent:12 evolv:12
explained:12 faltet:12 firefox:12 firmw:12 format:12 fram:12 gateway:12 guarante:12 header:12 history:12
hosting:12 implemented:12 inetd:12 infrastructur:12 installationsprogram:12 instruktionsuppsattning:12 karn:12
liv:12 localhost:12 logcheck:12 losning:12 making:12 mann:12 map:12 meant:12 menu:12 missing:12 misslyck:12
monitoring:12 monter:12 ner:12 numerous:12 occur:12 omfat:12 openvpn:12 origin:12 php:12 pick:12 pref:12
previously:12 principl:12 properly:12 query:12 reading:12 ready:12 reboot:12 released:12 replac:12 sbin:12
sip:12 snabb:12 snabbt:12 sort:12 speed:12 stand:12 storr:12 suffix:12 synner:12 templat:12 temporarily:12
terminal:12 themselv:12 tillsamman:12 tracking:12 typical:12 undvik:12 variant:12 verify:12 workstation:12
xmpp:12 12:11 24:11 accordingly:11 activat:11 administration:11 adress:11 ali:11 allman:11 along:11 appli:11
avoided:11 bast:11 begransning:11 central:11 cf:11 changelog:11 commonly:11 compiled:11 concerning:11
contributor:11 copyright:11 customized:11 dependency:11 discussion:11 distributed:11 effort:11 efi:11 engin:11
entir:11 entirely:11 executabl:11 execution:11 experimental:11 extract:11 flaggan:11 flexibl:11 fordel:11
forsikt:11 fstab:11 generellt:11 grant:11 hierarchy:11 identified:11 ihop:11 immediately:11 job:11 knowing:11
komplet:11 kontroll:11 kopi:11 krypter:11 lank:11 lic:11 limitation:11 ll:11 lost:11 ls:11 lv:11 manuellt:11
migration:11 minn:11 minut:11 mistak:11 natur:11 notably:11 nothing:11 nowaday:11 ntp:11 obsolet:11 offic:11
oppn:11 outgoing:11 pam:11 perl:11 plan:11 pleas:11 projek:11 protected:11 quick:11 remaining:11 reply:11
respons:11 rfc:11 rsa:11 selection:11 sens:11 shadow:11 sign:11 skiv:11 skydd:11 sub:11 sudo:11 symbol:11
tabell:11 tmp:11 total:11 traditional:11 u:11 understanding:11 util:11 validat:11 vant:11 vokabular:11
window:11 6:10 accepted:10 achiev:10 alert:10 analyz:10 announced:10 anvandb:10 anymor:10 anyon:10 anything:10
authenticat:10 avgor:10 awstat:10 backport:10 beginning:10 bidragsgiv:10 bulk:10 channel:10 compared:10
condition:10 consideration:10 convenient:10 cultur:10 cup:10 datab:10 datan:10 day:10 deleted:10 detection:10
difficult:10 edited:10 efficient:10 english:10 evolution:10 exact:10 excerpt:10 facilitat:10 faktisk:10
flexibility:10 forutom:10 gjort:10 greylisting:10 gtk:10 impact:10 indicated:10 installationsprogrammet:10
introduced:10 invocation:10 invok:10 keeping:10 keyword:10 kod:10 konflik:10 kort:10 left:10 littl:10
losenord:10 loss:10 lts:10 mac:10 maintained:10 mekanism:10 milt:10 mozill:10 necessarily:10 oberoend:10
ordning:10 organization:10 original:10 orsak:10 os:10 pc:10 prioriti:10 prop:10 purg:10 qemu:10 rapporter:10
recommendation:10 refer:10 represent:10 representation:10 resultat:10 revers:10 samarbet:10 sat:10 seen:10
sensitiv:10 separated:10 shipped:10 slapp:10 smtpd:10 srv:10 stall:10 stick:10 stort:10 strict:10 syftet:10
synaptic:10 tag:10 taking:10 teknisk:10 transf:10 txt:10 underlat:10 uniqu:10 unknown:10 unlik:10 uppfyll:10
upptack:10 vart:10 worth:10 100:9 accessing:9 acronym:9 affected:9 agent:9 aim:9 altered:9 andrat:9 annar:9
annu:9 anvandbart:9 anvant:9 atkomst:9 authority:9 authorized:9 avsed:9 awar:9 behall:9 behind:9 betyd:9 bew:9
blacklist:9 blivit:9 brandvagg:9 brok:9 bsd:9 canonical:9 cgi:9 charg:9 checksum:9 chrooted:9 clear:9
combined:9 comment:9 commercial:9 communicat:9 compatibility:9 compil:9 completely:9 compromis:9 contrib:9
copi:9 customiz:9 definition:9 describing:9 devel:9 discov:9 distribut:9 downloading:9 egen:9 encrypted:9
enl:9 enskild:9 essential:9 eventuell:9 ext:9 eyroll:9 failed:9 fashion:9 fit:9 flertal:9 frontend:9
functional:9 futur:9 global:9 gpg:9 hall:9 handbook:9 hypervis:9 ifall:9 ifrag:9 igen:9 improv:9 indeed:9
independent:9 input:9 ipsec:9 irc:9 jobb:9 kompletter:9 koppl:9 labeled:9 librari:9 libreoffic:9 lif:9
listing:9 logged:9 low:9 maintenanc:9 mandatory:9 marked:9 marker:9 meaning:9 medlemm:9 memb:9 migrat:9 mini:9
minsk:9 modifier:9 monitored:9 mounting:9 netfilt:9 nod:9 offered:9 ordforrad:9 packaged:9 pid:9 potentially:9
preferred:9 presenter:9 princip:9 printing:9 prior:9 prioritet:9 proceed:9 programm:9 prompt:9 properti:9
proposed:9 proprietary:9 protect:9 protection:9 prov:9 provider:9 publik:9 raphael:9 readabl:9 reinstall:9
rekommender:9 rememb:9 remotely:9 res:9 review:9 rikt:9 rsyslog:9 sadant:9 saf:9 sandlistan:9 schedul:9
schemalag:9 sh:9 signing:9 skarm:9 sker:9 skriptet:9 skrivbord:9 smb:9 straightforward:9 suggest:9 symbolisk:9
tangentbord:9 temporary:9 tend:9 tls:9 topic:9 transport:9 tries:9 trust:9 utf:9 virus:9 wikipedi:9 win:9
x11:9 15:8 192.168.0.0:8 25:8 3.0:8 adsl:8 agar:8 alias:8 alt:8 alternatively:8 analysis:8 anpass:8 aren:8
automat:8 avslutningsvis:8 bar:8 basis:8 belonging:8 bevar:8 bidrag:8 borttagning:8 bruc:8 buildpackag:8
collected:8 compilation:8 concerned:8 continu:8 contribut:8 controlled:8 cor:8 darmed:8 days:8 debsum:8
destination:8 dh:8 dirvish:8 dra:8 drivrutin:8 dsc:8 effectively:8 effektivt:8 eth0:8 exim4:8 exit:8 export:8
expressed:8 ext3:8 ext4:8 failing:8 fokuser:8 forbattring:8 forbered:8 forhindr:8 freedesktop:8 generating:8
gid:8 granted:8 handling:8 hanvis:8 harled:8 henc:8 hesitat:8 historical:8 historisk:8 httpd:8 human:8 ian:8
ignorer:8 intel:8 interact:8 interaction:8 join:8 keyboard:8 klient:8 knows:8 kritisk:8 lamn:8 legacy:8
logisk:8 md5:8 mdadm:8 meet:8 member:8 mind:8 monteringspunk:8 mov:8 moved:8 nagios4:8 newly:8 nft:8 nor:8
normalt:8 notic:8 observer:8 officiell:8 overrid:8 overwrit:8 peripheral:8 permanent:8 phas:8 plac:8
pointing:8 powerful:8 printer:8 producer:8 propos:8 qualified:8 recently:8 red:8 reduc:8 regarding:8 relater:8
relay:8 reli:8 removing:8 representing:8 restor:8 roland:8 rpm:8 sakerstall:8 sallan:8 saml:8 samling:8 sasl:8
saved:8 scan:8 searching:8 secret:8 sequenc:8 seri:8 sharing:8 shows:8 skilj:8 slapd:8 slow:8 specification:8
src:8 static:8 stays:8 stodj:8 storing:8 string:8 subnet:8 success:8 summary:8 techniqu:8 tidpunk:8 tilldel:8
trac:8 translation:8 trigg:8 trying:8 tur:8 until:8 upgrading:8 virt:8 warning:8 webbplat:8 where:8 yes:8 16:7
509:7 addressed:7 admin:7 allocated:7 allting:7 amd:7 announc:7 antivirus:7 applying:7 april:7 avdelning:7
avslut:7 background:7 becoming:7 befint:7 begaran:7 behav:7 bekraft:7 blend:7 bokstav:7 bord:7 brought:7
browsing:7 btrfs:7 bts:7 careful:7 ch:7 checked:7 chroot:7 clock:7 commented:7 comp:7 compressed:7 concret:7
confidentiality:7 conflict:7 contact:7 contrary:7 convention:7 copied:7 counterpart:7 cracking:7 debhelp:7
dediker:7 degraded:7 delay:7 deployed:7 determined:7 dinstall:7 direct:7 diskussion:7 diskuter:7 dist:7 dkim:7
dokumenter:7 drawback:7 drop:7 dynamically:7 egenskap:7 emulat:7 enkel:7 ensuring:7 esr:7 excellent:7 expect:7
extended:7 fac:7 fail2ban:7 felrapport:7 fork:7 forkortning:7 framework:7 fransk:7 friendly:7 fullstand:7
gain:7 gather:7 gitlab:7 got:7 gpl:7 grep:7 growing:7 gzip:7 hasn:7 hogr:7 howto:7 ifupdown:7 igenom:7
implement:7 implementer:7 index:7 indicating:7 infrastruktur:7 initiativ:7 inled:7 installning:7 instruktion:7
integrer:7 intrusion:7 iptabl:7 issued:7 k:7 keyring:7 kombiner:7 kompromiss:7 koncept:7 konsol:7 kryptering:7
kvalitet:7 kvot:7 leav:7 lilo:7 loading:7 lvs:7 lyck:7 manad:7 manuell:7 matter:7 mbr:7 measur:7 minimum:7
modifi:7 motsat:7 narm:7 nastan:7 netst:7 news:7 nftabl:7 nic:7 nog:7 normally:7 nss:7 oavset:7 obtain:7
oldstabl:7 opendkim:7 openssl:7 ovan:7 overview:7 ownership:7 pack:7 passed:7 pending:7 picked:7 position:7
prefix:7 primary:7 privacy:7 problematisk:7 processor:7 programfix:7 proof:7 proprietar:7 prosody:7 ps:7
publicer:7 published:7 punk:7 pvs:7 python:7 qt:7 rat:7 rc:7 reached:7 redirect:7 regelbundet:7 regl:7
rejection:7 relatively:7 reliabl:7 replacement:7 represented:7 requiring:7 resolv:7 respektiv:7 resulting:7
rtc:7 sag:7 said:7 saled:7 sals:7 scsi:7 selecting:7 semanag:7 setgid:7 significant:7 skivan:7 specifi:7
sshd:7 styr:7 subset:7 sufficient:7 suggestion:7 symboliser:7 tab:7 technology:7 tillamp:7 tillfal:7 timm:7
tun:7 tving:7 typically:7 typing:7 unik:7 upon:7 usernam:7 utbyt:7 utgavan:7 utgor:7 utifran:7 vagr:7 valid:7
valt:7 varying:7 vidarebefordr:7 webrtc:7 weekly:7 xl:7 1.0:6 20:6 2004:6 2014:6 500:6 aa:6 absenc:6 ager:6
aktiv:6 allvar:6 amn:6 analy:6 analyzing:6 ans:6 ant:6 anvandar:6 api:6 appear:6 arp:6 atd:6 aterkomm:6
attribut:6 author:6 automatiser:6 avinstaller:6 avs:6 backed:6 bashrc:6 behor:6 beskrivning:6 browser:6
bzip2:6 campaign:6 carefully:6 cat:6 cert:6 cif:6 codenam:6 compani:6 completion:6 complexity:6 connectivity:6
consider:6 consult:6 correctly:6 country:6 cruft:6 cryptographic:6 customization:6 debianprojektet:6 decided:6
denial:6 deny:6 deploy:6 derivativ:6 detaljer:6 did:6 direction:6 discovered:6 diskutrymm:6 divers:6 dkms:6
dos:6 encrypt:6 entity:6 et:6 etabler:6 eventually:6 ex:6 exception:6 exekvering:6 expensiv:6 extraher:6
fals:6 fav:6 finding:6 flag:6 flytt:6 forbid:6 foregaend:6 forklaring:6 formerly:6 forslag:6 french:6
frequent:6 fsf:6 fundamental:6 fyll:6 generell:6 gren:6 grouping:6 guidelin:6 hantering:6 he:6 helo:6 helst:6
historically:6 hopp:6 hour:6 huvudsak:6 icon:6 identical:6 identisk:6 ietf:6 ignored:6 implicitly:6
impossibl:6 incompatibl:6 insert:6 insid:6 installerat:6 instant:6 integritet:6 interaktion:6 invalid:6
isolinux:6 isp:6 kallpaket:6 kant:6 knowledg:6 kommandorad:6 kommandotolk:6 kommersiell:6 komplex:6 learn:6
lett:6 libvirt:6 lightweight:6 likt:6 line:6 located:6 loggfil:6 mailbox:6 managing:6 manipulation:6 mat:6
mb:6 meny:6 merged:6 metod:6 mjukvaran:6 modem:6 modifying:6 month:6 murdock:6 mx:6 na:6 namngiv:6 natt:6
neith:6 networking:6 ng:6 nodvandigtvis:6 noting:6 nsswitch:6 numm:6 omrad:6 openoffic:6 operator:6 opp:6
organized:6 outdated:6 overall:6 owned:6 parent:6 paus:6 peer:6 perfectly:6 performed:6 permanently:6
persistent:6 physically:6 plain:6 plats:6 popularity:6 possibiliti:6 postinst:6 pow:6 praktisk:6 produc:6
professional:6 publish:6 pur:6 purged:6 pv:6 reasonabl:6 received:6 receiving:6 registration:6 relation:6
relativt:6 reliability:6 remain:6 rens:6 replacing:6 reported:6 reserved:6 respectiv:6 retriev:6 richard:6
ror:6 rorledning:6 safety:6 sakn:6 saving:6 scenario:6 schemalagg:6 scop:6 scratch:6 sdb:6 sdc:6 securing:6
self:6 sender:6 sett:6 setuid:6 signal:6 ske:6 skrivbordet:6 sma:6 smart:6 social:6 sokvag:6 somewh:6
spamassassin:6 spel:6 spf:6 spread:6 sql:6 squid:6 squidguard:6 stack:6 stallman:6 stang:6 statistic:6 study:6
successful:6 suggested:6 suricat:6 syn:6 systemadministrator:6 tom:6 trot:6 true:6 tunneling:6 uid:6
unsolicited:6 uppstar:6 utility:6 utrymm:6 validated:6 validation:6 vardet:6 varld:6 vary:6 vasent:6 vast:6
vulnerabiliti:6 wait:6 warn:6 webmin:6 wireless:6 workaround:6 yourself:6 z:6 000:5 10.2.2:5 1000:5 11.1:5
2.4:5 2001:5 2021:5 255.255.255.0:5 256:5 6.1:5 acquir:5 actively:5 activity:5 addus:5 adjust:5 adjusted:5
advanc:5 affect:5 aggregat:5 aid:5 akt:5 al:5 algorithm:5 altogeth:5 anonymous:5 anslutn:5 ansv:5
anvandarnamn:5 appendix:5 appl:5 applikation:5 apticron:5 arbitrary:5 assembled:5 ateranvand:5 attacker:5
authenticated:5 authenticating:5 authoriz:5 avset:5 away:5 backward:5 barring:5 beteend:5 bitar:5 body:5
booted:5 borjan:5 borttag:5 bound:5 broad:5 broadc:5 brut:5 bz2:5 categori:5 chmod:5 circumstanc:5 clamav:5
classification:5 clearly:5 co:5 collectively:5 combining:5 completed:5 compression:5 configurabl:5
connecting:5 consist:5 constitution:5 contribution:5 controversial:5 conversely:5 count:5 covering:5 crack:5
crt:5 cycl:5 debfost:5 detecting:5 developing:5 devscript:5 differentiated:5 differently:5 digital:5 discuss:5
discussed:5 displaying:5 djup:5 duplicated:5 duplicating:5 eas:5 elegant:5 encount:5 ending:5 enforc:5 ens:5
erf:5 establish:5 established:5 examin:5 exec:5 exhaustiv:5 experienc:5 expir:5 exploit:5 extend:5 extremt:5
fakeroot:5 fallstudi:5 familj:5 family:5 faqs:5 fetching:5 filenam:5 final:5 foraldr:5 forbattr:5 forlit:5
forstar:5 fort:5 four:5 framtid:5 frihet:5 fritt:5 frr:5 ftps:5 fulfill:5 gained:5 gathered:5 gdm3:5
globally:5 god:5 googl:5 graph:5 grow:5 guess:5 half:5 handbok:5 hansyn:5 hat:5 hemkatalog:5 hierarchical:5
hindr:5 hot:5 htaccess:5 hug:5 huser:5 ice:5 identification:5 ids:5 ifran:5 ihag:5 impli:5 inaktiver:5
increasing:5 increasingly:5 independently:5 influenc:5 inget:5 inherit:5 initialized:5 initrd:5 inkrementell:5
intend:5 interest:5 intermediary:5 isolation:5 isoler:5 jessi:5 jump:5 kategori:5 klar:5 klon:5 kom:5
kombination:5 kommentar:5 komponent:5 komprimer:5 konverter:5 korning:5 kriteri:5 labeling:5 learned:5 legal:5
libnss:5 libpam:5 libvirtd:5 limiting:5 locat:5 logging:5 logik:5 logrotat:5 losing:5 lyssn:5 mainly:5
maintaining:5 majority:5 mannisk:5 mansk:5 manualsidan:5 masquerading:5 modifierat:5 moment:5 moving:5
multimedi:5 mysql:5 naming:5 namnd:5 netinst:5 networkmanag:5 nuvar:5 nyckel:5 nyckelinfrastruktur:5 nyhet:5
offering:5 officially:5 omfattning:5 omoj:5 onto:5 openssh:5 operational:5 opted:5 oracl:5 organisation:5
orig:5 parametr:5 partitioning:5 paverk:5 pem:5 perfek:5 permit:5 perspektiv:5 placed:5 plugged:5 plus:5
postgrey:5 postlist:5 postrm:5 potentiell:5 prerequisit:5 prerm:5 presented:5 pressing:5 processing:5
product:5 programmeringssprak:5 protecting:5 publicly:5 qos:5 queue:5 quot:5 rack:5 reality:5 rebooting:5
reconstruct:5 reconstruction:5 recorded:5 redundant:5 referenced:5 registered:5 registrer:5 remind:5
removabl:5 reputation:5 rescu:5 resid:5 responsibl:5 restart:5 resurs:5 retain:5 reus:5 reviews:5 revision:5
rid:5 ring:5 rkhunt:5 roaming:5 router:5 rpc:5 runt:5 rw:5 sadan:5 sakerhetskopier:5 sakert:5 salund:5
samman:5 saval:5 say:5 scheduled:5 sektion:5 semodul:5 sendmail:5 separer:5 serious:5 signifikant:5 skillnad:5
skip:5 sni:5 soft:5 solv:5 someon:5 something:5 squeez:5 stabilitet:5 stark:5 statisk:5 stopp:5 stopping:5
straight:5 stream:5 stretch:5 strikt:5 struktur:5 studi:5 subdirectori:5 subdirectory:5 subsequent:5 sup:5
supposed:5 svart:5 swappartition:5 synchronization:5 systematisk:5 tacksam:5 tagit:5 tal:5 teck:5 tedious:5
tested:5 testlxc:5 textfil:5 theory:5 theref:5 tild:5 tillfall:5 tillstand:5 tjan:5 tolk:5 translat:5 tweak:5
tyd:5 tyvarr:5 udevd:5 umask:5 unavailabl:5 underlying:5 unlikely:5 unmounting:5 upgraded:5 uplo:5 upload:5
uppgrader:5 uppgradering:5 upplev:5 ur:5 utgang:5 utiliti:5 uttryck:5 veckan:5 vers:5 vic:5 vilj:5 villk:5
villkor:5 violation:5 virtuellt:5 vm:5 vocabulary:5 volunteer:5 w:5 webblas:5 webbplats:5 whatev:5 wheezy:5
whitelist:5 wired:5 wrong:5 x86:5 xfce:5 xfs:5 zero:5
"""
