"""Common words (pt) in so many paragraphs; made by scripts/background_counts.py."""

DOCUMENTS = 3587
COUNTS = """
debian:692 the:645 arquiv:634 pacot:544 to:490 and:465 configur:442 of:433 sistem:418 etc:410 in:405 is:394
for:370 instal:359 dev:334 pod:323 usuari:317 list:316 exempl:304 cas:294 servidor:290 not:289 it:280 be:277
can:265 packag:261 com:258 are:254 this:254 that:253 vez:248 nom:246 permit:245 program:245 by:244 fil:239
dad:235 with:234 usad:231 org:228 apen:227 softwar:223 servic:215 part:214 red:212 on:206 padra:205 cri:202
apt:201 nov:201 maquin:198 or:195 primeir:195 execut:193 https:193 muit:188 process:185 faz:181 usar:180
which:179 enta:178 administr:177 geral:173 seca:172 precis:170 disc:169 ferrament:163 interfac:163 assim:162
an:160 qualqu:160 fornec:158 linux:154 algum:153 inform:153 you:153 from:150 inclu:148 tod:148 vari:146
will:146 use:145 also:143 livr:142 versa:141 aplic:140 comput:139 possivel:139 acess:137 simpl:137 alguns:136
form:136 seguranc:136 system:135 local:133 control:132 defin:131 trabalh:131 atualiz:130 complet:130 var:130
diretori:129 if:129 projet:127 bas:125 serv:124 all:123 armazen:123 conf:123 pass:123 hav:122 document:121
maior:120 escolh:119 basic:118 ira:118 automat:117 necessari:117 but:116 dpkg:116 s:116 diferent:115
kernel:114 falcot:113 aind:112 contem:112 diret:111 adicion:110 manual:110 nest:110 thes:110 exist:109
import:109 numer:109 cont:107 especif:107 inic:107 temp:107 virtual:105 install:104 ultim:104 used:103 uso:102
ip:101 funcion:100 oper:100 disponiv:99 enderec:99 feit:99 modul:99 default:98 mod:98 nucl:98 only:98
portant:98 dois:97 volt:97 encontr:96 mesm:96 problem:96 requ:96 cham:95 configuration:95 conjunt:95 gerenc:95
opca:95 www:94 command:92 public:92 web:92 atraves:91 font:91 sourc:91 alter:89 disposit:89 exampl:89 has:89
vai:89 alem:88 mor:88 usa:88 using:88 conhec:87 dispon:87 its:87 network:87 other:87 utiliz:87 normal:86
remov:86 unic:85 user:85 1:84 antes:84 detalh:84 envi:84 one:84 usr:84 vej:84 client:83 garant:83 raid:83
torn:83 inicializ:82 parametr:82 som:82 bem:81 maneir:81 segu:81 they:81 availabl:80 ger:80 linh:80
particul:80 melhor:79 distribuica:78 final:78 nenhum:78 pont:78 protocol:78 rod:78 shar:78 dess:77 seguint:77
tip:77 desenvolv:76 envolv:76 grup:76 usand:76 each:75 ser:75 modific:74 provid:74 especial:73 long:73 regr:73
verific:73 at:72 dentr:72 men:72 conteud:71 entrad:71 mail:71 nam:71 so:71 version:71 domini:70 indic:70
recurs:70 comand:69 most:69 them:69 volum:69 dat:68 descrev:68 desenvolvedor:68 hardwar:68 sinc:68 updat:68
when:68 durant:67 evit:67 fisic:67 limit:67 scripts:67 5:66 agor:66 been:66 correspondent:66 objet:66 pagin:66
propri:66 grand:65 log:65 poss:65 espac:64 new:64 root:64 script:64 taref:64 falh:63 grafic:63 lev:63 sab:63
tant:63 banc:62 see:62 term:62 test:62 then:62 apos:61 boot:61 doc:61 duas:61 enquant:61 polit:61 postfix:61
principal:61 tim:61 chang:60 dns:60 facil:60 identific:60 simil:60 allows:59 any:59 cd:59 dest:59 opco:59
pratic:59 releas:59 sempr:59 consider:58 frequent:58 habilit:58 internet:58 quer:58 sera:58 such:58 unix:58
ajud:57 format:57 integr:57 segund:57 t:57 assoc:56 capaz:56 determin:56 lid:56 mak:56 verso:56 acord:55
ativ:55 figur:55 oferec:55 pergunt:55 port:55 set:55 suport:55 tent:55 text:55 ther:55 we:55 conect:54 http:54
machin:54 mant:54 necessar:54 nivel:54 registr:54 repositori:54 result:54 ssh:54 util:54 installed:53
ambient:52 atual:52 camp:52 chav:52 codig:52 gnom:52 los:52 prov:52 respost:52 should:52 tenh:52 comec:51
compartilh:51 installation:51 mantenedor:51 mensagens:51 realment:51 recomend:51 sit:51 tal:51 execu:50
inicial:50 remot:50 sam:50 vam:50 complex:49 creat:49 first:49 html:49 pesso:49 pouc:49 real:49 stabl:49
tools:49 0:48 aptitud:48 aqu:48 consult:48 criaca:48 depend:48 estej:48 existent:48 interess:48 mensag:48
recent:48 selecion:48 tais:48 users:48 acontec:47 arquitetur:47 conexa:47 continu:47 dependent:47 element:47
exib:47 information:47 mostr:47 simples:47 windows:47 apropri:46 capitul:46 corp:46 desktop:46 dic:46 lad:46
questa:46 required:46 signif:46 antig:45 imag:45 includ:45 many:45 must:45 permisso:45 x:45 altern:44
compil:44 comport:44 cop:44 descrit:44 even:44 ldap:44 localiz:44 rig:44 up:44 valor:44 via:44 access:43
autentic:43 comun:43 dedic:43 directory:43 escrit:43 fic:43 lvm:43 partica:43 partico:43 relev:43 virtu:43
automatically:42 clar:42 contains:42 correspond:42 criptograf:42 driv:42 edit:42 especific:42 into:42
possibl:42 run:42 allow:41 conexo:41 cultur:41 daemon:41 devic:41 fre:41 funcional:41 inter:41 key:41
moment:41 qua:41 rap:41 referent:41 suficient:41 systemd:41 usam:41 aceit:40 after:40 apach:40 cach:40
esper:40 explic:40 junt:40 licenc:40 lin:40 mud:40 pequen:40 progr:40 senh:40 several:40 baix:39 extra:39
get:39 lancament:39 metod:39 mudanc:39 shell:39 whil:39 wik:39 amd64:38 bullsey:38 carreg:38 comunic:38
diant:38 digit:38 don:38 host:38 implement:38 need:38 receb:38 rom:38 rul:38 security:38 soment:38 thos:38
usually:38 xen:38 2:37 bugs:37 busc:37 deb:37 direit:37 diss:37 does:37 email:37 embor:37 explicit:37
following:37 instanc:37 lists:37 naveg:37 necess:37 proxim:37 running:37 separ:37 tamanh:37 8:36 deix:36
desej:36 estavel:36 featur:36 login:36 operacional:36 options:36 retorn:36 sintax:36 well:36 archiv:35 cron:35
distribuico:35 hosped:35 howev:35 ident:35 lib:35 main:35 manag:35 might:35 oficial:35 order:35 possiv:35
represent:35 risc:35 unstabl:35 work:35 anterior:34 bios:34 both:34 cert:34 combin:34 commands:34 config:34
detect:34 disk:34 forc:34 lik:34 logic:34 may:34 mecan:34 par:34 wher:34 address:33 corret:33 dar:33 fim:33
ide:33 known:33 mont:33 pag:33 selinux:33 tres:33 usb:33 versions:33 based:32 build:32 consol:32 escrev:32
graphical:32 leitur:32 mails:32 memor:32 mencion:32 model:32 monitor:32 policy:32 seri:32 systems:32 than:32
about:31 analis:31 atenca:31 barr:31 bastant:31 binari:31 cobr:31 different:31 entretant:31 equip:31 find:31
gnu:31 hosts:31 incluid:31 ingles:31 ipv6:31 non:31 often:31 parec:31 patch:31 plac:31 priv:31 respons:31
start:31 ter:31 thus:31 without:31 add:30 alternativ:30 avanc:30 bug:30 component:30 configured:30 contrari:30
decid:30 entant:30 g:30 group:30 manipul:30 marc:30 nfs:30 numb:30 proteg:30 resolv:30 stored:30 tecl:30
tom:30 trafeg:30 usual:30 ver:30 vid:30 want:30 adapt:29 already:29 caminh:29 estiv:29 firewall:29 hard:29
histor:29 ignor:29 independent:29 inves:29 multipl:29 ness:29 old:29 palavr:29 particion:29 pre:29
prioridad:29 provavel:29 relacion:29 standard:29 tecnic:29 testing:29 upgrad:29 very:29 being:28 bibliotec:28
bloc:28 boa:28 check:28 cois:28 contain:28 distribution:28 erros:28 espelh:28 med:28 mei:28 needs:28 observ:28
ped:28 programs:28 proposit:28 rapid:28 realiz:28 referenc:28 said:28 search:28 sent:28 signific:28 simbol:28
tiv:28 total:28 4:27 aparec:27 apresent:27 called:27 certific:27 comum:27 comuns:27 contud:27 divers:27
domain:27 during:27 environment:27 filtr:27 ftp:27 funco:27 gz:27 hom:27 once:27 ordem:27 propr:27 qualidad:27
relat:27 respect:27 sej:27 substitu:27 vem:27 your:27 acim:26 administrator:26 anoth:26 compromet:26 eith:26
entend:26 excet:26 found:26 full:26 grub:26 indo:26 init:26 loc:26 mantem:26 menu:26 nad:26 now:26 popul:26
project:26 provided:26 rar:26 refer:26 regul:26 rejeit:26 samb:26 specific:26 status:26 sub:26 tcp:26 two:26
verdad:26 vocabulari:26 ambos:25 aond:25 apag:25 assum:25 caus:25 coloc:25 conceit:25 debconf:25 described:25
diferenc:25 diz:25 domu:25 en:25 erro:25 extern:25 gb:25 info:25 ler:25 maintain:25 olhad:25 organiz:25
original:25 point:25 softw:25 soluca:25 tabel:25 tool:25 troc:25 valid:25 was:25 would:25 10:24 agend:24
ataqu:24 autoriz:24 befor:24 bom:24 c:24 cfg:24 common:24 compar:24 cuid:24 depends:24 dhcp:24 discussa:24
dvd:24 empacot:24 filesyst:24 lxc:24 mad:24 manutenca:24 met:24 net:24 obvi:24 own:24 papel:24 restring:24
smtp:24 support:24 tak:24 tel:24 adequ:23 alcanc:23 backup:23 becaus:23 describ:23 descrica:23 directly:23
documentation:23 empres:23 estad:23 imediat:23 ipv4:23 just:23 lateral:23 modern:23 obter:23 read:23
solicit:23 still:23 valu:23 variavel:23 applications:22 automatiz:22 autor:22 colabor:22 colet:22 created:22
deriv:22 desempenh:22 destin:22 distribuid:22 easy:22 espec:22 event:22 gener:22 idiom:22 instead:22
interpret:22 kde:22 lanc:22 las:22 logs:22 membr:22 mov:22 mund:22 nel:22 padro:22 perd:22 permissa:22
procur:22 requir:22 syntax:22 under:22 va:22 7:21 abert:21 able:21 argument:21 atribuid:21 bootload:21
corresponding:21 could:21 critic:21 dinam:21 entry:21 estrutur:21 fat:21 grav:21 handl:21 help:21 i:21
inici:21 l:21 lug:21 minim:21 n:21 needed:21 particular:21 partition:21 possibil:21 present:21 purpos:21
quantidad:21 ram:21 requisit:21 servers:21 sessa:21 simply:21 ssl:21 tard:21 through:21 uef:21 various:21
abaix:20 always:20 aprofund:20 aument:20 cam:20 caract:20 creating:20 discut:20 divid:20 download:20
enabled:20 far:20 field:20 infraestrutur:20 intern:20 interval:20 invoc:20 isol:20 last:20 option:20 orig:20
proc:20 profil:20 restrico:20 semelh:20 spac:20 suit:20 virtualiz:20 vulner:20 way:20 aco:19 alguem:19 alvo:19
anos:19 apes:19 aquel:19 arvor:19 between:19 bit:19 cheg:19 companh:19 defined:19 desabilit:19 directori:19
drivers:19 efet:19 equivalent:19 essencial:19 exat:19 experient:19 extensa:19 i386:19 indicat:19 initial:19
irem:19 manually:19 mult:19 nunc:19 over:19 physical:19 principi:19 produz:19 proxy:19 questo:19 redund:19
remoca:19 respond:19 restrit:19 stor:19 temporari:19 trat:19 traz:19 ubuntu:19 uses:19 vg:19 vind:19 what:19
3:18 adicional:18 ampl:18 apont:18 appropriat:18 aspect:18 cod:18 context:18 current:18 cust:18 decisa:18
design:18 developers:18 disponibiliz:18 estav:18 few:18 git:18 grac:18 important:18 instruco:18 lig:18
management:18 ofic:18 plasm:18 quebr:18 record:18 relevant:18 rest:18 sequenc:18 starting:18 termin:18 vist:18
within:18 64:17 abov:17 atend:17 benefic:17 bett:17 bits:17 bridg:17 candidat:17 caracterist:17 consequent:17
criteri:17 da:17 databas:17 enabl:17 evolu:17 extras:17 facilit:17 furth:17 hor:17 how:17 inteir:17 iso:17
look:17 means:17 montag:17 mount:17 obrig:17 obtid:17 out:17 period:17 pertenc:17 princip:17 raiz:17
reconfigur:17 reduz:17 regular:17 report:17 resum:17 segur:17 soluco:17 tar:17 target:17 tem:17 therefor:17
ute:17 agradec:16 agrup:16 alert:16 assinatur:16 behavior:16 bin:16 cabecalh:16 chec:16 codific:16 contribu:16
copi:16 disabl:16 editor:16 estabelec:16 estud:16 everything:16 fai:16 feliz:16 fortunately:16 hierarqu:16
infeliz:16 itself:16 keys:16 let:16 ligaca:16 limp:16 microsoft:16 mid:16 mirror:16 munin:16 obsolet:16
official:16 operacion:16 our:16 paralel:16 passwd:16 performanc:16 ppp:16 prepar:16 pretend:16 raza:16
reconstru:16 recuper:16 requer:16 roteador:16 salv:16 section:16 secur:16 sincroniz:16 task:16 tras:16 turn:16
upstre:16 xz:16 32:15 administrators:15 ajust:15 ampla:15 apache2:15 apparmor:15 array:15 assin:15 atac:15
atribu:15 b:15 bust:15 ca:15 car:15 choic:15 class:15 coincid:15 comument:15 contents:15 convenient:15
corrig:15 customiz:15 dia:15 diff:15 dificil:15 disks:15 dist:15 emails:15 extrem:15 fas:15 fin:15 good:15
hand:15 igual:15 individu:15 larg:15 link:15 links:15 managed:15 mast:15 menor:15 nagi:15 ocorr:15 onlin:15
p:15 parameters:15 perfeit:15 perfil:15 pesquis:15 porem:15 possu:15 potencial:15 prefer:15 preseeding:15
previous:15 problems:15 pront:15 quas:15 question:15 readm:15 removed:15 show:15 signed:15 solution:15
substituid:15 ta:15 talvez:15 tipic:15 traduca:15 traduz:15 tunel:15 udev:15 udp:15 websit:15 why:15 aloc:14
anunc:14 aut:14 carg:14 cons:14 dependenc:14 ensur:14 esforc:14 filesystems:14 firewalls:14 firmwar:14 foc:14
frequently:14 given:14 imagens:14 included:14 including:14 inser:14 interesting:14 keep:14 la:14 level:14
licens:14 lingu:14 man:14 mes:14 messag:14 next:14 niv:14 norm:14 packaging:14 partitions:14 password:14
permanec:14 permissions:14 pptp:14 preseed:14 privat:14 privilegi:14 pur:14 r:14 rea:14 reinic:14 reject:14
relaca:14 relatori:14 remetent:14 respeit:14 restrica:14 reun:14 satisfeit:14 session:14 sometim:14 step:14
subsistem:14 sucess:14 swap:14 switch:14 tradicional:14 us:14 v:14 vantag:14 vast:14 vpn:14 writ:14 zon:14
9:13 abordag:13 abrevi:13 account:13 afet:13 against:13 amig:13 arch:13 architectur:13 assunt:13 atras:13
atu:13 bash:13 cdd:13 consert:13 constru:13 construid:13 contribuidor:13 correi:13 crontab:13 daemons:13
dedicated:13 definica:13 display:13 doesn:13 efeit:13 encaminh:13 ethernet:13 every:13 examin:13 existing:13
favor:13 flexibil:13 foundation:13 futur:13 giv:13 habil:13 impact:13 implant:13 impressor:13 inetd:13 kvm:13
lat:13 least:13 less:13 mapeament:13 memory:13 nat:13 natur:13 others:13 permanent:13 preocup:13 print:13
proced:13 proprietari:13 proteca:13 quis:13 re:13 recommended:13 ref:13 reserv:13 seg:13 sideb:13 spam:13
sys:13 systemctl:13 type:13 unidad:13 val:13 visa:13 vnc:13 wer:13 11:12 abrir:12 actions:12 advanced:12
alto:12 automatic:12 avis:12 backups:12 below:12 binary:12 brows:12 categor:12 certez:12 comentari:12
comercial:12 concret:12 confirm:12 conflit:12 consegu:12 consid:12 copy:12 cours:12 cuidad:12 db:12 descobr:12
dias:12 disponibil:12 dom0:12 edica:12 eficient:12 environments:12 especially:12 etap:12 express:12 falt:12
finally:12 firefox:12 flux:12 frances:12 gam:12 gateway:12 generated:12 gost:12 gui:12 had:12 her:12
hospedeir:12 human:12 installing:12 involv:12 kept:12 localhost:12 logcheck:12 m:12 ma:12 mac:12 managers:12
map:12 mirrors:12 motiv:12 necessary:12 ocup:12 older:12 openvpn:12 pap:12 php:12 preferenc:12 probl:12
propriedad:12 provedor:12 providing:12 repository:12 resolu:12 revisa:12 rights:12 rot:12 sbin:12 seleca:12
setting:12 sip:12 started:12 sup:12 tabl:12 terceir:12 terminal:12 transform:12 tun:12 url:12 variabl:12
voluntari:12 who:12 working:12 works:12 xmpp:12 12:11 24:11 aca:11 acab:11 actual:11 adding:11 ar:11 bind:11
bloqu:11 cad:11 central:11 certificat:11 cf:11 changelog:11 choos:11 chosen:11 components:11 conced:11
concentr:11 confi:11 confiavel:11 consistent:11 containers:11 cumpr:11 cups:11 declar:11 diari:11 distribu:11
documented:11 easily:11 efi:11 emit:11 emul:11 excelent:11 experimental:11 explor:11 fals:11 fix:11 fstab:11
ganh:11 general:11 global:11 guid:11 horari:11 id:11 imped:11 implic:11 individual:11 internal:11 invasor:11
know:11 latest:11 latt:11 le:11 leitor:11 lembr:11 linguag:11 load:11 ls:11 lts:11 lv:11 match:11 mentioned:11
min:11 minut:11 notic:11 ntp:11 operating:11 pai:11 pam:11 patrocin:11 peg:11 perl:11 personaliz:11 plugins:11
practic:11 praz:11 pref:11 preserv:11 proib:11 propost:11 qualific:11 rastr:11 rath:11 razo:11 razoavel:11
realidad:11 reconhec:11 rfc:11 right:11 rsa:11 runs:11 screen:11 send:11 sets:11 setup:11 shadow:11 sid:11
signatur:11 singl:11 situaca:11 stag:11 sud:11 tend:11 third:11 tmp:11 top:11 topic:11 transmit:11 u:11
unit:11 utilitari:11 whos:11 zer:11 6:10 abrang:10 according:10 acessiv:10 addition:10 amount:10 arguments:10
assegur:10 attack:10 autent:10 awstats:10 back:10 backports:10 best:10 booting:10 cab:10 cannot:10 capac:10
caracter:10 certain:10 clos:10 company:10 compreend:10 computers:10 confidencial:10 conform:10 connection:10
content:10 convert:10 copyright:10 currently:10 daily:10 del:10 deleg:10 deslig:10 detailed:10 details:10
develop:10 differenc:10 documents:10 enter:10 entri:10 escritori:10 estam:10 estend:10 exig:10 fail:10 fal:10
famil:10 flexivel:10 fork:10 foss:10 fully:10 funca:10 gerent:10 go:10 gtk:10 having:10 impressa:10 interag:10
introduz:10 letr:10 matt:10 migr:10 migraca:10 mozill:10 named:10 necessit:10 owner:10 pec:10 pert:10 pip:10
plan:10 posterior:10 preench:10 prefix:10 priority:10 projects:10 prompt:10 provenient:10 qemu:10 quot:10
recompil:10 recus:10 reinicializ:10 reinstal:10 reutiliz:10 rol:10 roteament:10 sat:10 seco:10 selected:10
simultan:10 smtpd:10 special:10 srv:10 sufix:10 suger:10 synaptic:10 tasks:10 tera:10 tinh:10 transport:10
trech:10 trusted:10 try:10 txt:10 utils:10 variant:10 whol:10 x11:10 100:9 accessibl:9 added:9 adica:9
advantag:9 agreg:9 ali:9 among:9 antivirus:9 apoi:9 aprend:9 around:9 ating:9 authority:9 avali:9 bsd:9
building:9 campanh:9 canal:9 cgi:9 checks:9 compatibil:9 complement:9 complic:9 condico:9 connections:9
containing:9 contat:9 contrib:9 corrent:9 creation:9 desired:9 detail:9 devel:9 developed:9 development:9
diminu:9 displays:9 distributions:9 docs:9 down:9 downloaded:9 duplic:9 end:9 escond:9 estar:9 estat:9
executed:9 expir:9 export:9 expresso:9 eyroll:9 fact:9 fio:9 focus:9 generally:9 generat:9 gpg:9 handled:9
high:9 hypervisor:9 identify:9 implicit:9 inclusa:9 incorpor:9 increment:9 influenc:9 instavel:9 interromp:9
ipsec:9 irc:9 layout:9 legitim:9 library:9 libreoffic:9 listed:9 liv:9 loaded:9 maxim:9 ment:9 mounted:9
natural:9 netfilt:9 notavel:9 olhar:9 open:9 operations:9 orient:9 origin:9 padroniz:9 pais:9 particip:9
party:9 pc:9 perf:9 pessoal:9 pid:9 pleas:9 previ:9 progress:9 purg:9 quaisqu:9 queir:9 quit:9 raphael:9
really:9 related:9 requisica:9 restant:9 restaur:9 rotul:9 satisfaz:9 second:9 settings:9 sh:9 shared:9
shells:9 simplific:9 smb:9 soquet:9 submet:9 supported:9 symbolic:9 tentat:9 tls:9 track:9 useful:9 utf:9
view:9 vir:9 visualiz:9 ways:9 wikiped:9 15:8 192.168.0.0:8 25:8 3.0:8 action:8 activ:8 activat:8 additional:8
adsl:8 agent:8 algo:8 alias:8 allowing:8 although:8 application:8 assign:8 assistent:8 authentication:8 book:8
branc:8 brev:8 bruc:8 buildpackag:8 caix:8 calls:8 cenari:8 centraliz:8 changing:8 checksums:8 chroot:8
chrooted:8 cinz:8 clients:8 compatibility:8 compressa:8 construca:8 contained:8 costum:8 cresc:8 curt:8
custom:8 debsums:8 degrad:8 dependency:8 desconect:8 desconhec:8 destinatari:8 detection:8 dh:8 direca:8
dirvish:8 disabled:8 downloads:8 dsc:8 easi:8 esquem:8 estatist:8 eth0:8 exclu:8 exim4:8 explanation:8 ext3:8
ext4:8 extension:8 extenso:8 external:8 fabric:8 fields:8 filh:8 filtrag:8 freedesktop:8 generic:8 gesta:8
gid:8 great:8 guard:8 happens:8 headers:8 history:8 hostnam:8 houv:8 httpd:8 ian:8 identifi:8 imposs:8
inclusiv:8 inconvenient:8 index:8 intel:8 issu:8 janel:8 ligaco:8 location:8 lot:8 maintained:8 making:8 mbr:8
md5:8 mdadm:8 nagios4:8 negr:8 noss:8 nss:8 obrigatori:8 openssl:8 operation:8 optar:8 output:8 ouv:8 per:8
poder:8 post:8 proposed:8 quatr:8 reinstall:8 relogi:8 revers:8 revis:8 roland:8 roms:8 rpm:8 sampl:8 sasl:8
select:8 seman:8 shipped:8 siz:8 slapd:8 soon:8 sort:8 squid:8 src:8 storag:8 subdiretori:8 tax:8 tecnolog:8
tir:8 togeth:8 traffic:8 types:8 vazi:8 velh:8 verif:8 verify:8 virt:8 virus:8 widely:8 writing:8 16:7 509:7
again:7 almost:7 amd:7 anex:7 apendic:7 apply:7 approach:7 arrays:7 associated:7 attempts:7 block:7 btrfs:7
bts:7 built:7 bytes:7 calcul:7 card:7 ch:7 changed:7 cient:7 classific:7 confin:7 connected:7 considered:7
contein:7 contrat:7 cor:7 crit:7 critical:7 dand:7 debhelp:7 deleted:7 demand:7 depending:7 descrico:7
designed:7 detecca:7 detected:7 difficult:7 dinstall:7 directiv:7 dit:7 dkim:7 due:7 editing:7 encaix:7
enough:7 error:7 esr:7 essenc:7 estaco:7 exigent:7 explained:7 expressa:7 expurg:7 fail2ban:7 fech:7 filosof:7
filt:7 fit:7 fundament:7 gets:7 getting:7 gitlab:7 gpl:7 grep:7 gzip:7 handbook:7 herd:7 hospedag:7 howt:7
ifupdown:7 implementation:7 incoming:7 incremental:7 iptabl:7 ir:7 kernels:7 languag:7 legacy:7 lent:7 liber:7
likely:7 lil:7 limited:7 logical:7 lvs:7 macr:7 major:7 mass:7 metad:7 migrat:7 milt:7 missing:7 modify:7
murdock:7 nativ:7 netstat:7 nft:7 nftabl:7 numbers:7 opendkim:7 oportun:7 opost:7 paramet:7 passwords:7
pedac:7 persistent:7 personal:7 plugin:7 prevent:7 printing:7 probably:7 problemat:7 prosody:7 ps:7 pul:7
pvs:7 python:7 qt:7 quadr:7 rc:7 recipient:7 redirecion:7 regularly:7 rejeica:7 requisico:7 return:7 routing:7
rtc:7 sals:7 scsi:7 semanag:7 setgid:7 simboliz:7 similarly:7 sistemat:7 small:7 socket:7 sofr:7 specified:7
sshd:7 steps:7 stop:7 subconjunt:7 sugesto:7 targets:7 telefon:7 thre:7 transferent:7 transmissa:7
unfortunately:7 updated:7 vantagens:7 veloc:7 verifiqu:7 webrtc:7 window:7 words:7 xl:7 years:7 yes:7 1.0:6
20:6 2004:6 2014:6 500:6 aa:6 abstraca:6 acompanh:6 across:6 actually:6 adds:6 afirm:6 alfabet:6 allowed:6
alta:6 altered:6 amplo:6 ano:6 answer:6 antecip:6 aparent:6 arbitrari:6 arqu:6 assigned:6 atd:6 ausenc:6
auth:6 bashrc:6 becom:6 benefici:6 bewar:6 blends:6 bons:6 buildd:6 bzip2:6 cabec:6 canonical:6 checag:6
choosing:6 cifs:6 circunstanc:6 classic:6 clon:6 coleca:6 coming:6 community:6 compat:6 compost:6 compromiss:6
conceb:6 confianc:6 configuring:6 connect:6 constant:6 correco:6 crescent:6 cruft:6 curs:6 day:6 decision:6
definit:6 delet:6 deny:6 depart:6 derivativ:6 desatualiz:6 desktops:6 digital:6 direcion:6 discusso:6 divisa:6
dkms:6 domains:6 econom:6 effect:6 eletron:6 encapsul:6 energ:6 engan:6 escop:6 escut:6 estagi:6 estrit:6
events:6 eventual:6 exact:6 exclus:6 executabl:6 execution:6 exibica:6 extract:6 extraid:6 fac:6 fator:6
filtering:6 financ:6 fiqu:6 formal:6 fortement:6 framework:6 frontend:6 fsf:6 fundamental:6 groups:6 happen:6
hash:6 head:6 hel:6 hesitat:6 icon:6 ietf:6 input:6 integrat:6 integrated:6 inteligent:6 intended:6
intermediari:6 internacionaliz:6 interoper:6 introdu:6 invok:6 isolinux:6 k:6 keyring:6 lack:6 lead:6 leads:6
lembret:6 librari:6 libvirt:6 loading:6 low:6 mal:6 manu:6 manuals:6 maps:6 masc:6 mat:6 matching:6 maximiz:6
mb:6 minimal:6 modifications:6 modified:6 mostly:6 motor:6 much:6 mx:6 networkmanag:6 nev:6 newly:6 news:6
ng:6 nowadays:6 nsswitch:6 offers:6 offic:6 openoffic:6 orden:6 otimiz:6 outsid:6 overwrit:6 parcial:6 paus:6
peopl:6 perspect:6 pilh:6 planej:6 pos:6 possibly:6 postinst:6 pression:6 proprietar:6 put:6 pv:6 quality:6
quick:6 reboot:6 recem:6 reconstruid:6 redimension:6 removal:6 replaced:6 reput:6 request:6 requested:6
resid:6 resourc:6 respectively:6 retir:6 richard:6 rsyslog:6 sdb:6 sdc:6 setuid:6 short:6 sigl:6 sign:6
situaco:6 social:6 soft:6 sozinh:6 spamassassin:6 spf:6 sql:6 squidguard:6 stallman:6 substitut:6 suricat:6
team:6 templat:6 tev:6 ti:6 too:6 trac:6 transf:6 transparent:6 tre:6 tri:6 uid:6 uniqu:6 unless:6 variedad:6
vaz:6 vend:6 verdadeir:6 vers:6 vic:6 webmin:6 weekly:6 wheezy:6 wheth:6 workstation:6 year:6 z:6 00:5
10.2.2:5 11.1:5 2.4:5 2001:5 2021:5 255.255.255.0:5 256:5 6.1:5 absenc:5 accounts:5 achiev:5 acquir:5
acronim:5 addus:5 adivinh:5 administration:5 adot:5 adquir:5 aid:5 al:5 announc:5 anonim:5 anymor:5 anyon:5
api:5 apple:5 aprec:5 april:5 aprov:5 apticron:5 artist:5 aspects:5 authorized:5 automated:5 auxili:5 avoid:5
background:5 beyond:5 blog:5 broadcast:5 brut:5 bulk:5 bz2:5 cerc:5 certs:5 checking:5 chmod:5 cinc:5 clamav:5
clean:5 codenam:5 compact:5 compativ:5 compens:5 compreensa:5 compressed:5 concerning:5 concessa:5 conduz:5
confiabil:5 confidenc:5 configurations:5 constraints:5 contenh:5 contrapart:5 contribuico:5 contributors:5
controvers:5 convenca:5 coorden:5 corr:5 correca:5 correct:5 crt:5 cuj:5 debat:5 debfost:5 deborphan:5
deliber:5 desafi:5 desempacot:5 desinstal:5 desmont:5 despit:5 desvi:5 devscripts:5 dicionari:5 dific:5
dificuldad:5 dir:5 discov:5 drop:5 dupl:5 duv:5 economiz:5 eficaz:5 elabor:5 emerg:5 encoraj:5 engin:5 entir:5
espectr:5 estabil:5 estil:5 estrangeir:5 et:5 etiquet:5 evolution:5 exaust:5 except:5 exec:5 exists:5
expected:5 exterior:5 facilitat:5 fakeroot:5 faqs:5 fast:5 fez:5 finds:5 follow:5 follows:5 fort:5 frequenc:5
frr:5 ftps:5 functionality:5 fund:5 gast:5 gdm3:5 going:5 googl:5 grat:5 habit:5 hasn:5 hat:5 hierarchy:5
hoj:5 htaccess:5 ice:5 ideal:5 identity:5 ids:5 imagin:5 improv:5 incomod:5 incorret:5 inesper:5
initialization:5 initrd:5 installations:5 instantan:5 integration:5 interactiv:5 intercambi:5 internacional:5
introduced:5 intrusion:5 inum:5 invocation:5 involved:5 iri:5 isp:5 issued:5 jessi:5 justific:5 lang:5
laptop:5 later:5 led:5 legal:5 legit:5 liberdad:5 libnss:5 libp:5 libvirtd:5 limitations:5 locally:5 locat:5
logrotat:5 looking:5 lvcreat:5 mailing:5 maintainers:5 managing:5 menus:5 merec:5 method:5 mysql:5 neg:5
negaca:5 netinst:5 networks:5 nic:5 notably:5 notific:5 obra:5 occur:5 offer:5 offered:5 oldstabl:5 ones:5
openssh:5 oracl:5 otherwis:5 otim:5 overrid:5 packet:5 packets:5 particularly:5 past:5 path:5 pattern:5 pem:5
pens:5 perens:5 perform:5 perifer:5 pertencent:5 pes:5 points:5 popularity:5 porco:5 ports:5 possibility:5
postgrey:5 postrm:5 potenc:5 preced:5 precisa:5 prerm:5 preven:5 prior:5 procedur:5 promov:5 propo:5 propos:5
prox:5 pud:5 qos:5 quart:5 questions:5 queu:5 random:5 rang:5 rarely:5 rastreament:5 reading:5 ready:5
receiv:5 recommends:5 remaining:5 renom:5 reports:5 representing:5 requests:5 requirements:5 restor:5
restricted:5 results:5 retom:5 rhertzog:5 rkhunt:5 rout:5 rpc:5 rsyslogd:5 rw:5 saf:5 sav:5 schem:5 secret:5
sections:5 selecting:5 semodul:5 sendmail:5 sever:5 shown:5 sim:5 simul:5 sinal:5 situations:5 sni:5
sobrecarreg:5 spammers:5 specification:5 squeez:5 starts:5 stat:5 static:5 stretch:5 structur:5 subsequent:5
suced:5 suggested:5 superior:5 sur:5 surpres:5 tab:5 taken:5 teams:5 technical:5 temporary:5 testlxc:5
thanks:5 themselv:5 though:5 til:5 tracking:5 traduco:5 transica:5 udevd:5 umask:5 unknown:5 uploads:5 usav:5
usos:5 ve:5 vera:5 vgs:5 virgul:5 visivel:5 viv:5 vm:5 voz:5 w:5 warn:5 wid:5 win:5 wish:5 world:5 written:5
x86:5 xfce:5 xfs:5 yourself:5
"""
