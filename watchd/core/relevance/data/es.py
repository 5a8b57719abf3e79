"""Common words (es) in so many paragraphs; made by scripts/background_counts.py."""

DOCUMENTS = 3588
COUNTS = """
pued:764 debi:693 archiv:675 the:674 paquet:540 utiliz:537 to:514 and:483 configur:468 of:459 etc:441 deb:431
in:421 sistem:414 is:412 program:381 instal:350 sol:327 usuari:318 for:313 ejempl:299 form:299 it:295
servidor:295 be:286 list:286 cas:282 ejecut:277 permit:273 that:271 this:271 packag:268 can:264 softwar:257
version:254 nombr:253 dat:252 by:250 are:245 with:245 not:240 fil:239 org:228 cre:226 equip:223 as:219
general:216 administr:214 red:212 on:211 bas:206 inclu:206 apt:200 necesit:200 or:199 nuev:198 vari:195
https:194 seccion:183 which:182 dispon:178 complet:171 disc:169 orden:166 an:165 herramient:164 posibl:163
you:160 inform:159 servici:157 from:155 funcion:154 linux:154 opcion:154 proces:154 control:151 directori:151
lueg:150 also:149 hac:149 install:149 local:148 will:147 segur:143 defin:142 desarroll:142 part:142
distribu:140 system:139 com:138 virtual:138 maquin:137 nucle:136 describ:135 diferent:134 necesari:134
almacen:132 if:132 document:131 revis:131 primer:130 aplic:129 cambi:129 all:128 contien:128 libr:128
actualiz:127 use:127 public:125 simpl:124 automat:123 conf:122 but:121 hav:121 gener:120 import:120 mayor:119
vez:119 corre:118 oper:118 comun:117 realiz:117 direct:116 dpkg:116 ultim:116 inici:115 siguient:114
falcot:113 thes:113 trabaj:113 web:113 cualqui:112 direccion:110 s:110 manual:109 predetermin:109 problem:109
pas:107 podr:107 serv:107 especif:106 proyect:105 used:105 mism:104 ip:103 tiemp:103 exist:101 interfac:101
only:101 ten:101 default:99 modul:99 provid:99 elimin:98 conjunt:97 agreg:96 configuration:95 encontr:95
limit:95 mensaj:95 www:95 detall:94 error:93 its:93 volv:93 command:92 d:92 dich:92 activ:91 conten:91 mor:91
parametr:91 pod:91 registr:91 requir:91 disposit:90 gestion:90 other:90 ser:90 conoc:89 estand:89 network:89
prove:89 shar:89 evit:88 indic:88 llam:88 particion:88 particul:88 sourc:88 using:88 especial:87 exampl:87
fuent:87 acces:86 mod:86 1:85 embarg:85 they:85 one:84 som:84 usr:84 asoci:83 avail:83 cuent:83 numer:83
client:82 envi:82 raid:82 nam:81 permis:81 user:80 uso:80 much:79 tip:79 each:78 grup:78 asegur:77 objet:77
protocol:77 actual:76 at:76 modific:76 siempr:76 traves:76 util:76 vec:76 cimient:75 conexion:75 element:75
punt:75 interfaz:74 mejor:74 men:74 so:74 updat:74 kernel:73 prov:73 sinc:73 most:72 regl:72 been:71 espaci:71
hardwar:71 sab:71 script:71 them:71 creat:70 domini:70 encuentr:70 continu:69 practic:69 pregunt:69 rel:69
scripts:69 aquell:68 normal:68 prim:68 unic:68 when:68 funcional:67 pagin:67 servic:67 chang:66 new:66
simil:66 we:66 5:65 baj:65 proporcion:65 seleccion:65 any:64 consol:64 fisic:64 intent:64 then:64 bien:63
final:63 includ:63 integr:63 ningun:63 principal:63 puert:63 stabl:63 t:63 acced:62 cantid:62 nivel:62 doc:61
line:61 mak:61 postfix:61 root:61 allows:60 codig:60 correspondient:60 dns:60 eleg:60 fall:60 grafic:60
mostr:60 cd:59 repositori:59 tar:59 algun:58 boot:58 conect:58 format:58 manten:58 need:58 result:58 see:58
such:58 unix:58 access:57 dese:57 propi:57 referent:57 segund:57 simplement:57 usual:57 compil:56 internet:56
involucr:56 solucion:56 text:56 ther:56 consider:55 variabl:55 ahor:54 arranqu:54 http:54 installation:54
respuest:54 segu:54 ssh:54 tim:54 anterior:53 buen:53 este:53 first:53 gestor:53 lug:53 razon:53 should:53
alla:52 ayud:52 camp:52 figur:52 gnom:52 ofrec:52 termin:52 frecuent:51 machin:51 manag:51 real:51 remot:51
sam:51 set:51 interes:50 lin:50 obten:50 ubic:50 users:50 aptitud:49 carg:49 dur:49 gran:49 html:49 many:49
remov:49 tools:49 valor:49 edit:48 information:48 must:48 stor:48 sugerent:48 tal:48 utilic:48 0:47 acept:47
allow:47 asign:47 des:47 ejecu:47 enlac:47 enumer:47 even:47 imag:47 inicial:47 into:47 mientr:47 moment:47
reemplaz:47 adicional:46 compart:46 depend:46 muestr:46 oficial:46 volum:46 windows:46 arquitectur:45
correct:45 despues:45 entorn:45 possibl:45 teng:45 up:45 var:45 capitul:44 dad:44 dependent:44 detect:44
dev:44 explic:44 ldap:44 sesion:44 start:44 x:44 adapt:43 consult:43 contains:43 copi:43 correspond:43
directory:43 encarg:43 ingles:43 lvm:43 proposit:43 suficient:43 tom:43 ademas:42 altern:42 automatically:42
dedic:42 fre:42 realment:42 run:42 several:42 yend:42 after:41 apropi:41 basic:41 contrasen:41 corp:41
cultur:41 get:41 modif:41 ocurr:41 ped:41 pequen:41 present:41 process:41 represent:41 systemd:41 usually:41
whil:41 apach:40 bloqu:40 cach:40 cifr:40 comport:40 devic:40 do:40 esper:40 facil:40 grand:40 implement:40
inclusiv:40 lik:40 metod:40 rap:40 requier:40 rul:40 security:40 siti:40 testing:40 unstabl:40 work:40
ambos:39 amd64:39 entonc:39 escritori:39 especific:39 estad:39 identific:39 signif:39 thos:39 wiki:39
bullsey:38 complej:38 demoni:38 existent:38 explicit:38 lad:38 licenci:38 llav:38 original:38 rom:38
running:38 taman:38 ver:38 well:38 xen:38 2:37 address:37 dentr:37 disen:37 does:37 efect:37 execut:37
featur:37 following:37 key:37 lists:37 long:37 medi:37 might:37 options:37 recomend:37 rol:37 8:36 bastant:36
busc:36 combin:36 decid:36 escrib:36 filtr:36 howev:36 main:36 mantien:36 mencion:36 naveg:36 poc:36 rechaz:36
relacion:36 sintaxis:36 support:36 tabl:36 usb:36 wher:36 both:35 commands:35 cron:35 distribution:35 enabl:35
known:35 logic:35 may:35 mediant:35 order:35 relev:35 respald:35 tres:35 versions:35 bios:34 comprob:34
config:34 demasi:34 desktop:34 disk:34 larg:34 pag:34 polit:34 riesg:34 separ:34 tare:34 thus:34 usar:34
volumen:34 about:33 establ:33 ide:33 leer:33 lib:33 maintain:33 marc:33 mecan:33 priv:33 prueb:33 recient:33
selinux:33 sep:33 systems:33 without:33 already:32 autent:32 build:32 ciert:32 clav:32 creacion:32 determin:32
don:32 driv:32 empres:32 extra:32 find:32 graphical:32 ingres:32 personal:32 policy:32 probabl:32 rang:32
recib:32 recurs:32 restring:32 seri:32 than:32 very:32 antigu:31 binari:31 component:31 cuestion:31
decision:31 descarg:31 different:31 gnu:31 handl:31 ident:31 ipv6:31 memori:31 numb:31 often:31 palabr:31
person:31 precaucion:31 principi:31 privat:31 project:31 recuadr:31 reduc:31 seran:31 simbol:31 todav:31
trafic:31 want:31 would:31 add:30 call:30 caracterist:30 compat:30 contain:30 distint:30 group:30 idiom:30
nfs:30 once:30 provist:30 tak:30 tecl:30 via:30 administrator:29 agrup:29 avanz:29 being:29 bibliotec:29
check:29 during:29 entend:29 instanc:29 junt:29 non:29 now:29 relat:29 sencill:29 sent:29 tecnic:29
temporal:29 accion:28 alternativ:28 coincid:28 colabor:28 concept:28 cuy:28 entrad:28 hech:28 ignor:28
independient:28 llev:28 mont:28 needs:28 programs:28 respect:28 sal:28 search:28 similar:28 standard:28
tool:28 two:28 vocabulari:28 anoth:27 aument:27 comenz:27 compar:27 contrari:27 dec:27 descripcion:27 eith:27
eleccion:27 exact:27 ftp:27 full:27 giv:27 guard:27 gz:27 interpret:27 menu:27 old:27 orig:27 prob:27 rapid:27
reinici:27 restriccion:27 soport:27 supuest:27 tendr:27 upgrad:27 was:27 4:26 anad:26 aparec:26 busqued:26
caus:26 contribu:26 cubr:26 cumpl:26 found:26 g:26 graci:26 grub:26 hard:26 inclus:26 inmediat:26 lectur:26
multipl:26 net:26 obvi:26 own:26 parec:26 particular:26 samb:26 signific:26 tcp:26 vist:26 your:26 ampli:25
becaus:25 common:25 convert:25 debconf:25 demas:25 divid:25 domu:25 escritur:25 establec:25 extension:25
hab:25 help:25 igual:25 info:25 just:25 mail:25 neces:25 normat:25 pantall:25 point:25 proteg:25 specific:25
still:25 trat:25 10:24 applications:24 autor:24 befor:24 c:24 certific:24 cfg:24 depends:24 deriv:24 dhcp:24
directly:24 documentation:24 environment:24 except:24 firm:24 gb:24 identif:24 log:24 lxc:24 mad:24 plan:24
provien:24 read:24 record:24 rendimient:24 report:24 respons:24 servers:24 sig:24 smtp:24 tarjet:24 tunel:24
valu:24 atac:23 ataqu:23 calid:23 comput:23 criteri:23 dvd:23 easy:23 event:23 extern:23 facilit:23
filesystem:23 firewall:23 hom:23 indicat:23 lleg:23 miembr:23 model:23 monitoriz:23 perd:23 rar:23 rest:23
sean:23 sign:23 sub:23 autoriz:22 critic:22 develop:22 dinam:22 disabl:22 domain:22 fin:22 garantiz:22 i:22
infraestructur:22 inste:22 ipv4:22 login:22 med:22 mount:22 mov:22 n:22 organiz:22 over:22 personaliz:22
posibil:22 priorid:22 ssl:22 syntax:22 under:22 various:22 7:21 able:21 always:21 arbol:21 aspect:21
benefici:21 comienz:21 compromet:21 corresponding:21 could:21 creating:21 duen:21 enrut:21 entry:21 hay:21
interact:21 intercambi:21 intern:21 kde:21 l:21 last:21 partition:21 recomiend:21 rut:21 simply:21 solicit:21
through:21 uefi:21 usa:21 vide:21 vulner:21 way:21 what:21 apunt:20 cap:20 cuid:20 equivalent:20 esencial:20
falt:20 few:20 field:20 generat:20 gui:20 i386:20 important:20 individual:20 init:20 initial:20 introduc:20
man:20 modern:20 mund:20 option:20 p:20 parch:20 perfil:20 prepar:20 profil:20 ram:20 resum:20 revision:20
select:20 traduccion:20 valid:20 verif:20 virtualiz:20 who:20 within:20 administrators:19 analiz:19
aprovech:19 betw:19 bits:19 compendi:19 descript:19 detail:19 developers:19 estos:19 estrict:19 estructur:19
etiquet:19 extract:19 habilit:19 histor:19 how:19 inicializ:19 instruccion:19 management:19 manually:19
means:19 menor:19 nunc:19 obsolet:19 official:19 par:19 pes:19 plasm:19 proxy:19 purpos:19 redund:19
regular:19 respond:19 situacion:19 spac:19 suit:19 ubuntu:19 us:19 uses:19 vg:19 adecu:18 alli:18 anunci:18
appropriat:18 automatiz:18 bit:18 book:18 caracter:18 choic:18 cod:18 compatibil:18 concret:18 cons:18
context:18 current:18 dej:18 dia:18 dificil:18 escrit:18 extrem:18 forc:18 furth:18 git:18 host:18 involv:18
let:18 minim:18 out:18 perfect:18 period:18 pertenec:18 popul:18 pose:18 potencial:18 realid:18 reject:18
relevant:18 requer:18 reserv:18 starting:18 therefor:18 tradicional:18 ventaj:18 64:17 abov:17 adel:17
afortun:17 aisl:17 alter:17 anos:17 architectur:17 array:17 bett:17 cabecer:17 candidat:17 compromis:17
conteng:17 cost:17 cuant:17 datab:17 destin:17 electron:17 email:17 everything:17 hosts:17 interactu:17 iso:17
itself:17 load:17 look:17 manej:17 mast:17 mirror:17 montaj:17 notabl:17 obligatori:17 our:17 paralel:17
proc:17 produc:17 puest:17 purg:17 raiz:17 reconfigur:17 simultan:17 sit:17 target:17 turn:17 wer:17 zon:17
3:16 behavior:16 bin:16 bugs:16 caden:16 chos:16 contenedor:16 daemon:16 defect:16 desactiv:16 design:16
discut:16 display:16 ello:16 ensur:16 enter:16 estar:16 extend:16 fai:16 fortunately:16 futur:16 good:16
implic:16 keys:16 microsoft:16 munin:16 passwd:16 pid:16 ppp:16 precis:16 presembr:16 previous:16 quier:16
recompil:16 resolv:16 secur:16 shell:16 task:16 val:16 why:16 xz:16 32:15 advanc:15 afect:15 ajust:15
alberg:15 ali:15 anfitrion:15 apache2:15 apparmor:15 arranc:15 asum:15 autentic:15 b:15 back:15 bootload:15
bust:15 canal:15 casi:15 consecuent:15 contents:15 desplieg:15 diff:15 disks:15 editor:15 ethernet:15
finaliz:15 frequently:15 hand:15 hor:15 including:15 interesting:15 jerarqu:15 latest:15 licens:15 nagi:15
next:15 packaging:15 parameters:15 password:15 patch:15 physical:15 plac:15 plugins:15 print:15 problems:15
proced:15 r:15 readm:15 regul:15 remitent:15 requisit:15 resolu:15 section:15 show:15 siend:15 sincroniz:15
solution:15 sometim:15 step:15 udev:15 udp:15 websit:15 writ:15 9:14 abiert:14 against:14 brows:14 bug:14
capac:14 central:14 chroot:14 comentari:14 comercial:14 confidencial:14 consegu:14 convenient:14 cos:14 dar:14
dependenci:14 devuelv:14 dias:14 estandar:14 esten:14 every:14 evolucion:14 filesystems:14 firmwar:14
intrusion:14 issu:14 keep:14 liger:14 manipul:14 memory:14 mention:14 messag:14 others:14 partitions:14
patron:14 permissions:14 pon:14 pptp:14 quit:14 refier:14 seguimient:14 session:14 spam:14 subsistem:14
swap:14 switch:14 terminal:14 total:14 trust:14 type:14 usand:14 v:14 verific:14 vpn:14 zocal:14 account:13
alcanz:13 amig:13 analisis:13 argument:13 automatic:13 bash:13 caract:13 cdd:13 codif:13 condicion:13
conflict:13 cours:13 crontab:13 cual:13 declar:13 dedicat:13 delet:13 descubr:13 devolv:13 diari:13
disponibil:13 doesn:13 empaquet:13 entrant:13 escuch:13 espej:13 estudi:13 examin:13 existing:13 exit:13
expresion:13 finally:13 firewalls:13 flexibil:13 foundation:13 guid:13 habl:13 had:13 her:13 imagen:13
inetd:13 interaccion:13 kvm:13 lat:13 least:13 level:13 limpi:13 logr:13 m:13 maner:13 met:13 nat:13 older:13
onlin:13 operating:13 otorg:13 porcion:13 porqu:13 prop:13 proteccion:13 proveedor:13 providing:13 recolect:13
recommend:13 reconstru:13 referenc:13 replic:13 right:13 rights:13 satisfac:13 sigl:13 sys:13 systemctl:13
tipic:13 traduc:13 url:13 vnc:13 voluntari:13 working:13 11:12 according:12 acerc:12 actions:12 arch:12
assign:12 below:12 binary:12 ca:12 coleccion:12 computers:12 comunic:12 confi:12 confirm:12 consistent:12
contact:12 copy:12 correg:12 cort:12 cuot:12 db:12 discusion:12 distributions:12 dom0:12 downl:12 easily:12
environments:12 esfuerz:12 especially:12 etap:12 fail:12 famili:12 far:12 firefox:12 flexibl:12 fuer:12 hem:12
id:12 impact:12 installing:12 integrat:12 kept:12 know:12 latt:12 lenguaj:12 less:12 logcheck:12 lv:12 mac:12
matt:12 mes:12 migr:12 mirrors:12 necessary:12 openvpn:12 operation:12 padr:12 pass:12 permanent:12 php:12
pos:12 pre:12 preferenc:12 presion:12 prioridad:12 repository:12 request:12 rout:12 sbin:12 sets:12 setting:12
sip:12 subdirectori:12 suced:12 tem:12 tercer:12 transmit:12 works:12 xmpp:12 12:11 24:11 adding:11
alrededor:11 among:11 amount:11 apag:11 ar:11 around:11 best:11 bind:11 bridg:11 cannot:11 capaz:11 cf:11
changelog:11 choos:11 clas:11 company:11 complement:11 complex:11 components:11 connect:11 content:11
correccion:11 cualqu:11 cups:11 despleg:11 desventaj:11 development:11 differenc:11 dirig:11 efi:11
eficient:11 emul:11 enfoqu:11 estat:11 experimental:11 export:11 fals:11 fas:11 fech:11 focus:11 frances:11
fstab:11 global:11 go:11 hij:11 identifi:11 impresion:11 impresor:11 letr:11 lid:11 localhost:11 ls:11
managers:11 match:11 minut:11 naturalez:11 ntp:11 offer:11 pam:11 parcial:11 perl:11 plugin:11 prefier:11
preserv:11 previ:11 propuest:11 proveng:11 proxim:11 rath:11 reconoc:11 recuper:11 redireccion:11 ref:11
rfc:11 runs:11 scre:11 secuenci:11 send:11 shadow:11 sid:11 signatur:11 stag:11 sud:11 team:11 third:11 tmp:11
too:11 top:11 track:11 try:11 whos:11 years:11 6:10 acord:10 action:10 added:10 addition:10 alcanc:10 alert:10
application:10 arguments:10 attack:10 aut:10 awstats:10 backup:10 blanc:10 booting:10 borr:10 cabl:10 camb:10
car:10 categor:10 centr:10 certain:10 clos:10 complic:10 connection:10 copyright:10 currently:10 daily:10
definicion:10 derech:10 desconect:10 division:10 documents:10 dud:10 elig:10 enfrent:10 entri:10 escond:10
estacion:10 experient:10 expres:10 extens:10 fact:10 fluj:10 fork:10 fuerz:10 fully:10 generally:10 gtk:10
handbook:10 har:10 having:10 incompat:10 internal:10 irc:10 lector:10 library:10 localiz:10 lts:10 modifi:10
mozill:10 obtien:10 ocup:10 open:10 operations:10 owner:10 pens:10 posterior:10 preced:10 priority:10
prohib:10 projects:10 puent:10 qemu:10 question:10 really:10 recuerd:10 redirig:10 replac:10 restrict:10
reutiliz:10 rsa:10 sat:10 setup:10 sideb:10 singl:10 smtpd:10 special:10 srv:10 status:10 symbolic:10 tasks:10
tls:10 transport:10 tri:10 tub:10 txt:10 unid:10 upstream:10 usad:10 useful:10 utils:10 vaci:10 variant:10
veas:10 vision:10 whol:10 x11:10 100:9 abrir:9 acronim:9 additional:9 advantag:9 again:9 antivirus:9 apoy:9
arrays:9 associat:9 bifurc:9 bsd:9 building:9 calific:9 camin:9 centraliz:9 certificat:9 cgi:9 changing:9
checks:9 cle:9 clients:9 confiabl:9 connections:9 containing:9 convencion:9 creation:9 cuidad:9 customiz:9
degrad:9 deleg:9 demor:9 deneg:9 desir:9 deten:9 devel:9 diferenci:9 displays:9 docs:9 download:9 easi:9
emails:9 end:9 enfoc:9 estadist:9 estam:9 estaran:9 estas:9 excelent:9 excepcion:9 exclus:9 expect:9
experiment:9 expir:9 explain:9 eyroll:9 fix:9 gpg:9 gris:9 high:9 hypervisor:9 identify:9 implicit:9 impos:9
inclusion:9 index:9 invers:9 invoc:9 invok:9 ipsec:9 languag:9 liber:9 libreoffic:9 liv:9 location:9 lot:9
masiv:9 menud:9 metadat:9 migracion:9 mini:9 monitor:9 multi:9 multiarquitectur:9 negr:9 netfilt:9 optimiz:9
origen:9 party:9 patrocin:9 performanc:9 pick:9 piez:9 plantill:9 plaz:9 ple:9 popular:9 prefer:9 prompt:9
raphael:9 re:9 recent:9 receptor:9 reinstal:9 reinstall:9 sampl:9 sav:9 second:9 seman:9 settings:9 sh:9 smb:9
specifi:9 storag:9 sufij:9 synaptic:9 traffic:9 transferent:9 unirs:9 usan:9 utf:9 veloc:9 vid:9 view:9
visualiz:9 ways:9 widely:9 wikipedi:9 15:8 192.168.0.0:8 25:8 3.0:8 abrevi:8 accept:8 activat:8 actu:8 adsl:8
advertent:8 algui:8 allowing:8 although:8 alto:8 announc:8 authentication:8 backports:8 bast:8 bruc:8
buildpackag:8 calcul:8 calls:8 cer:8 clar:8 community:8 compan:8 compatibility:8 compresion:8 compuest:8
constru:8 contrib:8 crec:8 custom:8 debsums:8 dependency:8 details:8 detection:8 dh:8 dic:8 digital:8
dirvish:8 distribut:8 down:8 dsc:8 econom:8 effect:8 emple:8 enough:8 escenari:8 esquem:8 estab:8 estuv:8
eth0:8 evalu:8 exim4:8 explanation:8 ext3:8 ext4:8 exterior:8 external:8 ficher:8 fields:8 filt:8 follow:8
forz:8 freedesktop:8 fundamental:8 garant:8 gid:8 habr:8 happens:8 hered:8 history:8 httpd:8 human:8 ian:8
incorpor:8 incremental:8 indiqu:8 informat:8 intel:8 inteligent:8 intend:8 learn:8 legitim:8 links:8 locat:8
making:8 md5:8 mdadm:8 milt:8 nagios4:8 nft:8 nss:8 nuestr:8 obtendr:8 openssl:8 pais:8 papel:8 per:8
perform:8 permanec:8 perspect:8 pref:8 preocup:8 pres:8 probably:8 pud:8 quality:8 reloj:8 resourc:8 respet:8
restaur:8 roland:8 romp:8 roms:8 routing:8 rpm:8 salient:8 sals:8 sasl:8 schedul:8 shipp:8 simplific:8 siz:8
slapd:8 soon:8 squ:8 src:8 suger:8 sum:8 tecnolog:8 term:8 test:8 togeth:8 types:8 unit:8 ventan:8 verify:8
virt:8 virus:8 words:8 writing:8 yes:8 16:7 509:7 abstraccion:7 achiev:7 actually:7 acuerd:7 agent:7 agradec:7
ahi:7 almost:7 amd:7 apendic:7 apply:7 approach:7 arbitrari:7 attempts:7 authority:7 becom:7 btrfs:7 bts:7
built:7 bytes:7 calient:7 card:7 cerc:7 ch:7 checksums:7 cicl:7 col:7 coming:7 confianz:7 consej:7 contendr:7
contribut:7 contributors:7 conviert:7 costos:7 critical:7 cuatr:7 curs:7 darl:7 debhelp:7 depending:7
desafortun:7 desaparec:7 descomprim:7 descrit:7 deteccion:7 detras:7 difficult:7 difusion:7 dinstall:7
directiv:7 dist:7 divers:7 dkim:7 drivers:7 due:7 duplic:7 editing:7 encend:7 enlaz:7 enorm:7 entiend:7 esr:7
execution:7 exhaust:7 express:7 fabric:7 fail2b:7 favor:7 filosof:7 fras:7 frontend:7 generic:7 gets:7
getting:7 gitlab:7 gpl:7 great:7 grep:7 groups:7 gzip:7 habil:7 habit:7 happ:7 hash:7 headers:7 horari:7
hostnam:7 howt:7 hoy:7 hub:7 ifupdown:7 implementation:7 inalambr:7 incoming:7 influenci:7 instanci:7
instantane:7 iptabl:7 legacy:7 legit:7 lent:7 likely:7 lil:7 link:7 longitud:7 lvs:7 macr:7 mal:7 maxim:7
mbr:7 migrat:7 missing:7 modify:7 mostly:7 motiv:7 motor:7 murdock:7 netstat:7 nev:7 news:7 nftabl:7 norm:7
notici:7 numbers:7 obtain:7 obteng:7 oficin:7 oldstabl:7 opendkim:7 oportun:7 paramet:7 passwords:7 pc:7
peopl:7 persistent:7 possibility:7 preseeding:7 preven:7 prevent:7 printing:7 privilegi:7 problemat:7 pront:7
prosody:7 ps:7 pur:7 put:7 pvs:7 python:7 qt:7 quer:7 quick:7 rc:7 recipient:7 regularly:7 retroadapt:7
return:7 reun:7 rtc:7 scsi:7 selector:7 semanag:7 sensibl:7 setg:7 similarly:7 sistemat:7 small:7 social:7
sshd:7 steps:7 stop:7 subr:7 suel:7 superior:7 supon:7 tampoc:7 tant:7 tard:7 targets:7 technical:7 telefon:7
tendran:7 thanks:7 thre:7 transicion:7 transmision:7 tun:7 unfortunately:7 vac:7 vam:7 ve:7 vea:7 viej:7
vien:7 visibl:7 vistaz:7 vuelv:7 webrtc:7 window:7 xl:7 year:7 1.0:6 20:6 2004:6 2014:6 500:6 aa:6 abarc:6
absolut:6 aceler:6 across:6 adds:6 adopt:6 ahorr:6 alfabet:6 aloj:6 anonim:6 answer:6 api:6 appli:6 aprend:6
asistent:6 assum:6 asunt:6 atd:6 autentif:6 auth:6 authoriz:6 averigu:6 bashrc:6 bewar:6 beyond:6 blends:6
block:6 brev:6 buildd:6 bulk:6 busqu:6 bzip2:6 cab:6 cam:6 canonical:6 casill:6 cerr:6 chapt:6 choosing:6
cifs:6 clasific:6 clon:6 codenam:6 comand:6 commercial:6 comp:6 compens:6 comprend:6 compress:6 concentr:6
configuring:6 conozc:6 correspondent:6 cortafueg:6 criptograf:6 cruft:6 cruz:6 definit:6 deny:6 derivativ:6
desconoc:6 discov:6 disminu:6 disposicion:6 dkms:6 dobl:6 domains:6 downloads:6 edicion:6 empez:6 energ:6
english:6 entreg:6 esta:6 et:6 events:6 eventual:6 evolu:6 exchang:6 filtering:6 formal:6 frent:6 fsf:6 gent:6
grab:6 habitual:6 haci:6 hag:6 head:6 hel:6 histori:6 historial:6 huell:6 icon:6 ietf:6 inconvenient:6
incorrect:6 input:6 intermedi:6 internacionaliz:6 interrump:6 investig:6 invit:6 isolinux:6 justific:6 k:6
keyring:6 lack:6 lead:6 leads:6 led:6 libert:6 librari:6 libvirt:6 loading:6 major:6 manuals:6 maps:6 mas:6
mat:6 matching:6 maximiz:6 mb:6 menus:6 minimal:6 modifications:6 mx:6 nativ:6 networkmanag:6 networks:6
newly:6 ng:6 nod:6 notic:6 nowadays:6 nsswitch:6 oblig:6 observ:6 offers:6 offic:6 openoffic:6 operat:6
optim:6 opuest:6 output:6 outsid:6 overwrit:6 particip:6 particularly:6 path:6 pattern:6 perifer:6 peticion:6
podran:6 popularity:6 posicion:6 possibly:6 postinst:6 potent:6 preferent:6 prefij:6 prep:6 procedur:6
product:6 progres:6 propiedad:6 pv:6 qued:6 queu:6 rastr:6 reach:6 reboot:6 redistribu:6 refer:6 removal:6
requests:6 respectively:6 restart:6 restor:6 richard:6 rot:6 rsyslogd:6 satisfech:6 sdb:6 sdc:6 secret:6
secundari:6 setu:6 short:6 shown:6 sobrecarg:6 spamassassin:6 spf:6 sql:6 squidguard:6 stallm:6 starts:6
subconjunt:6 suces:6 suricat:6 teams:6 tiend:6 transf:6 transparent:6 tre:6 tuv:6 uid:6 unidad:6 uniqu:6
unless:6 veran:6 webmin:6 weekly:6 wheezy:6 wheth:6 wish:6 workstation:6 z:6 00:5 10.2.2:5 1000:5 11.1:5 2.4:5
2001:5 2021:5 255.255.255.0:5 256:5 6.1:5 absenc:5 ac:5 accounts:5 acquir:5 addus:5 adivin:5 administration:5
aid:5 alta:5 ano:5 anymor:5 anyon:5 apple:5 april:5 apticron:5 aspects:5 assembl:5 atribut:5 attempt:5 avo:5
backups:5 blog:5 brut:5 bz2:5 cent:5 cercan:5 certs:5 chain:5 checking:5 chmod:5 cinc:5 clamav:5 clasif:5
class:5 codific:5 coherent:5 coinc:5 compani:5 comprueb:5 concerning:5 configurations:5 conform:5 confus:5
confusion:5 consig:5 constant:5 constraints:5 consum:5 cont:5 contrat:5 coordin:5 cor:5 cov:5 crack:5 crt:5
da:5 dan:5 day:5 debfost:5 deborph:5 definition:5 departament:5 description:5 desinstal:5 desmont:5 despit:5
devscripts:5 diccionari:5 dificult:5 discussion:5 dispar:5 drop:5 echar:5 ej:5 emerg:5 emergent:5 encapsul:5
engin:5 entir:5 espectr:5 estabil:5 establish:5 estandariz:5 estoy:5 evident:5 evolution:5 excellent:5 exclu:5
exec:5 exigent:5 exists:5 expert:5 explor:5 extranjer:5 facilitat:5 factor:5 fakeroot:5 fam:5 faqs:5 fast:5
finds:5 follows:5 fond:5 framework:5 frecuenci:5 frr:5 ftps:5 functionality:5 fundacion:5 gain:5 gam:5 going:5
got:5 gratuit:5 graved:5 gust:5 hasn:5 hat:5 hesitat:5 hierarchy:5 htaccess:5 ice:5 identity:5 ids:5 imprim:5
improv:5 indispens:5 inesper:5 infrastructur:5 inic:5 initializ:5 initialization:5 initrd:5 installations:5
integration:5 intencion:5 interactiv:5 intermediari:5 internacional:5 interoper:5 introduccion:5 invert:5
invocation:5 jessi:5 jueg:5 leerl:5 left:5 legibl:5 libnss:5 libpam:5 libvirtd:5 lif:5 limitations:5 lineal:5
locally:5 logical:5 logrotat:5 looking:5 lvcreat:5 maestr:5 mailing:5 maintainers:5 managing:5 masc:5 method:5
modem:5 molest:5 multimedi:5 mysql:5 neg:5 netinst:5 notably:5 obtuv:5 occur:5 ones:5 opcional:5 openssh:5
oracl:5 origin:5 otherwis:5 overrid:5 packets:5 parts:5 paus:5 pem:5 pen:5 pendient:5 perens:5 pertenezc:5
points:5 port:5 ports:5 postgrey:5 postrm:5 precision:5 preexistent:5 prerequisit:5 prerm:5 prior:5
promocion:5 propon:5 protect:5 puls:5 push:5 questions:5 random:5 rarely:5 reaccion:5 reading:5 ready:5
realic:5 receiv:5 recommends:5 reconstruccion:5 records:5 reenvi:5 relaj:5 remaining:5 reports:5
representing:5 reput:5 requirements:5 rescat:5 results:5 retransmit:5 rhertzog:5 rkhunt:5 rpc:5 rsyslog:5 rw:5
saf:5 salt:5 satisfactori:5 schem:5 sections:5 selecting:5 semodul:5 sendmail:5 simul:5 sirv:5 situations:5
sni:5 sobreescrib:5 sort:5 spammers:5 specifically:5 specification:5 squeez:5 stat:5 stretch:5 structur:5
sufr:5 suggestions:5 super:5 supports:5 sur:5 surg:5 suspend:5 suy:5 tab:5 tambi:5 templat:5 temporary:5
teor:5 testlxc:5 thank:5 themselv:5 though:5 tracking:5 translat:5 translation:5 udevd:5 umask:5 usarl:5
usars:5 vgs:5 virgulill:5 voz:5 vuelt:5 w:5 warn:5 wid:5 win:5 world:5 writt:5 xfce:5 xfs:5 yourself:5
"""
