"""Common words (nl) in so many paragraphs; made by scripts/background_counts.py."""

DOCUMENTS = 3588
COUNTS = """
the:2279 to:1659 a:1587 and:1450 it:1008 for:927 be:916 this:833 that:830 can:784 with:753 are:730 by:729
on:694 debian:692 file:685 as:645 or:619 packag:547 which:519 not:492 an:474 from:430 will:422 use:407
system:393 if:387 you:377 all:376 but:370 server:369 only:362 also:361 command:346 user:338 used:324
configuration:322 one:317 have:308 these:305 other:293 allow:289 when:282 they:277 softwar:265 more:251
network:250 set:242 so:235 since:232 such:232 each:231 some:229 at:227 org:227 name:226 run:225 machine:222
has:219 pakket:218 their:216 list:210 availabl:209 then:208 ap:206 case:203 default:203 exampl:202 most:201
kernel:197 need:196 program:195 uus:195 https:190 should:188 them:187 contain:186 first:182 service:182
version:182 data:179 any:173 tool:173 new:171 time:171 provide:170 bruik:167 work:163 disk:161 interface:161
must:160 option:160 been:154 into:154 linux:154 up:154 chang:153 eef:153 proces:153 there:152 computer:151
many:151 directory:149 administrator:148 conf:148 follow:148 same:148 acces:147 installed:144 see:144
possibl:141 information:138 source:138 make:137 several:136 requir:134 no:131 usually:130 addres:128
include:128 project:128 required:128 number:126 updat:126 two:124 start:123 virtual:123 create:120 do:120
note:120 paragraaf:120 get:119 install:118 check:117 installeer:117 dpkg:116 local:115 application:114
security:114 boot:112 device:112 falcot:112 of:112 standard:110 may:109 those:108 control:107 installation:107
both:106 rule:104 share:104 where:104 email:103 parameter:103 automatically:102 different:102 ip:101
stored:101 than:101 after:100 however:100 without:100 another:99 based:99 bestand:99 does:99 instance:99
like:98 programma:98 simpl:98 thus:97 voorbeeld:97 zal:97 installer:95 problem:95 very:95 www:95 ieder:94
systeem:94 filesystem:91 messag:91 would:91 therefor:90 way:90 created:89 werk:89 domain:88 line:88
provided:88 bruiker:87 connection:87 maak:87 correspond:86 gif:86 group:86 host:86 moduul:86 once:86 1:85
featur:85 known:85 duur:84 free:84 still:84 usr:84 raid:83 releas:83 well:83 back:82 configured:82 detail:82
key:82 between:81 now:81 through:81 about:80 root:80 while:80 befor:79 find:78 own:78 specific:78 web:78
point:77 protocol:77 read:77 type:77 operation:76 under:76 basic:75 being:74 graphical:74 lists:74 look:74
partition:74 versie:74 distribution:73 mail:73 molijk:73 page:73 already:72 desktop:72 execut:72 policy:72
test:72 verschil:72 could:71 hardwar:71 mean:71 scrip:71 help:70 log:70 main:70 space:70 various:70 databas:69
section:69 take:69 your:69 doc:68 particular:68 volume:68 either:67 5:66 creat:66 exist:66 few:66 hard:66
made:66 manual:66 scripts:66 step:66 task:66 abl:65 com:65 documentation:65 know:65 let:65 level:65 add:64
beheer:64 code:64 described:64 enabl:64 importeer:64 within:64 deep:63 further:63 physical:63 called:62
permission:62 postfix:62 simply:62 common:61 configureer:60 describe:60 directive:60 distributie:60 dns:60
geef:60 keep:60 ontwikkel:60 cd:59 current:59 e:59 enkel:59 last:59 might:59 becaus:58 client:58 field:58
how:58 http:58 naam:58 similar:58 taak:58 unix:58 window:58 contents:57 end:57 good:57 itself:57 nieuwe:57
question:57 stabl:57 alternative:56 defined:56 internet:56 purpos:56 relevant:56 handl:55 involve:55
manager:55 sometime:55 always:54 archive:54 eerst:54 reedschap:54 ssh:54 what:54 bevat:53 developer:53
directly:53 full:53 instead:53 maintainer:53 out:53 public:53 useful:53 afbeeld:52 extra:52 gnome:52 hand:52
meest:52 come:51 doesn:51 entry:51 lijst:51 syntax:51 variabl:51 ad:50 appropriat:50 complet:50 configur:50
dedicated:50 geval:50 imag:50 instal:50 just:50 password:50 send:50 were:50 commando:49 daemon:49 download:49
html:49 incluud:49 informeer:49 old:49 part:49 second:49 volg:49 why:49 account:48 aptitude:48 behavior:48
define:48 directorie:48 done:48 drive:48 finally:48 here:48 mirror:48 rather:48 store:48 tip:48 0:47 basis:47
choice:47 enabled:47 environment:47 later:47 link:47 nood:47 term:47 who:47 write:47 beschik:46 found:46
mode:46 our:46 port:46 support:46 ensur:45 especially:45 filter:45 laat:45 official:45 practice:45 remot:45
solution:45 toe:45 best:44 dev:44 display:44 indicat:44 interest:44 ldap:44 nerated:44 special:44 x:44
associated:43 build:43 location:43 lvm:43 nerally:43 non:43 rights:43 rom:43 too:43 websit:43 action:42 bit:42
cours:42 going:42 oop:42 singl:42 vraag:42 almeen:41 among:41 bron:41 bug:41 complex:41 edit:41 long:41
manier:41 match:41 matter:41 named:41 reference:41 shell:41 systemd:41 terug:41 apache:40 automatisch:40
corp:40 easy:40 initial:40 needed:40 record:40 remove:40 team:40 upgrade:40 value:40 2:39 actually:39 cache:39
een:39 fail:39 give:39 login:39 var:39 wiki:39 above:38 accord:38 block:38 bullseye:38 enkeel:38 enough:38
fout:38 manamen:38 net:38 next:38 privat:38 som:38 started:38 vrije:38 xen:38 amd64:37 cover:37 listed:37
mount:37 operaat:37 pas:37 search:37 session:37 target:37 text:37 8:36 become:36 bepaal:36 hosts:36 latter:36
load:36 mechanism:36 multipl:36 recommended:36 turn:36 usb:36 writ:36 actual:35 architectur:35 better:35
choos:35 clients:35 cron:35 deb:35 dezelf:35 error:35 executed:35 format:35 larg:35 lib:35 manag:35 memory:35
n:35 necessary:35 stabiel:35 traffic:35 us:35 volled:35 authentication:34 bios:34 every:34 least:34 les:34
manually:34 much:34 nerat:34 profil:34 recent:34 refer:34 setup:34 show:34 try:34 ver:34 answer:33 cannot:33
consool:33 coom:33 documenteer:33 function:33 hoofdstuk:33 identify:33 lead:33 longer:33 offer:33 real:33
selinux:33 sidebar:33 site:33 standaard:33 three:33 whether:33 whole:33 aanpas:32 although:32 avoid:32
backup:32 boek:32 certificat:32 creation:32 doel:32 everyth:32 included:32 partitie:32 again:31 against:31
card:31 dependencie:31 driver:31 gaan:31 gnu:31 haaf:31 home:31 ipv6:31 latest:31 managed:31 meenschap:31
meestal:31 risk:31 specify:31 uitvoer:31 zelf:31 added:30 advantag:30 afhankelijk:30 allowed:30 assigned:30
begin:30 book:30 copy:30 deel:30 g:30 go:30 header:30 languag:30 nfs:30 performance:30 return:30 sent:30
size:30 starts:30 twee:30 understand:30 advanced:29 ander:29 ask:29 communication:29 currently:29 focus:29
frequently:29 i:29 keys:29 kies:29 modified:29 quite:29 rang:29 removed:29 role:29 status:29 though:29
tother:29 verwijder:29 attacker:28 automatic:28 bootloader:28 browser:28 firewall:28 licentie:28 mentioned:28
per:28 regel:28 small:28 storag:28 4:27 attack:27 base:27 below:27 binary:27 choose:27 disabl:27 displays:27
documented:27 fortunately:27 ftp:27 gz:27 init:27 media:27 path:27 prevent:27 related:27 symbolic:27
unstabl:27 vind:27 zie:27 accessibl:26 architectuur:26 care:26 certain:26 character:26 connect:26 cultur:26
designed:26 developed:26 dienst:26 easily:26 entrie:26 followed:26 form:26 grote:26 grub:26 menu:26 method:26
optie:26 owner:26 previous:26 probably:26 samba:26 schijf:26 secur:26 tabl:26 tcp:26 upstream:26 vrijgave:26
whose:26 beperk:25 connected:25 container:25 domu:25 don:25 elements:25 fully:25 gb:25 handled:25 info:25
kunt:25 laatst:25 map:25 neral:25 packets:25 preseed:25 priority:25 really:25 results:25 screen:25 shared:25
short:25 suite:25 widely:25 word:25 year:25 zeer:25 10:24 addition:24 amount:24 apply:24 around:24
beschrijf:24 c:24 cfg:24 company:24 considered:24 date:24 debconf:24 development:24 dhcp:24 due:24 dvd:24
force:24 happen:24 identity:24 increas:24 involved:24 kind:24 licens:24 lxc:24 modify:24 packaag:24 perform:24
reason:24 repository:24 resource:24 right:24 staat:24 state:24 tunnel:24 usual:24 weet:24 wil:24 beveil:23
bied:23 changed:23 correct:23 difference:23 documents:23 element:23 environments:23 indien:23 internal:23
keuze:23 master:23 model:23 piece:23 prior:23 processor:23 quick:23 regular:23 reject:23 remain:23
restriction:23 result:23 selected:23 smtp:23 switch:23 thing:23 track:23 values:23 virtualization:23 acros:22
bedrijf:22 components:22 configuur:22 daarom:22 document:22 external:22 failur:22 former:22 goed:22 groep:22
intended:22 ipv4:22 library:22 mounted:22 netwerk:22 normal:22 older:22 otherwis:22 points:22 printer:22
repositorie:22 restricted:22 signatur:22 specifieke:22 toevoeg:22 updated:22 weergeef:22 7:21 active:21
additional:21 appear:21 assign:21 belong:21 beschikbar:21 blijf:21 bring:21 caution:21 content:21 down:21
extension:21 fact:21 heel:21 initially:21 kde:21 kun:21 l:21 layer:21 limit:21 limited:21 los:21 meta:21
modern:21 multi:21 neric:21 never:21 onderhouder:21 opwaardeer:21 plugin:21 popular:21 put:21 rest:21 saam:21
schijfindel:21 sign:21 signed:21 ssl:21 stap:21 stop:21 uefi:21 aantal:20 array:20 bestaand:20
besturingssysteem:20 builder:20 built:20 call:20 component:20 criteria:20 detailed:20 detect:20 encryption:20
event:20 execution:20 explicit:20 fixed:20 geven:20 goal:20 hoewel:20 identifier:20 incoom:20 kep:20 lang:20
logical:20 makkelijk:20 meer:20 member:20 modification:20 online:20 oplos:20 output:20 parallel:20 pre:20
present:20 re:20 redundancy:20 replace:20 respectively:20 select:20 selecteer:20 similarly:20 soon:20 split:20
tijd:20 top:20 trusted:20 unles:20 vaak:20 vele:20 vertaal:20 voorkoom:20 world:20 bridg:19 cal:19
combination:19 consider:19 decision:19 desired:19 disabled:19 enz:19 far:19 id:19 integrated:19 isn:19
operat:19 outside:19 patch:19 plasma:19 projects:19 proxy:19 rarely:19 removal:19 requirements:19 side:19
specified:19 supports:19 sure:19 third:19 tijden:19 u:19 ubuntu:19 usag:19 vg:19 video:19 yet:19 almost:18
b:18 bestaat:18 chapter:18 compromis:18 compromised:18 delet:18 dynamic:18 excep:18 exchang:18 git:18 i386:18
librarie:18 loaded:18 man:18 mens:18 possibility:18 properly:18 provid:18 quickly:18 reboot:18 rely:18
request:18 router:18 sender:18 simplest:18 situation:18 specifically:18 subsystem:18 supported:18 swap:18
thank:18 tree:18 vanaf:18 vooral:18 ways:18 3:17 64:17 arch:17 arguments:17 biedt:17 clean:17 close:17
community:17 contained:17 critical:17 daily:17 deal:17 description:17 direct:17 easier:17 equivalent:17
explanation:17 forward:17 furthermor:17 grow:17 hap:17 hebt:17 implementation:17 indicated:17
initialization:17 integrat:17 iso:17 lack:17 lees:17 monitor:17 natuurlijk:17 noem:17 officieel:17
onstabiel:17 opstart:17 personal:17 ports:17 proce:17 ram:17 relmaat:17 represent:17 separat:17 significant:17
snel:17 sub:17 tar:17 view:17 wish:17 zoek:17 zone:17 assume:16 automated:16 baseer:16 beek:16 bin:16 cause:16
concep:16 concern:16 context:16 decide:16 definieer:16 determine:16 effect:16 encrypted:16 execuut:16 fai:16
firewal:16 foundation:16 goes:16 higher:16 hostname:16 inclusief:16 infrastructur:16 limits:16 maintain:16
matche:16 microsof:16 mostly:16 munin:16 onderhoud:16 pair:16 parts:16 passwd:16 patche:16 potential:16 ppp:16
probleem:16 procedur:16 provider:16 querie:16 query:16 reconfigur:16 rejected:16 replaced:16 save:16 stage:16
url:16 voordeel:16 vulnerability:16 wide:16 xz:16 32:15 accep:15 apache2:15 apparmor:15 approach:15 author:15
buster:15 ca:15 condition:15 consequence:15 contributor:15 cultuur:15 databank:15 day:15 dependency:15
design:15 downloaded:15 efficient:15 empty:15 enter:15 ethernet:15 executabl:15 explain:15 great:15 idea:15
integrity:15 interactive:15 invoked:15 legitimat:15 likely:15 lot:15 major:15 manner:15 methode:15 minimal:15
mis:15 nagios:15 neem:15 nieuw:15 object:15 obtained:15 original:15 p:15 pagina:15 particularly:15 period:15
previously:15 principl:15 print:15 quality:15 r:15 reach:15 readme:15 regularly:15 requests:15 restrict:15
rout:15 scheduled:15 seem:15 separated:15 serve:15 stand:15 taal:15 technical:15 udev:15 udp:15 unique:15
unit:15 upload:15 vrij:15 won:15 woordenschat:15 zien:15 applied:14 archief:14 aspects:14 auto:14
belangrijk:14 beleid:14 bereik:14 beslis:14 beter:14 beyond:14 candidat:14 clas:14 consideration:14
constraints:14 controler:14 crontab:14 deleted:14 detected:14 encood:14 exact:14 explained:14 fork:14
hierarchy:14 history:14 hosted:14 immediately:14 input:14 integration:14 keyboard:14 label:14 locally:14
maintenance:14 meant:14 moment:14 newer:14 objects:14 packet:14 party:14 pattern:14 plaat:14 possibly:14
pptp:14 privileg:14 proc:14 protect:14 recom:14 report:14 review:14 sampl:14 scheduul:14 schik:14 sequence:14
spam:14 structur:14 toepas:14 typical:14 veld:14 verantwoordelijk:14 vocabulary:14 volgen:14 vpn:14 9:13
accessed:13 achieved:13 activat:13 adap:13 administration:13 authorized:13 availability:13 bash:13 bijdraag:13
bind:13 brows:13 cdd:13 chain:13 commonly:13 completely:13 concepts:13 corresponder:13 creeer:13 defin:13
displayed:13 echt:13 entirely:13 events:13 exists:13 expected:13 fine:13 firmwar:13 gateway:13 guide:13
handbook:13 handleid:13 har:13 her:13 identified:13 iedereen:13 ignor:13 implemented:13 independent:13
individual:13 inetd:13 inhoud:13 instruction:13 jaar:13 kijk:13 kvm:13 leid:13 letter:13 limitation:13
locaal:13 m:13 meet:13 mention:13 minder:13 modular:13 modus:13 monitoor:13 nat:13 necessarily:13 notitie:13
numerous:13 ondersteun:13 opslaag:13 organization:13 parent:13 perfect:13 please:13 preference:13
proprietary:13 recipient:13 reed:13 requested:13 restart:13 symbol:13 sys:13 systemctl:13 targets:13
templat:13 tenslot:13 traditional:13 unfortunately:13 v:13 vary:13 verander:13 vereist:13 verify:13 verlijk:13
vnc:13 voorstel:13 warn:13 11:12 aanbood:12 ability:12 adapted:12 alias:12 along:12 analysis:12 anyth:12
argument:12 attempts:12 belangrijke:12 benefit:12 beteek:12 betrok:12 beur:12 bijvoorbeeld:12 communicat:12
compiled:12 compiler:12 comprehensive:12 configurer:12 conflict:12 contribut:12 copie:12 custom:12 db:12
despit:12 diff:12 discussion:12 distributed:12 dom0:12 essential:12 evolve:12 exactly:12 explicitly:12
expression:12 failed:12 firefox:12 formaat:12 front:12 functionality:12 gather:12 goede:12 guarantee:12 hen:12
hetzelf:12 hour:12 impact:12 interessant:12 koos:12 led:12 listen:12 localhost:12 logcheck:12 mark:12 merk:12
niveau:12 notably:12 nowadays:12 obviously:12 occur:12 office:12 onderdeel:12 openvpn:12 peopl:12 person:12
php:12 praktijk:12 prepared:12 promp:12 proper:12 punt:12 quota:12 receive:12 reduce:12 regard:12
relatively:12 released:12 remotely:12 resolution:12 sbin:12 scan:12 sectie:12 shipped:12 sip:12 socket:12
tekst:12 temporarily:12 temporary:12 tests:12 themselve:12 transfer:12 trigger:12 vervang:12 voer:12
voorbeel:12 waarop:12 wait:12 xmpp:12 12:11 24:11 administrative:11 aim:11 applie:11 ar:11 authenticat:11
avoided:11 behalve:11 bestandssysteem:11 bewar:11 bijdrager:11 binair:11 bulk:11 cf:11 chanlog:11 channel:11
charg:11 checksum:11 clear:11 compared:11 compatibility:11 compileer:11 concret:11 convenient:11 copyright:11
cup:11 deployment:11 detection:11 difficult:11 edited:11 efi:11 eig:11 english:11 entir:11 fashion:11
flexibl:11 fstab:11 greylist:11 human:11 implementeer:11 indeed:11 interaction:11 job:11 kleine:11 koom:11
krijg:11 layout:11 ll:11 logged:11 ls:11 lv:11 manaag:11 move:11 noth:11 ntp:11 origin:11 os:11 pam:11
peripheral:11 perl:11 pick:11 plan:11 prefer:11 prioritie:11 protected:11 protection:11 ready:11 rfc:11 rsa:11
scherm:11 seen:11 selection:11 sens:11 shaar:11 shadow:11 simpelweg:11 slightly:11 static:11 stoor:11
strict:11 sudo:11 terminal:11 tmp:11 toegang:11 typ:11 util:11 validat:11 verbeteer:11 verspreid:11 week:11
workstation:11 worth:11 zeker:11 zodat:11 aanef:10 accepted:10 accordingly:10 accounts:10 achief:10 af:10
altered:10 announced:10 antwoord:10 anyone:10 apart:10 asked:10 attemp:10 automat:10 awar:10 awstats:10
background:10 backports:10 begrijp:10 bijzonder:10 brook:10 central:10 combined:10 compil:10 continue:10
controlled:10 customized:10 dankzij:10 describ:10 discover:10 distribut:10 editor:10 ervan:10 extract:10
facilitat:10 fast:10 fix:10 frequent:10 functie:10 functional:10 futur:10 gain:10 grant:10 groter:10 gtk:10
high:10 improve:10 infrastructuur:10 initieel:10 instel:10 instructie:10 interpreter:10 introduced:10
issues:10 join:10 komt:10 kort:10 labeled:10 lef:10 life:10 live:10 lost:10 lts:10 mac:10 mag:10 maintained:10
mee:10 migrat:10 milter:10 mini:10 minut:10 monitored:10 mozilla:10 noodzakelijk:10 offered:10 omschrijf:10
ontwikkeld:10 ouder:10 pc:10 potentially:10 power:10 preferred:10 qemu:10 readabl:10 redelijk:10 reinstall:10
relie:10 remoof:10 reply:10 reports:10 representation:10 represented:10 respons:10 revers:10 rol:10 route:10
saaf:10 sata:10 sensitive:10 shel:10 shown:10 simpel:10 smtpd:10 sort:10 specification:10 specifiek:10
speed:10 srv:10 staan:10 steed:10 string:10 suffix:10 synaptic:10 tabel:10 tel:10 topic:10 total:10 txt:10
unknown:10 unlike:10 updaat:10 verzekeer:10 voeg:10 voor:10 vrijwil:10 wants:10 wis:10 x11:10 100:9 6:9 acts:9
affected:9 allocated:9 alter:9 analys:9 andeer:9 antwoor:9 arrays:9 authority:9 behind:9 board:9 bsd:9
canonical:9 cgi:9 chrooted:9 clock:9 commercial:9 compilation:9 concerned:9 consistent:9 contrib:9
controller:9 core:9 dank:9 degraded:9 devel:9 dien:9 direction:9 draag:9 drie:9 drop:9 eer:9 effectively:9
engel:9 engine:9 ervaar:9 established:9 evolution:9 excellent:9 expliciet:9 exploit:9 eyrol:9 fit:9
flexibility:9 gaat:9 gid:9 global:9 gpg:9 grafisch:9 greater:9 historically:9 hypervisor:9 indeel:9
independently:9 installatieprogramma:9 interact:9 intermediary:9 invocation:9 invoke:9 ipsec:9 irc:9 issue:9
issued:9 kant:9 keer:9 kwaal:9 kwestie:9 libreoffice:9 littl:9 lokaal:9 mandatory:9 mistake:9 mod:9 month:9
negeer:9 netfilter:9 newly:9 normally:9 nummer:9 obsolet:9 oude:9 outgo:9 overwrit:9 packaged:9 passed:9
past:9 permanent:9 phase:9 pid:9 pipe:9 place:9 principe:9 proceed:9 propertie:9 propos:9 publieke:9 purg:9
raphael:9 recently:9 recht:9 recommendation:9 regi:9 relay:9 reliabl:9 remember:9 replacement:9 richt:9 said:9
saved:9 sh:9 smb:9 stel:9 straightforward:9 stream:9 subnet:9 tell:9 tenstel:9 tls:9 toestaan:9 toon:9 trace:9
translation:9 transport:9 until:9 utf:9 variant:9 verbond:9 virtuel:9 virus:9 von:9 vrijgeef:9 welk:9 wien:9
wikipedia:9 wilt:9 15:8 192.168.0.0:8 25:8 3.0:8 aanzien:8 acquir:8 acronym:8 act:8 adsl:8 afleid:8 afleide:8
agent:8 alert:8 alternatively:8 antivirus:8 anymor:8 audit:8 auteur:8 backed:8 bar:8 beschreef:8 blog:8
brengt:8 brought:8 bruce:8 buildpackag:8 byte:8 careful:8 child:8 chose:8 collected:8 commented:8
configuratiebestand:8 contact:8 contrary:8 convention:8 copied:8 cost:8 customize:8 daan:8 debsum:8
definition:8 delay:8 destination:8 detects:8 dh:8 dirvish:8 discus:8 dsc:8 eind:8 einschap:8 encryp:8 ervoor:8
eth0:8 eventually:8 excerp:8 exim4:8 exit:8 expect:8 experimenteel:8 expressed:8 ext3:8 ext4:8 formats:8
freedesktop:8 got:8 granted:8 groot:8 handel:8 helaas:8 hence:8 hesitat:8 heug:8 historical:8 houdt:8 httpd:8
ide:8 identification:8 inbegreep:8 incremental:8 index:8 intel:8 interactief:8 intrusion:8 legacy:8 leider:8
lezer:8 lijk:8 located:8 logisch:8 luk:8 md5:8 mdadm:8 mind:8 minimum:8 nagios4:8 natur:8 neraat:8 nf:8 node:8
none:8 nooit:8 nor:8 notice:8 nss:8 openssl:8 operator:8 opmerk:8 opstartlader:8 physically:8 plaats:8
plugged:8 precis:8 prober:8 proof:8 proposed:8 publiek:8 qualified:8 rapporter:8 rechtstreek:8 reek:8
replaac:8 respective:8 restor:8 resultaat:8 reuse:8 roland:8 rpm:8 safe:8 sasl:8 scheme:8 schreef:8 schrijf:8
slapd:8 specifie:8 squid:8 src:8 stick:8 sufficient:8 super:8 symbolized:8 synchronization:8 tend:8
transmission:8 tries:8 tweede:8 uitbreid:8 unmount:8 upgraad:8 upon:8 username:8 verwijderd:8 virt:8 visibl:8
voldoen:8 voordat:8 waarschijnlijk:8 weiger:8 whereas:8 wireles:8 yes:8 16:7 509:7 aanroep:7 absence:7
abstract:7 abstraction:7 accepteer:7 activity:7 addressed:7 admin:7 adr:7 allemaal:7 amd:7 analyze:7
announce:7 april:7 area:7 aspect:7 authenticated:7 becoom:7 bedank:7 behave:7 beheert:7 belang:7 beleide:7
bericht:7 betrek:7 bewaarplaats:7 bibliotheek:7 bijna:7 blend:7 btrfs:7 bts:7 categorie:7 ch:7 chroot:7
circumstance:7 comments:7 commercieel:7 compatibel:7 completion:7 compressed:7 compression:7 confidentiality:7
consult:7 crack:7 days:7 debhelper:7 definieert:7 demand:7 deploy:7 deployed:7 derivative:7 determined:7
develop:7 differ:7 differently:7 dinstall:7 dist:7 dkim:7 drawback:7 dynamically:7 eenmaal:7 ensuur:7 esr:7
essentieel:7 exception:7 exclude:7 experience:7 expiration:7 extended:7 fail2ban:7 fals:7 familie:7 favor:7
fetch:7 filename:7 four:7 framework:7 friendly:7 fysiek:7 gitlab:7 gpl:7 graphic:7 grep:7 gzip:7 hid:7 ian:7
identical:7 ifupdown:7 implicitly:7 impossibl:7 incompatibl:7 indicaat:7 individuel:7 insert:7 iptabl:7 keyr:7
kopie:7 kost:7 kritieke:7 larger:7 learn:7 leave:7 lightweight:7 lijkaar:7 lilo:7 lower:7 lvs:7 majority:7
manufacturer:7 marked:7 market:7 mbr:7 measur:7 merged:7 moved:7 murdock:7 nereer:7 netstat:7 nftabl:7 nice:7
noom:7 noot:7 o:7 obtain:7 off:7 omgeef:7 ondersteund:7 ontdek:7 open:7 opendkim:7 opnieuw:7 opposed:7
organized:7 outdated:7 override:7 overview:7 owned:7 ownership:7 partij:7 pend:7 persistent:7 persoon:7
picked:7 position:7 precisely:7 pres:7 primary:7 privacy:7 probeert:7 produce:7 professional:7 prosody:7 ps:7
pvs:7 python:7 qt:7 rate:7 rc:7 reached:7 referentie:7 rejection:7 removabl:7 represents:7 rescue:7
respectievelijk:7 rtc:7 runlevel:7 salsa:7 satisfy:7 scenario:7 scope:7 scsi:7 searche:7 selector:7 semanag:7
serious:7 setgid:7 sind:7 situeer:7 slow:7 sof:7 someth:7 speak:7 sponsor:7 spread:7 sshd:7 stack:7
statistic:7 stays:7 subdirectory:7 subset:7 successful:7 sugstion:7 summary:7 switche:7 tab:7 technisch:7
technoloog:7 tijdelijk:7 toewijd:7 translat:7 true:7 trust:7 typically:7 uitleg:7 valid:7 vast:7 verwacht:7
verwijs:7 viewer:7 volunteer:7 vulnerabilitie:7 waarin:7 webrtc:7 weekly:7 weer:7 wens:7 xl:7 zet:7 zorg:7
zowel:7 1.0:6 20:6 2004:6 2014:6 500:6 aa:6 aanbied:6 aangeef:6 aanvul:6 aard:6 accepts:6 adjust:6 afkort:6
anonymous:6 apparaat:6 assembl:6 associat:6 associeer:6 atd:6 attribut:6 auth:6 authenticaat:6 authorize:6
avanceer:6 away:6 backward:6 bashrc:6 beantwoor:6 begrip:6 behandeld:6 behoud:6 beide:6 belangrijkst:6
benefits:6 bewerk:6 blacklist:6 boom:6 booted:6 breek:6 broadcast:6 buildd:6 bzip2:6 cabl:6 campaign:6
carefully:6 checked:6 cif:6 classification:6 closer:6 co:6 codename:6 collection:6 combin:6 companie:6
complexity:6 configurabl:6 connectivity:6 contract:6 controol:6 correctly:6 costs:6 country:6 creatie:6 cruf:6
cryptographic:6 customization:6 decided:6 denial:6 deny:6 detecteer:6 differentiat:6 differentiated:6
digital:6 discovered:6 discussed:6 discussie:6 dkms:6 dos:6 draait:6 effectief:6 elkaar:6 establish:6 export:6
expres:6 ext:6 externe:6 face:6 family:6 faq:6 five:6 flag:6 forbid:6 french:6 fsf:6 fundamental:6
garandeert:6 grants:6 grouped:6 gues:6 guideline:6 hasn:6 he:6 helo:6 hierarchical:6 hiervoor:6 hoofd:6
howto:6 huge:6 huid:6 icon:6 ietf:6 ignored:6 implement:6 inderdaad:6 individually:6 inside:6 int:6
interactie:6 invalid:6 isolinux:6 isp:6 k:6 keyword:6 knowledg:6 laad:6 langer:6 learned:6 libvirt:6 light:6
linear:6 lokaliseer:6 maand:6 macro:6 manueel:6 marg:6 mb:6 middel:6 migration:6 migreer:6 minst:6 misschien:6
modem:6 moof:6 mx:6 neither:6 networkmanager:6 ng:6 niet:6 nsswitch:6 ofwel:6 omvat:6 onderwerp:6 onderzoek:6
ontwerp:6 openoffice:6 opereer:6 organiseer:6 overall:6 pakketbeheer:6 pause:6 peer:6 philosophy:6 placed:6
platform:6 pointer:6 popularity:6 possibilitie:6 post:6 postinst:6 powered:6 powerful:6 problematic:6
product:6 publish:6 published:6 pure:6 purged:6 pv:6 rapport:6 reality:6 received:6 reconstruct:6 recorded:6
referred:6 registration:6 rejects:6 reliability:6 reminder:6 requirement:6 reserved:6 responsibl:6 retrief:6
richard:6 risico:6 rsyslog:6 safety:6 samenvat:6 schema:6 scratch:6 sdb:6 sdc:6 seek:6 selectie:6 setuid:6
signal:6 simpler:6 simplify:6 slice:6 smaller:6 snapshot:6 someone:6 spamassassin:6 spf:6 sql:6 squidguard:6
stallman:6 standaar:6 strictly:6 structuur:6 study:6 subcommand:6 subject:6 succes:6 suggests:6 sugsted:6
suricata:6 tag:6 technology:6 til:6 toelaat:6 traditionally:6 transition:6 trying:6 tweak:6 uid:6 uitgeef:6
uitpak:6 unabl:6 unsolicited:6 unusual:6 usabl:6 utilitie:6 validated:6 validation:6 versa:6 vice:6 virtueel:6
voldoend:6 volgor:6 voorzicht:6 vorm:6 vraagt:6 vriendelijk:6 w:6 wachtwoord:6 webmin:6 weg:6 wenst:6 wheezy:6
woon:6 yourself:6 zero:6 00:5 10.2.2:5 11.1:5 2.4:5 2001:5 2021:5 255.255.255.0:5 256:5 6.1:5 aanbevool:5
achter:5 actively:5 additionally:5 adduser:5 adjusted:5 advance:5 afhandel:5 afterward:5 aggregat:5 aide:5
akkoord:5 algorithm:5 alterneer:5 altother:5 api:5 appearance:5 appl:5 apticron:5 arbitrary:5 assembled:5
attached:5 attempted:5 authentic:5 beginner:5 behandel:5 bent:5 bescherm:5 beschouwd:5 big:5 black:5 body:5
bouw:5 breng:5 brute:5 bypas:5 bz2:5 cancel:5 capabl:5 certs:5 chmod:5 clamav:5 clearly:5 clone:5 comparison:5
completed:5 conducted:5 confined:5 confirm:5 confusion:5 connects:5 constitution:5 contribution:5 conventie:5
conversely:5 counterpart:5 crossover:5 crt:5 cycl:5 daag:5 daarmee:5 daylight:5 debfo:5 deborphan:5 debug:5
decreas:5 deeltelijk:5 defaults:5 delegated:5 deliberately:5 deployments:5 deprecated:5 develoop:5
devscripts:5 did:5 divers:5 doubt:5 drag:5 drif:5 druk:5 duplicaat:5 duplicated:5 duration:5 effective:5
effort:5 eis:5 elegant:5 els:5 embedded:5 emulat:5 encryptie:5 enteer:5 entity:5 establishe:5 et:5 everyone:5
examiner:5 exec:5 exhaustive:5 existence:5 expensive:5 expir:5 extensie:5 factor:5 fakeroot:5 feedback:5
final:5 flexibil:5 foreign:5 formerly:5 frame:5 frr:5 ftps:5 functionaal:5 gained:5 garander:5 gathered:5
gdm3:5 globally:5 googl:5 graph:5 grotendeel:5 half:5 hat:5 herberg:5 herbergt:5 hope:5 hot:5 houd:5 htacces:5
ice:5 identificer:5 implie:5 imply:5 import:5 increasingly:5 inherit:5 initialized:5 initiat:5 initiative:5
initrd:5 insteer:5 integr:5 introduce:5 introduction:5 invloed:5 isolated:5 isolation:5 jessie:5 jump:5 ken:5
kiest:5 klaar:5 kleiner:5 kracht:5 krijgt:5 laptop:5 lay:5 leader:5 leaf:5 legal:5 libns:5 libpam:5 libvirtd:5
lijktijd:5 likewis:5 linked:5 locat:5 loceer:5 logrotat:5 loos:5 low:5 lvcreate:5 mailbox:5 mailboxe:5
mainly:5 manuel:5 mapped:5 markeer:5 mas:5 masqueraad:5 maybe:5 minimaal:5 minor:5 money:5 moreover:5
multimedia:5 mysql:5 netinst:5 nieuwer:5 normaal:5 notabl:5 noteworthy:5 offeer:5 officially:5 onafhankelijk:5
onmiddellijk:5 ontworp:5 oor:5 oorsprong:5 op:5 openssh:5 operational:5 opposit:5 opted:5 oracl:5
overeenkomst:5 overlap:5 paket:5 pem:5 peren:5 perfectly:5 permanently:5 plain:5 plezier:5 plus:5 policie:5
postgrey:5 postrm:5 practical:5 prefix:5 prepaar:5 prerequisit:5 presents:5 prevents:5 primarily:5 produced:5
qos:5 queues:5 random:5 rapporteer:5 reasonabl:5 rebuild:5 rebuilder:5 reconstructed:5 reconstruction:5
recursive:5 red:5 redirect:5 redundant:5 registered:5 rekeen:5 reported:5 reset:5 reside:5 respect:5
restarted:5 resume:5 retain:5 reversed:5 revision:5 rhertzog:5 richtlijn:5 rkhunter:5 roam:5 roughly:5 rpc:5
rsyslogd:5 ruimt:5 rw:5 safely:5 samenvoeg:5 samenwerk:5 satisfied:5 scheduler:5 secret:5 secuur:5 self:5
semoduul:5 sendmail:5 shutdown:5 six:5 slechts:5 sni:5 social:5 sockets:5 solve:5 spammer:5 specialized:5
spectrum:5 spreek:5 stability:5 standardized:5 startup:5 station:5 steun:5 stretch:5 stuur:5 subdirectorie:5
succesvol:5 suffer:5 supposed:5 symlink:5 syntaxis:5 systematically:5 systematisch:5 technique:5 termijn:5
tested:5 testlxc:5 theory:5 think:5 toetsenbord:5 toont:5 toward:5 transmitted:5 udevd:5 umask:5
unauthorized:5 unavailabl:5 underly:5 unexpected:5 unlikely:5 utility:5 vanuit:5 verdeeld:5 vermakkelijk:5
veroorzaak:5 vertrouwelijk:5 vgs:5 violation:5 vm:5 voorzien:5 vrijheid:5 vs:5 waar:5 waarvan:5 wein:5
werkelijk:5 whatever:5 whitelist:5 widespread:5 wine:5 wired:5 wishe:5 wone:5 woor:5 workaround:5 x86:5 xfce:5
xfs:5 zeg:5 zel:5 zichzelf:5 zoud:5
"""
