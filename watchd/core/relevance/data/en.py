"""Common words (en) in so many paragraphs; made by scripts/background_counts.py."""

DOCUMENTS = 3587
COUNTS = """
use:1001 file:781 packag:774 debian:694 instal:506 system:506 configur:495 user:427 etc:410 command:392
one:385 server:372 allow:358 list:335 provid:324 name:310 requir:308 exampl:301 program:290 creat:285
avail:279 network:271 need:270 softwar:264 includ:262 case:261 contain:261 set:260 version:252 run:248
possibl:233 first:229 tool:229 org:227 work:227 new:224 machin:223 default:220 administr:216 servic:206
time:205 apt:203 follow:203 section:202 mani:201 data:198 kernel:197 access:196 https:195 make:195 inform:192
chang:191 option:191 oper:188 directori:183 usual:183 even:182 manag:182 disk:181 see:178 sever:178 start:178
process:175 sourc:173 develop:171 distribut:171 differ:167 secur:167 store:164 interfac:163 automat:162
local:161 describ:160 execut:160 document:159 note:158 comput:157 number:155 updat:155 direct:154 linux:154
add:153 two:153 virtual:152 base:145 connect:143 way:142 address:141 project:141 standard:141 share:140
check:137 defin:137 like:137 specif:135 boot:134 often:133 get:132 host:132 control:131 script:129 free:128
depend:126 applic:125 remov:123 anoth:122 back:122 initi:122 releas:122 manual:121 call:120 conf:118 well:118
devic:117 partit:117 dpkg:116 correspond:115 basic:114 falcot:113 import:112 instanc:112 maintain:112
particular:112 detail:111 line:111 point:111 simpl:111 exist:110 group:110 rule:108 complet:107 problem:107
alreadi:106 enabl:106 key:106 find:105 general:105 order:105 messag:104 take:104 featur:103 known:103
paramet:103 refer:103 various:103 filesystem:102 handl:102 support:102 therefor:102 ip:101 want:100 still:98
content:97 go:97 know:97 generat:96 involv:96 current:94 mean:94 read:94 www:94 come:93 display:93 indic:93
email:92 look:92 question:92 domain:91 graphic:91 type:91 now:90 task:90 page:89 test:89 common:88 similar:88
stabl:88 client:87 made:87 polici:87 step:87 modul:86 part:86 1:85 main:85 select:85 databas:84 usr:84
limit:83 raid:83 web:82 abl:81 entri:81 log:81 root:81 actual:80 identifi:80 physic:80 field:79 hard:79
integr:79 given:78 public:78 space:78 function:77 give:77 help:77 level:77 mail:77 protocol:77 ensur:76
last:76 modifi:75 altern:74 environ:74 purpos:74 restrict:74 sometim:74 alway:73 end:73 simpli:73 desktop:72
good:72 hardwar:72 keep:71 choos:70 offer:70 right:70 tri:70 write:70 archiv:69 recommend:69 doc:68 final:68
perform:68 volum:68 choic:67 5:66 accord:66 associ:66 e:66 let:66 permiss:66 replac:66 valu:66 com:65
interest:65 offici:65 practic:65 code:64 appropri:63 book:63 drive:63 edit:63 locat:63 match:63 activ:62
addit:62 postfix:62 rather:62 upgrad:62 authent:61 bug:61 non:61 target:61 term:61 dns:60 full:60 relev:60
result:60 send:60 account:59 build:59 cd:59 especi:59 mode:59 specifi:59 architectur:58 author:58 format:58
instead:58 request:58 singl:58 unix:58 window:58 dedic:57 download:57 fail:57 figur:57 found:57 password:57
port:57 second:57 syntax:57 avoid:56 copi:56 cours:56 internet:56 long:56 mount:56 relat:56 appli:55 ask:55
detect:55 hand:55 larg:55 much:55 necessari:55 old:55 search:55 assign:54 done:54 imag:54 repositori:54
special:54 ssh:54 behavior:53 design:53 effect:53 interact:53 link:53 load:53 mirror:53 other:53 solut:53
text:53 variabl:53 answer:52 attack:52 frequent:52 gnome:52 http:52 previous:52 regular:52 becom:51 chapter:51
communiti:51 consid:51 next:51 remot:51 compil:50 complex:50 daemon:50 happen:50 quick:50 accept:49 element:49
extra:49 html:49 languag:49 record:49 wide:49 0:48 action:48 aptitud:48 compani:48 cover:48 implement:48
less:48 mention:48 reason:48 symbol:48 tip:48 better:47 care:47 easi:47 later:47 open:47 return:47 everyth:46
filter:46 licens:46 matter:46 shell:46 encrypt:45 latter:45 method:45 origin:45 present:45 respect:45 best:44
bit:44 block:44 certain:44 communic:44 dev:44 enough:44 fix:44 ldap:44 least:44 multipl:44 understand:44 x:44
combin:43 delet:43 disabl:43 error:43 everi:43 librari:43 lvm:43 memori:43 prefer:43 quit:43 recent:43 rom:43
separ:43 show:43 turn:43 websit:43 cach:42 person:42 three:42 unstabl:42 binari:41 corp:41 cultur:41
explicit:41 longer:41 prioriti:41 reject:41 report:41 sidebar:41 size:41 systemd:41 team:41 thank:41 advanc:40
apach:40 compon:40 contribut:40 creation:40 custom:40 firewal:40 ident:40 mechan:40 protect:40 real:40 role:40
2:39 discuss:39 except:39 explain:39 latest:39 login:39 prevent:39 privat:39 respons:39 risk:39 small:39
translat:39 var:39 wiki:39 amd64:38 appear:38 bullsey:38 lead:38 logic:38 sign:38 togeth:38 traffic:38 xen:38
year:38 advantag:37 bootload:37 session:37 valid:37 whole:37 wish:37 8:36 backup:36 compromis:36 correct:36
focus:36 former:36 monitor:36 normal:36 object:36 repres:36 screen:36 sent:36 setup:36 state:36 suit:36
tabl:36 track:36 usb:36 adapt:35 chosen:35 config:35 cron:35 deb:35 extens:35 forc:35 lib:35 pass:35 profil:35
remain:35 switch:35 bio:34 card:34 continu:34 driver:34 easili:34 increas:34 issu:34 modif:34 proper:34
rang:34 schedul:34 site:34 collect:33 consol:33 decid:33 deploy:33 event:33 home:33 queri:33 selinux:33
short:33 around:32 certif:32 due:32 entir:32 fortun:32 g:32 intend:32 older:32 popular:32 reli:32 save:32
word:32 benefit:31 concept:31 day:31 gnu:31 ipv6:31 map:31 patch:31 probabl:31 reach:31 taken:31 trust:31
autom:30 bring:30 concern:30 critic:30 descript:30 determin:30 extern:30 header:30 instruct:30 nfs:30
packet:30 realli:30 serv:30 storag:30 attempt:29 consist:29 express:29 form:29 fulli:29 guid:29 individu:29
internal:29 media:29 organiz:29 path:29 resourc:29 util:29 vocabulari:29 alter:28 array:28 browser:28 caus:28
charact:28 contributor:28 decis:28 deriv:28 fact:28 ignor:28 independ:28 kind:28 major:28 move:28 net:28
never:28 numer:28 otherwis:28 parti:28 potenti:28 qualiti:28 rare:28 rout:28 status:28 usag:28 view:28 4:27
achiev:27 argument:27 caution:27 compat:27 date:27 desir:27 dynam:27 expect:27 ftp:27 generic:27 goal:27 gz:27
init:27 invok:27 migrat:27 power:27 prepar:27 propos:27 written:27 across:26 amount:26 assum:26 enter:26
exact:26 failur:26 grant:26 grub:26 guarante:26 improv:26 infrastructur:26 mainten:26 member:26 menu:26
owner:26 put:26 review:26 samba:26 situat:26 tcp:26 technic:26 tree:26 upstream:26 vulner:26 close:25
debconf:25 domu:25 far:25 flexibl:25 furthermor:25 gb:25 info:25 piec:25 precis:25 processor:25 receiv:25
side:25 split:25 suggest:25 thing:25 world:25 10:24 belong:24 c:24 cfg:24 dhcp:24 dvd:24 english:24 essenti:24
extract:24 interpret:24 lxc:24 obtain:24 peopl:24 smtp:24 success:24 third:24 tunnel:24 approach:23 built:23
deal:23 en:23 greater:23 histor:23 incom:23 model:23 modern:23 output:23 place:23 principl:23 redund:23
stop:23 sure:23 tradit:23 almost:22 aspect:22 begin:22 brows:22 criteria:22 establish:22 great:22 idea:22
ipv4:22 kept:22 mark:22 master:22 multi:22 obvious:22 period:22 pre:22 produc:22 reboot:22 reduc:22
signatur:22 stage:22 structur:22 typic:22 7:21 analyz:21 announc:21 central:21 comment:21 compar:21 consequ:21
constraint:21 discov:21 evolv:21 exchang:21 explan:21 forward:21 introduc:21 isol:21 kde:21 l:21 layer:21
meta:21 plugin:21 printer:21 reliabl:21 satisfi:21 seem:21 ssl:21 tell:21 uefi:21 unit:21 unless:21 clean:20
cost:20 daili:20 difficult:20 gather:20 immedi:20 lack:20 manner:20 meet:20 minim:20 n:20 newer:20 outsid:20
parallel:20 pick:20 publish:20 restart:20 signific:20 soon:20 vari:20 video:20 act:19 affect:19 bridg:19
clear:19 empti:19 equival:19 facilit:19 grow:19 i386:19 id:19 keyboard:19 label:19 legitim:19 man:19 most:19
natur:19 notabl:19 onlin:19 perfect:19 plasma:19 pleas:19 preseed:19 prior:19 proprietari:19 proxi:19
simplest:19 stay:19 strict:19 studi:19 top:19 ubuntu:19 unfortun:19 vg:19 compress:18 consider:18 context:18
conveni:18 easier:18 foundat:18 git:18 higher:18 learn:18 modular:18 notic:18 pattern:18 print:18
reconfigur:18 regist:18 resolv:18 rest:18 sender:18 subsystem:18 swap:18 uniqu:18 unlik:18 upload:18 3:17
64:17 along:17 arch:17 beyond:17 candid:17 charg:17 commerci:17 condit:17 conflict:17 definit:17 encod:17
gain:17 goe:17 high:17 histori:17 inde:17 iso:17 layout:17 listen:17 occur:17 pair:17 purg:17 ram:17 readi:17
reinstal:17 router:17 slight:17 synchron:17 tar:17 trigger:17 verifi:17 volunt:17 warn:17 zone:17 abstract:16
adjust:16 assist:16 bin:16 declar:16 despit:16 effici:16 extend:16 fai:16 hostnam:16 input:16 lot:16
microsoft:16 miss:16 month:16 munin:16 necessarili:16 noth:16 passwd:16 ppp:16 procedur:16 resolut:16
sequenc:16 ship:16 socket:16 stand:16 sub:16 temporarili:16 transfer:16 url:16 wait:16 xz:16 32:15 anyth:15
apache2:15 apparmor:15 b:15 bewar:15 buster:15 ca:15 class:15 collabor:15 consult:15 editor:15 effort:15
ethernet:15 export:15 fit:15 fork:15 hierarchi:15 hour:15 impli:15 join:15 measur:15 nagio:15 obsolet:15
offic:15 parent:15 privileg:15 r:15 readm:15 recipi:15 regard:15 revers:15 sampl:15 sort:15 subject:15 udev:15
udp:15 week:15 abil:14 aim:14 alloc:14 analysi:14 auto:14 chain:14 channel:14 chroot:14 confidenti:14
confirm:14 confus:14 convent:14 crontab:14 delay:14 duplic:14 emul:14 engin:14 equal:14 fine:14 firmwar:14
french:14 handbook:14 job:14 leader:14 leav:14 led:14 manipul:14 meant:14 optim:14 p:14 pptp:14 prese:14
proc:14 prompt:14 qualifi:14 quota:14 reconstruct:14 rememb:14 restor:14 safe:14 sens:14 shown:14 solv:14
spam:14 suffix:14 templat:14 temporari:14 termin:14 vpn:14 9:13 attach:13 awar:13 bash:13 bind:13 cdd:13
comprehens:13 concret:13 diff:13 drop:13 face:13 fulfil:13 futur:13 gateway:13 global:13 human:13 impact:13
inetd:13 kvm:13 letter:13 life:13 live:13 merg:13 met:13 nat:13 none:13 perman:13 reader:13 repli:13 reus:13
said:13 serious:13 speed:13 static:13 sys:13 systemctl:13 topic:13 total:13 v:13 vnc:13 workstat:13 worth:13
11:12 acquir:12 alert:12 anyon:12 backport:12 behind:12 categori:12 conduct:12 contact:12 db:12 demand:12
dom0:12 everyon:12 evolut:12 excel:12 experiment:12 exploit:12 famili:12 fashion:12 fast:12 firefox:12
friend:12 got:12 imposs:12 inclus:12 inherit:12 left:12 littl:12 localhost:12 logcheck:12 lost:12 nowaday:12
openvpn:12 permit:12 phase:12 php:12 plug:12 posit:12 preced:12 preserv:12 queue:12 rebuild:12 refus:12
retain:12 say:12 sbin:12 scan:12 seen:12 sensit:12 sip:12 speak:12 subdirectori:12 tag:12 technolog:12
unknown:12 usabl:12 variant:12 xmpp:12 12:11 24:11 abbrevi:11 acronym:11 ar:11 assembl:11 background:11
bulk:11 cf:11 changelog:11 checksum:11 clock:11 comparison:11 convers:11 copyright:11 core:11 countri:11
cup:11 deleg:11 differenti:11 distinct:11 efi:11 enforc:11 excerpt:11 experi:11 fstab:11 greylist:11 guess:11
hope:11 incompat:11 increment:11 loss:11 ls:11 lv:11 minut:11 mistak:11 news:11 ntp:11 outgo:11 pam:11
peripher:11 perl:11 plan:11 properti:11 readabl:11 recompil:11 rfc:11 rsa:11 shadow:11 sponsor:11 statist:11
string:11 strong:11 sudo:11 suffici:11 systemat:11 tend:11 tmp:11 transit:11 u:11 6:10 aggreg:10 anymor:10
awstat:10 basi:10 blacklist:10 broken:10 campaign:10 canon:10 capabl:10 carri:10 chose:10 co:10 contrari:10
convert:10 degrad:10 deni:10 destin:10 encount:10 eventu:10 examin:10 exit:10 expir:10 fill:10 formal:10
framework:10 frontend:10 gtk:10 implicit:10 insert:10 invoc:10 keyword:10 lts:10 mac:10 milter:10 mind:10
mini:10 minimum:10 mozilla:10 newli:10 nice:10 opt:10 os:10 own:10 pc:10 play:10 press:10 proceed:10
product:10 progress:10 qemu:10 realiti:10 recurs:10 redirect:10 renam:10 represent:10 sata:10 scenario:10
scheme:10 scope:10 seri:10 simultan:10 smtpd:10 someon:10 srv:10 stream:10 submit:10 suppos:10 synapt:10
techniqu:10 think:10 trace:10 transport:10 txt:10 usernam:10 vast:10 visibl:10 whatev:10 x11:10 yes:10 100:9
agent:9 alias:9 anonym:9 area:9 away:9 behav:9 board:9 bsd:9 cgi:9 child:9 closer:9 contrib:9 devel:9 digit:9
divid:9 encourag:9 evalu:9 extrem:9 eyroll:9 favor:9 filenam:9 flag:9 four:9 gpg:9 guidelin:9 henc:9 hesit:9
hide:9 hypervisor:9 identif:9 index:9 influenc:9 intermediari:9 intrus:9 ipsec:9 irc:9 knowledg:9 launch:9
libreoffic:9 light:9 likewis:9 lose:9 mandatori:9 manufactur:9 market:9 mod:9 navig:9 netfilt:9 node:9
overal:9 overview:9 persist:9 pid:9 pipe:9 prefix:9 raphael:9 referenc:9 relay:9 remind:9 reserv:9 retriev:9
secret:9 sh:9 simpler:9 simplifi:9 slow:9 smaller:9 smb:9 someth:9 straightforward:9 subnet:9 summar:9
summari:9 thereof:9 tls:9 transmit:9 unmount:9 utf:9 virus:9 wherea:9 wikipedia:9 wire:9 15:8 192.168.0.0:8
25:8 3.0:8 adsl:8 alia:8 alongsid:8 antivirus:8 arbitrari:8 audit:8 bar:8 break:8 brought:8 bruce:8
buildpackag:8 busi:8 byte:8 circumst:8 codenam:8 compris:8 contract:8 controversi:8 counterpart:8 crack:8
debsum:8 dh:8 dirvish:8 diverg:8 dsc:8 eas:8 eth0:8 exhaust:8 exim4:8 experienc:8 ext3:8 ext4:8 faster:8
fetch:8 freedesktop:8 fundament:8 gid:8 httpd:8 icon:8 ide:8 intel:8 interrupt:8 larger:8 legaci:8 md5:8
mdadm:8 nagios4:8 nativ:8 nft:8 nss:8 openssl:8 opportun:8 oppos:8 overrid:8 overwrit:8 partial:8 plain:8
post:8 primari:8 problemat:8 prohibit:8 prove:8 pure:8 rate:8 render:8 roland:8 rough:8 rpm:8 sasl:8 self:8
signal:8 simul:8 slapd:8 spread:8 squid:8 src:8 stabil:8 stack:8 subsequ:8 subset:8 super:8 transmiss:8 true:8
tweak:8 unabl:8 verbos:8 virt:8 wireless:8 worri:8 zero:8 16:7 509:7 absenc:7 absolut:7 acknowledg:7 admin:7
aid:7 algorithm:7 amd:7 api:7 appendix:7 april:7 aris:7 attribut:7 backward:7 bare:7 blend:7 blog:7
broadcast:7 btrfs:7 bts:7 ch:7 classic:7 classif:7 click:7 commit:7 complement:7 confin:7 constitut:7
coordin:7 cross:7 debhelp:7 deliber:7 demonstr:7 depart:7 dinstal:7 dist:7 dkim:7 drawback:7 esr:7 exclud:7
expens:7 fail2ban:7 fals:7 foreign:7 freedom:7 fund:7 gitlab:7 gpl:7 gradual:7 grep:7 gzip:7 hash:7 hierarch:7
howto:7 huge:7 ian:7 ifupdown:7 impos:7 inject:7 invit:7 iptabl:7 jump:7 justifi:7 keyr:7 lightweight:7 lilo:7
low:7 lower:7 lvs:7 macro:7 mbr:7 moment:7 murdock:7 near:7 netstat:7 nftabl:7 oldstabl:7 opendkim:7 outdat:7
ownership:7 pend:7 perspect:7 privaci:7 profession:7 promot:7 proof:7 prosodi:7 ps:7 pull:7 push:7 pvs:7
python:7 qt:7 random:7 rc:7 relationship:7 reput:7 rescu:7 resiz:7 resum:7 revis:7 rtc:7 runlevel:7 salsa:7
scsi:7 seek:7 selector:7 semanag:7 setgid:7 shrink:7 slice:7 snapshot:7 social:7 soft:7 sshd:7 suffer:7 tab:7
under:7 unexpect:7 unpack:7 unsolicit:7 viewer:7 violat:7 webrtc:7 xl:7 1.0:6 20:6 2004:6 2014:6 500:6 aa:6
agre:6 alphabet:6 appreci:6 approv:6 arriv:6 assur:6 atd:6 auth:6 bad:6 bashrc:6 big:6 bound:6 buildd:6
bzip2:6 cabl:6 calcul:6 cert:6 cif:6 clone:6 compet:6 compli:6 complic:6 compos:6 cruft:6 cryptograph:6
debat:6 denial:6 deprec:6 disappear:6 disconnect:6 divers:6 dkms:6 dos:6 doubl:6 doubt:6 dozen:6 emerg:6
enhanc:6 entiti:6 equip:6 eras:6 exclus:6 factor:6 faq:6 five:6 fsf:6 game:6 grain:6 helo:6 ietf:6 illustr:6
incorrect:6 insid:6 instant:6 internat:6 internation:6 interoper:6 introduct:6 invalid:6 isolinux:6 isp:6 k:6
legal:6 length:6 libvirt:6 linear:6 lock:6 mailbox:6 maxim:6 mayb:6 mb:6 minor:6 mitig:6 modem:6 mx:6
networkmanag:6 ng:6 noteworthi:6 nsswitch:6 o:6 observ:6 occupi:6 openoffic:6 opposit:6 paus:6 peer:6
philosophi:6 platform:6 pointer:6 pose:6 postinst:6 primarili:6 pv:6 recogn:6 redistribut:6 registr:6 reset:6
richard:6 rotat:6 routin:6 rsyslog:6 safeti:6 scratch:6 sdb:6 sdc:6 setuid:6 six:6 sole:6 somewhat:6
spamassassin:6 spf:6 sql:6 squidguard:6 stallman:6 straight:6 subcommand:6 subvert:6 suricata:6 surpris:6
surviv:6 tedious:6 theori:6 transpar:6 uid:6 understood:6 universal:6 unusu:6 versa:6 vice:6 webmin:6 welcom:6
wheezi:6 will:6 workaround:6 wrong:6 z:6 00:5 10.2.2:5 11.1:5 2.4:5 2001:5 2021:5 255.255.255.0:5 256:5 6.1:5
accur:5 addus:5 administ:5 adopt:5 advic:5 afterward:5 al:5 alon:5 altogeth:5 apart:5 appl:5 apticron:5
artist:5 attent:5 ban:5 beginn:5 black:5 bodi:5 branch:5 broad:5 brute:5 button:5 bypass:5 bz2:5 came:5
cancel:5 center:5 challeng:5 characterist:5 chmod:5 clamav:5 comma:5 complain:5 constant:5 convinc:5 corpor:5
cracker:5 crossov:5 crt:5 cycl:5 daylight:5 deactiv:5 debfost:5 deborphan:5 debug:5 decreas:5 decrypt:5
deliveri:5 devscript:5 dictionari:5 discard:5 distinguish:5 donat:5 durat:5 easiest:5 edg:5 eleg:5 embed:5
emit:5 employe:5 encapsul:5 et:5 everybodi:5 evid:5 exec:5 facil:5 fair:5 fakeroot:5 familiar:5 feedback:5
feel:5 frame:5 frr:5 ftps:5 gdm3:5 googl:5 govern:5 graph:5 guard:5 habit:5 half:5 hat:5 hot:5 htaccess:5
ice:5 ideal:5 illeg:5 inconveni:5 initrd:5 inspect:5 intellig:5 intent:5 jessi:5 kill:5 laptop:5 libnss:5
libpam:5 libvirtd:5 logrot:5 lvcreat:5 mask:5 masquerad:5 massiv:5 matur:5 menus:5 money:5 moreov:5
multimedia:5 mysql:5 netinst:5 nevertheless:5 notat:5 notif:5 occasion:5 openssh:5 oracl:5 orig:5 overlap:5
particip:5 passphras:5 past:5 pem:5 peren:5 plus:5 polit:5 portion:5 postgrey:5 postrm:5 precaut:5
prerequisit:5 prerm:5 promis:5 qos:5 rais:5 rapid:5 rational:5 recov:5 recoveri:5 red:5 refresh:5 remaind:5
repeat:5 research:5 resid:5 retri:5 rhertzog:5 rid:5 rkhunter:5 roam:5 room:5 rpc:5 rsyslogd:5 rush:5 rw:5
scene:5 semodul:5 sendmail:5 shut:5 shutdown:5 skill:5 skip:5 smooth:5 sni:5 spammer:5 spectrum:5 spite:5
squeez:5 staff:5 startup:5 stretch:5 suppli:5 symlink:5 tempt:5 testlxc:5 thousand:5 tild:5 timestamp:5 told:5
toward:5 tracker:5 treat:5 trick:5 tune:5 twice:5 udevd:5 umask:5 unauthor:5 unavail:5 uncom:5 unifi:5
uninstal:5 useless:5 varieti:5 vgs:5 visual:5 vm:5 vs:5 w:5 western:5 whenev:5 whitelist:5 widespread:5 wine:5
wise:5 wonder:5 x86:5 xfce:5 xfs:5
"""
