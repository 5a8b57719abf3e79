"""Common words (ru) in so many paragraphs; made by scripts/background_counts.py."""

DOCUMENTS = 3587
COUNTS = """
the:1431 to:1063 a:1016 and:974 of:925 is:873 in:839 debian:693 be:604 for:602 it:562 that:552 this:551
can:523 by:506 are:479 with:473 котор:454 on:442 as:419 etc:377 or:371 фаил:363 пакет:349 which:346
package:342 an:326 not:326 file:305 you:284 систем:283 from:282 also:263 will:263 but:256 if:256 друг:256
all:255 use:234 так:232 org:227 раздел:227 files:216 system:215 have:214 дан:214 only:213 явля:212
packages:211 used:210 these:206 программ:204 команд:203 apt:201 пользовател:200 https:195 server:193 its:192
случа:190 configuration:189 they:183 more:178 command:177 использова:177 other:170 one:169 пример:169 s:166
has:165 использ:165 возможн:164 some:163 list:161 необходим:161 диск:160 след:160 linux:155 when:155 одн:150
кажд:149 default:148 each:148 установк:148 at:146 available:146 such:146 user:146 so:144 software:144
сервер:143 образ:140 their:139 using:139 since:138 созда:138 част:138 most:137 network:137 соответств:137
should:132 нескольк:132 машин:131 any:127 обычн:127 могут:126 version:125 позволя:124 некотор:121 example:119
name:119 conf:118 installed:118 then:118 users:118 them:117 перв:117 dpkg:116 настроик:116 нов:116 been:115
new:115 помощ:114 falcot:113 we:112 процесс:112 использован:111 ядр:111 работа:109 allows:107 first:107
must:106 им:106 ip:105 information:104 install:104 there:104 see:103 t:103 компьютер:103 доступн:102 сво:102
сист:102 no:100 прост:100 many:98 должн:98 верс:97 работ:97 set:96 врем:96 например:96 поскольк:96
администратор:95 сет:95 even:94 www:94 access:93 каталог:93 d:92 kernel:92 инструмент:92 сам:92 possible:91
1:90 share:90 информац:90 case:88 security:88 contains:87 into:87 автоматическ:87 usually:86 доступ:86
program:85 time:84 usr:84 data:83 raid:83 same:83 those:83 основ:82 прав:82 following:81 provides:81
required:81 service:81 обеспечен:81 параметр:81 поэт:80 do:79 make:79 run:79 directory:77 installation:77
up:77 времен:77 люб:77 создан:77 work:76 устроиств:76 free:75 need:75 tools:75 виртуальн:75 based:74
изменен:74 существ:74 загрузк:73 имеет:73 имен:73 программн:73 rules:72 фаилов:72 create:71 like:71 machine:71
simple:71 больш:71 будут:71 interface:70 групп:70 локальн:70 after:69 get:69 stable:69 цел:69 automatically:68
local:68 may:68 thus:68 решен:68 however:67 often:67 project:67 services:67 several:67 source:67 нужн:67
умолчан:67 хот:67 allow:66 control:66 virtual:66 обновлен:66 5:65 com:65 running:65 than:65 выполня:65 опц:65
удален:65 does:64 very:64 while:64 without:64 интерфеис:64 конфигурац:64 треб:64 root:63 вопрос:63 запуска:63
проект:63 сетев:63 postfix:62 programs:62 release:62 stored:62 two:62 web:62 важн:62 включа:62 предоставля:62
различн:62 эт:62 about:61 address:61 doc:61 domain:61 provide:61 безопасн:61 получ:61 физическ:61 dns:60
known:60 note:60 provided:60 sources:60 update:60 well:60 would:60 boot:59 tool:59 очен:59 установ:59
different:58 process:58 unix:58 was:58 адрес:58 межд:58 может:58 указа:58 both:57 configured:57 needs:57
последн:57 список:57 administrator:56 distribution:56 lists:56 requires:56 servers:56 still:56 выбор:56
выбра:56 пут:56 already:55 cd:55 database:55 find:55 key:55 might:55 options:55 policy:55 where:55 включ:55
дела:55 задач:55 конфигурацион:55 определен:55 разработчик:55 содерж:55 now:54 ssh:54 versions:54 стандартн:54
commands:53 http:53 protocol:53 общ:53 разн:53 сервис:53 check:52 desktop:52 gnome:52 graphical:52 line:52
various:52 way:52 запис:52 запуск:52 набор:52 основн:52 another:51 between:51 change:51 documentation:51 e:51
includes:51 instance:51 specific:51 standard:51 under:51 want:51 вид:51 зависим:51 используем:51 как:51
приложен:51 рисунок:51 строк:51 before:50 made:50 once:50 your:50 значен:50 том:50 0:49 being:49 changes:49
during:49 html:49 option:49 большинств:49 исходн:49 качеств:49 код:49 наибол:49 сообщен:49 сценар:49
установлен:49 applications:48 aptitude:48 main:48 number:48 order:48 public:48 имеют:48 through:47 windows:47
ваш:47 отдельн:47 содержим:47 т:47 add:46 email:46 все:46 жестк:46 подробн:46 because:45 could:45 disk:45
modules:45 section:45 syntax:45 systems:45 x:45 дополнительн:45 свободн:45 created:44 described:44 dev:44
important:44 ldap:44 own:44 updates:44 зат:44 называ:44 called:43 found:43 installer:43 interfaces:43 log:43
lvm:43 manual:43 point:43 start:43 кром:43 настро:43 особен:43 ответ:43 представля:43 соединен:43 able:42
common:42 defined:42 either:42 include:42 mail:42 script:42 документац:42 долж:42 измен:42 иногд:42 ошибк:42
способ:42 точк:42 administrators:41 features:41 given:41 how:41 last:41 look:41 particular:41 read:41
therefore:41 uses:41 what:41 книг:41 описа:41 apache:40 cases:40 client:40 contain:40 good:40 over:40
systemd:40 всегд:40 глав:40 дистрибутив:40 проблем:40 совет:40 хорош:40 2:39 complete:39 corp:39 developers:39
group:39 instead:39 just:39 old:39 who:39 wiki:39 втор:39 два:39 известн:39 ограничен:39 полн:39 руководств:39
сдела:39 сторон:39 управлен:39 шаг:39 язык:39 amd64:38 archive:38 bullseye:38 code:38 corresponding:38
current:38 emails:38 entry:38 unstable:38 var:38 xen:38 мног:38 операцион:38 размер:38 сопровожда:38 тех:38
8:37 computer:37 done:37 enabled:37 help:37 official:37 scripts:37 testing:37 within:37 вмест:37 имет:37
пол:37 пространств:37 соб:37 собствен:37 страниц:37 указыва:37 управля:37 directly:36 full:36 further:36
message:36 out:36 part:36 sometimes:36 support:36 usb:36 вниман:36 вывод:36 выполнен:36 дал:36 мен:36 номер:36
проверк:36 числ:36 addresses:35 always:35 bios:35 config:35 configure:35 cron:35 deb:35 device:35 few:35
maintainer:35 module:35 non:35 page:35 were:35 архитектур:35 деиств:35 конкретн:35 множеств:35 режим:35
сообществ:35 специальн:35 стабильн:35 углубля:35 устанавлива:35 установл:35 behavior:34 build:34 internet:34
means:34 rom:34 via:34 баз:34 вариант:34 графическ:34 культур:34 определя:34 принима:34 создава:34 creating:33
directive:33 easy:33 examples:33 lib:33 rule:33 selinux:33 дел:33 изменя:33 количеств:33 командн:33 определ:33
остальн:33 поддержива:33 похож:33 см:33 уровн:33 appropriate:32 contents:32 hard:32 here:32 host:32
interesting:32 login:32 messages:32 needed:32 permissions:32 require:32 similar:32 двух:32 политик:32
содержа:32 точн:32 формат:32 better:31 execute:31 field:31 filesystem:31 gnu:31 hardware:31 including:31
ipv6:31 machines:31 parameters:31 problems:31 simply:31 useful:31 быстр:31 выпуск:31 коп:31 назван:31 наход:31
обрат:31 полезн:31 account:30 application:30 directories:30 finally:30 itself:30 let:30 manager:30 mode:30
nfs:30 practice:30 search:30 вход:30 главн:30 достаточн:30 клиент:30 операц:30 оста:30 перемен:30 провер:30
резервн:30 удал:30 4:29 alternative:29 environment:29 g:29 image:29 multiple:29 purpose:29 type:29 upgrade:29
выполн:29 д:29 интернет:29 компан:29 легк:29 наит:29 раз:29 сложн:29 функц:29 хран:29 частност:29 широк:29
above:28 cache:28 enable:28 every:28 ftp:28 hosts:28 initial:28 installing:28 know:28 long:28 longer:28
management:28 next:28 operation:28 rather:28 relevant:28 remove:28 rights:28 веб:28 запуст:28 описыва:28
причин:28 пробл:28 протокол:28 сохраня:28 bug:27 describes:27 doesn:27 especially:27 everything:27 extra:27
gz:27 i:27 least:27 manually:27 names:27 net:27 our:27 password:27 repository:27 starting:27 step:27
website:27 why:27 включен:27 заметк:27 зап:27 мест:27 наконец:27 поддержк:27 позвол:27 рабоч:27 слов:27
смысл:27 стар:27 against:26 directives:26 general:26 grub:26 home:26 latter:26 operations:26 recommended:26
samba:26 take:26 tcp:26 us:26 вручн:26 запрос:26 лучш:26 момент:26 наш:26 окружен:26 описан:26 получа:26
порт:26 последовательн:26 ран:26 результат:26 связа:26 ситуац:26 сохран:26 хранен:26 10:25 adding:25
allowed:25 authentication:25 c:25 daemon:25 debconf:25 dedicated:25 depends:25 domu:25 dvd:25 format:25
generated:25 included:25 info:25 level:25 makes:25 managed:25 pages:25 parameter:25 reference:25 space:25
too:25 value:25 всем:25 выделен:25 добав:25 единствен:25 зада:25 источник:25 ключ:25 метод:25 подключен:25
поиск:25 практик:25 распространен:25 сред:25 текущ:25 тепер:25 чтен:25 automatic:24 base:24 book:24 bugs:24
cfg:24 checks:24 dependencies:24 dhcp:24 feature:24 fortunately:24 generally:24 init:24 keep:24 keys:24
latest:24 lxc:24 much:24 setting:24 sidebar:24 smtp:24 target:24 аппаратн:24 благодар:24 консол:24 менеджер:24
механизм:24 настоя:24 открыт:24 разметк:24 смотр:24 тип:24 элемент:24 associated:23 back:23 clients:23
connection:23 en:23 indicates:23 later:23 license:23 modified:23 necessary:23 partition:23 private:23
problem:23 record:23 second:23 sent:23 shell:23 solution:23 store:23 task:23 text:23 деиствительн:23 демон:23
избежа:23 конечн:23 логическ:23 модул:23 нем:23 оболочк:23 официальн:23 полност:23 получен:23 текстов:23
узл:23 according:22 among:22 attacker:22 best:22 cannot:22 choice:22 connections:22 currently:22
distributions:22 domains:22 executed:22 existing:22 had:22 ipv4:22 matter:22 others:22 removed:22 try:22
turn:22 works:22 альтернатив:22 добавлен:22 ем:22 нача:22 независим:22 переда:22 подобн:22 приоритет:22
разработк:22 разрешен:22 расположен:22 реальн:22 символ:22 системн:22 слишк:22 словар:22 состо:22 состоян:22
списк:22 7:21 actually:21 added:21 copy:21 designed:21 development:21 display:21 ensure:21 force:21 go:21
hand:21 kde:21 l:21 media:21 named:21 port:21 reject:21 repositories:21 runs:21 special:21 ssl:21 started:21
suite:21 types:21 uefi:21 write:21 ввод:21 выход:21 дава:21 загружа:21 замен:21 запущ:21 знат:21 избыточн:21
имеющ:21 исключен:21 лиценз:21 настраива:21 начина:21 ним:21 означа:21 очеред:21 парол:21 перевод:21 подход:21
принцип:21 происход:21 служб:21 трафик:21 уровен:21 хранилищ:21 этап:21 actual:20 advanced:20 bit:20 course:20
developed:20 disable:20 documented:20 documents:20 download:20 end:20 involves:20 large:20 mailing:20
mirror:20 n:20 older:20 physical:20 processes:20 releases:20 selected:20 session:20 show:20 vg:20 whole:20
whose:20 внешн:20 внутр:20 дальн:20 загрузчик:20 использу:20 люд:20 назначен:20 небольш:20 оборудован:20
одновремен:20 относ:20 отобража:20 показыва:20 предлага:20 размещен:20 3:19 below:19 browser:19 chosen:19
come:19 coming:19 company:19 detail:19 don:19 enough:19 environments:19 frequently:19 fully:19 handle:19
i386:19 less:19 memory:19 packaging:19 plasma:19 previous:19 profile:19 quick:19 regular:19 results:19
single:19 sites:19 takes:19 three:19 ubuntu:19 англииск:19 библиотек:19 взаимодеиств:19 двоичн:19 дистрибут:19
довольн:19 защит:19 инициализац:19 карт:19 контрол:19 меня:19 несмотр:19 особ:19 поч:19 принят:19 рол:19
содержат:19 ссылк:19 три:19 actions:18 addition:18 although:18 around:18 binary:18 complex:18 containing:18
depending:18 devices:18 former:18 git:18 going:18 listed:18 location:18 mentioned:18 mirrors:18 mount:18
open:18 prevent:18 projects:18 quality:18 quite:18 real:18 remote:18 role:18 send:18 sets:18 signed:18
table:18 traffic:18 trusted:18 video:18 базов:18 возвраща:18 двум:18 заключа:18 ин:18 мер:18 монтирован:18
обязательн:18 отлич:18 поведен:18 подключ:18 показа:18 постоя:18 представлен:18 предыдущ:18 риск:18 ряд:18
совместим:18 сраз:18 счита:18 тем:18 участник:18 учетн:18 эффективн:18 явн:18 64:17 attack:17 bin:17
bootloader:17 care:17 certain:17 certificate:17 certificates:17 changed:17 choose:17 creation:17 date:17
describe:17 details:17 easily:17 edit:17 explicit:17 fact:17 form:17 generate:17 give:17 identity:17 iso:17
operating:17 popular:17 printer:17 probably:17 question:17 really:17 secure:17 supported:17 tar:17 team:17
updated:17 whether:17 widely:17 working:17 блок:17 виртуализац:17 дат:17 две:17 инфраструктур:17 каса:17
меньш:17 ошибок:17 передач:17 пор:17 правильн:17 преимуществ:17 привод:17 пыта:17 равн:17 редк:17 рекоменд:17
сто:17 хост:17 again:16 b:16 basic:16 changing:16 community:16 computers:16 content:16 detailed:16 disks:16
due:16 encryption:16 exist:16 fai:16 filesystems:16 firewall:16 handled:16 having:16 internal:16 lv:16 man:16
master:16 microsoft:16 munin:16 offers:16 passwd:16 ppp:16 profiles:16 r:16 related:16 right:16 sender:16
status:16 term:16 upstream:16 xz:16 вызыва:16 гарантир:16 диапазон:16 завис:16 заметьт:16 записа:16 запущен:16
интересн:16 клавиатур:16 массив:16 мож:16 невозможн:16 об:16 обо:16 обознача:16 обратн:16 одинаков:16 отмет:16
отсутств:16 предназнач:16 производ:16 разделен:16 размеща:16 регулярн:16 реш:16 саит:16 собира:16 собра:16
средств:16 стал:16 стол:16 течен:16 тогд:16 функциональн:16 32:15 amount:15 apache2:15 apparmor:15 apply:15
architecture:15 assigned:15 avoid:15 building:15 built:15 buster:15 ca:15 caution:15 components:15
compromised:15 contributors:15 creates:15 decision:15 define:15 defines:15 downloaded:15 entries:15
ethernet:15 far:15 foundation:15 gets:15 happens:15 identify:15 library:15 mechanism:15 nagios:15 never:15
possibility:15 priority:15 providing:15 readme:15 rejected:15 removal:15 request:15 restricted:15 setup:15
shared:15 taken:15 tip:15 together:15 udev:15 udp:15 unless:15 vulnerability:15 архив:15 внутрен:15 входя:15
выш:15 готов:15 добавля:15 е:15 зачаст:15 значительн:15 кана:15 контеинер:15 копирован:15 налич:15
непосредствен:15 обрабатыва:15 огранич:15 осуществля:15 потреб:15 почтов:15 применя:15 проверя:15
разрабатыва:15 ресурс:15 сборк:15 сможет:15 соответствен:15 станов:15 термин:15 указан:15 установщик:15
чита:15 9:14 accessible:14 action:14 active:14 advantage:14 allowing:14 answer:14 architectures:14 bash:14
become:14 block:14 call:14 comes:14 component:14 considered:14 daily:14 disabled:14 enabling:14 enter:14
external:14 fail:14 filter:14 filters:14 fixed:14 follow:14 followed:14 hosted:14 images:14 integration:14
involved:14 kept:14 language:14 managers:14 match:14 modern:14 online:14 otherwise:14 p:14 partitions:14
pptp:14 pre:14 proc:14 proprietary:14 proxy:14 queries:14 recent:14 refer:14 screen:14 select:14 side:14
small:14 sure:14 tasks:14 technical:14 top:14 variable:14 ways:14 years:14 yet:14 весьм:14 зерка:14
изначальн:14 интерактивн:14 кандидат:14 краин:14 критер:14 мир:14 могл:14 нич:14 област:14 обнаружен:14
объясня:14 ограничива:14 ожида:14 основа:14 осторожн:14 отвеча:14 отношен:14 памят:14 почт:14 представл:14
прежд:14 применен:14 производительн:14 разработа:14 распространя:14 сбо:14 серверн:14 сравнен:14 таблиц:14
текст:14 убед:14 услов:14 электрон:14 arch:13 calls:13 cdd:13 contained:13 critical:13 crontab:13 desired:13
diff:13 displays:13 down:13 driver:13 error:13 explained:13 extension:13 fields:13 focus:13 gb:13 header:13
inetd:13 initially:13 kvm:13 legitimate:13 likely:13 link:13 load:13 logs:13 making:13 manage:13 meta:13
method:13 newer:13 owner:13 parts:13 party:13 passwords:13 path:13 perform:13 performance:13 re:13
reconfigure:13 requests:13 structure:13 sys:13 systemctl:13 test:13 third:13 url:13 v:13 vnc:13 vpn:13
words:13 дисков:13 дистибутив:13 заменя:13 записыва:13 инструкц:13 интерпретатор:13 компонент:13 конц:13
кэш:13 минимальн:13 напрям:13 ниж:13 обновля:13 откр:13 памя:13 подразумева:13 приня:13 процедур:13 рамк:13
рассылк:13 скорост:13 совместн:13 сохранен:13 стандарт:13 стро:13 требован:13 туннел:13 фактическ:13 11:12
additional:12 almost:12 alternatives:12 applied:12 arguments:12 attacks:12 backup:12 configuring:12
connected:12 context:12 cover:12 db:12 delete:12 deleted:12 dependency:12 despite:12 detect:12 distributed:12
dom0:12 drives:12 enables:12 event:12 executes:12 filtering:12 fine:12 firefox:12 firmware:12 generic:12
getting:12 handles:12 headers:12 history:12 hosting:12 hostname:12 id:12 idea:12 incoming:12 intended:12
leads:12 limited:12 logcheck:12 lot:12 m:12 menu:12 model:12 modifications:12 nat:12 networks:12 openvpn:12
patch:12 php:12 preferences:12 preseed:12 recipient:12 regularly:12 rely:12 requested:12 requirements:12
respectively:12 restrictions:12 return:12 risk:12 sample:12 sbin:12 sending:12 shipped:12 short:12
similarly:12 sip:12 site:12 soon:12 spam:12 specified:12 starts:12 supports:12 symbolic:12 times:12
understand:12 unfortunately:12 usual:12 view:12 written:12 xmpp:12 активн:12 аналогичн:12 бит:12 владельц:12
возника:12 восстановлен:12 выбира:12 гибкост:12 год:12 динамическ:12 документ:12 дом:12 домашн:12 драивер:12
жела:12 журнал:12 завершен:12 занима:12 квот:12 конфликт:12 маленьк:12 многочислен:12 надежн:12 нам:12
написа:12 начальн:12 никогд:12 нормальн:12 ответствен:12 отличн:12 отображен:12 перечен:12 перечисл:12
подсистем:12 пок:12 предостав:12 прежн:12 преобразован:12 производн:12 процессор:12 разделя:12 расширен:12
связ:12 синхронизац:12 скомпилирова:12 служ:12 событ:12 статус:12 степен:12 тестируем:12 техническ:12
учитыва:12 хочет:12 шаблон:12 12:11 24:11 across:11 adds:11 approach:11 ar:11 auto:11 becomes:11 bind:11
booting:11 cf:11 changelog:11 chapter:11 close:11 cups:11 description:11 detected:11 developer:11 document:11
drive:11 dynamic:11 easier:11 efi:11 elements:11 exchange:11 follows:11 fstab:11 gives:11 great:11 higher:11
identifier:11 ignore:11 indicate:11 infrastructure:11 instructions:11 links:11 loaded:11 localhost:11 ls:11
lts:11 major:11 mapping:11 matches:11 minimal:11 missing:11 modify:11 monitor:11 mostly:11 mounted:11 multi:11
ntp:11 numerous:11 offer:11 office:11 pam:11 patches:11 people:11 perl:11 ports:11 present:11 put:11 query:11
questions:11 ram:11 range:11 relatively:11 released:11 replaced:11 report:11 resources:11 result:11 rfc:11
rsa:11 settings:11 shadow:11 size:11 socket:11 steps:11 sudo:11 tmp:11 traditional:11 u:11 unit:11 usage:11
values:11 verify:11 volume:11 won:11 world:11 writing:11 автоматизирова:11 брандмауэр:11 буд:11 внесен:11
гарантирова:11 гб:11 домен:11 журна:11 загрузочн:11 идентификатор:11 клавиш:11 кодировк:11 кратк:11
маршрутизатор:11 направлен:11 настроек:11 нужда:11 отправля:11 п:11 первоначальн:11 поздн:11 польз:11
пользовательск:11 поможет:11 порядк:11 появля:11 предназначен:11 предполага:11 предупрежден:11 присво:11
продолжа:11 проход:11 публичн:11 пуст:11 развертыван:11 разумеет:11 рассмотр:11 реализац:11 реализова:11
реж:11 релиз:11 родительск:11 секц:11 символическ:11 синтаксис:11 современ:11 ссыла:11 стат:11 сут:11 трет:11
хотел:11 целостн:11 час:11 частн:11 чащ:11 шлюз:11 экра:11 6:10 accepted:10 achieve:10 administrative:10
analysis:10 archives:10 ask:10 assign:10 attempts:10 automated:10 awstats:10 beyond:10 checking:10
completely:10 compromise:10 connect:10 contribute:10 covers:10 criteria:10 custom:10 decide:10 detection:10
difficult:10 discover:10 downloads:10 drivers:10 editing:10 events:10 evolution:10 except:10 executable:10
execution:10 explanation:10 greylisting:10 groups:10 gtk:10 happen:10 hierarchy:10 identified:10
implementation:10 integrated:10 integrity:10 irc:10 libraries:10 listing:10 locale:10 looking:10 mac:10
manner:10 milter:10 modular:10 mozilla:10 news:10 notably:10 nowadays:10 objects:10 origin:10 original:10
os:10 output:10 outside:10 particularly:10 personal:10 please:10 plugin:10 potential:10 pv:10 qemu:10 ready:10
reports:10 restriction:10 sata:10 serious:10 signature:10 smtpd:10 specifically:10 specifying:10 srv:10 sub:10
switch:10 synaptic:10 thanks:10 though:10 tree:10 txt:10 utils:10 variables:10 window:10 x11:10 арх:10
благодарн:10 брелок:10 букв:10 дает:10 заверш:10 задава:10 знает:10 знач:10 изолирова:10 исправлен:10
маршрутизац:10 минимум:10 модел:10 мост:10 наоборот:10 начал:10 немедлен:10 нестабильн:10 нужд:10 обзор:10
объект:10 организац:10 отредактирова:10 отслеживан:10 параллельн:10 пересборк:10 переход:10 плагин:10 план:10
подкачк:10 подходя:10 помога:10 понадоб:10 популярн:10 послед:10 предложен:10 пресидинг:10 присоедин:10
противн:10 прям:10 развит:10 редактирован:10 рекомендова:10 сеичас:10 сесс:10 строг:10 схем:10 удовлетвор:10
французск:10 экран:10 100:9 25:9 announced:9 applies:9 argument:9 aspects:9 attempt:9 authority:9 authorized:9
backports:9 bridge:9 bsd:9 bulk:9 card:9 cgi:9 choices:9 choosing:9 chrooted:9 class:9 clean:9 commercial:9
communication:9 compatibility:9 comprehensive:9 contrib:9 controlled:9 day:9 design:9 determine:9 devel:9
docs:9 editor:9 effect:9 empty:9 ensures:9 equivalent:9 essential:9 eyrolles:9 function:9 functions:9 gpg:9
handbook:9 interactive:9 ipsec:9 issues:9 kind:9 labeled:9 led:9 libreoffice:9 licenses:9 live:9 logged:9
maintained:9 maintainers:9 matching:9 members:9 mini:9 monitoring:9 netfilter:9 normal:9 numbers:9 object:9
occur:9 offered:9 ones:9 parallel:9 per:9 period:9 pid:9 plugins:9 possibly:9 prefer:9 previously:9 print:9
privileges:9 processor:9 proposed:9 published:9 purge:9 quickly:9 rarely:9 reading:9 reason:9 reboot:9
recommends:9 records:9 reinstall:9 remaining:9 restrict:9 review:9 roles:9 save:9 sh:9 shares:9 shown:9 smb:9
solutions:9 sort:9 stop:9 storage:9 tables:9 targets:9 terms:9 themselves:9 tls:9 tracking:9 understanding:9
unknown:9 utf:9 wikipedia:9 wish:9 yes:9 автор:9 аутентификац:9 блочн:9 быва:9 взаимодеиствова:9 вклад:9
вначал:9 внест:9 встреча:9 вся:9 вызов:9 гарант:9 говор:9 заплат:9 зашифрова:9 знак:9 информацион:9 истор:9
историческ:9 канал:9 категор:9 коммерческ:9 конфигурирован:9 коротк:9 лет:9 лиц:9 месяц:9 немн:9 никак:9
носител:9 обеспечива:9 обм:9 обслуживан:9 объем:9 оказыва:9 основан:9 отказ:9 очевидн:9 перечислен:9 перечн:9
период:9 подлин:9 пониман:9 попыта:9 пот:9 потенциальн:9 потер:9 потребн:9 появлен:9 практическ:9 предлож:9
придет:9 скрипт:9 снача:9 снов:9 сообща:9 сопровожден:9 спасиб:9 специфическ:9 удаля:9 утилит:9 храня:9
целев:9 шифрован:9 15:8 192.168.0.0:8 3.0:8 accept:8 adapt:8 adapted:8 adsl:8 agent:8 alias:8 altered:8
antivirus:8 basics:8 benefit:8 brings:8 buildpackage:8 canonical:8 charge:8 clear:8 commonly:8
communications:8 compilation:8 compressed:8 concerned:8 correct:8 customize:8 customized:8 debsums:8 dh:8
difference:8 differences:8 dirvish:8 discussion:8 distribute:8 downloading:8 dsc:8 edited:8 element:8 entire:8
errors:8 eth0:8 executing:8 exim4:8 exists:8 experimental:8 ext3:8 ext4:8 extract:8 fix:8 fork:8 freedesktop:8
functionality:8 gid:8 goal:8 goes:8 greater:8 httpd:8 ide:8 improve:8 indeed:8 initialization:8 intel:8 isn:8
keeping:8 kernels:8 lack:8 layer:8 life:8 limit:8 little:8 loading:8 locally:8 maps:8 md5:8 mdadm:8 mod:8
nagios4:8 nft:8 openssl:8 pair:8 pick:8 points:8 prepared:8 printers:8 printing:8 prior:8 properly:8
provider:8 qualified:8 reach:8 reliable:8 replace:8 rpm:8 rtc:8 sasl:8 sections:8 seem:8 selection:8
simplest:8 situations:8 slapd:8 squid:8 src:8 stages:8 standards:8 strict:8 teams:8 track:8 transport:8
until:8 upon:8 validate:8 virt:8 wide:8 year:8 административн:8 администрирован:8 аспект:8 базир:8 будет:8
ввест:8 выда:8 вызва:8 гибк:8 дерев:8 директор:8 дополнен:8 желан:8 загруз:8 зам:8 запланирова:8 защищен:8
знан:8 игра:8 итог:8 компакт:8 компиляц:8 компьютерн:8 контролир:8 конфиденциальн:8 корректн:8 мал:8 массов:8
модульн:8 настольн:8 недавн:8 недостаточн:8 нельз:8 обнаруж:8 обозначен:8 обсужден:8 объедин:8 окол:8
оригинальн:8 отобраз:8 перезагрузк:8 перенаправлен:8 перечисля:8 персональн:8 планирован:8 подкаталог:8
подсет:8 понят:8 потребова:8 предварительн:8 предел:8 предоставлен:8 привест:8 присваива:8 приход:8
просматрива:8 просмотр:8 противоположн:8 проч:8 различ:8 разреш:8 редактор:8 род:8 самостоятельн:8 символьн:8
сказа:8 следовательн:8 слуша:8 совпада:8 соединя:8 сочетан:8 станц:8 суффикс:8 сходн:8 счаст:8 технолог:8
традицион:8 трудн:8 увелич:8 упомина:8 экспериментальн:8 16:7 509:7 accessed:7 accounts:7 achieved:7 acronym:7
activate:7 administration:7 affected:7 aliases:7 amd:7 answers:7 anymore:7 anyone:7 asked:7 asks:7 author:7
aware:7 beware:7 browse:7 browsing:7 btrfs:7 bts:7 cards:7 ch:7 chain:7 character:7 checksums:7 chroot:7
combinations:7 combined:7 commented:7 compared:7 compile:7 concerning:7 conditions:7 consequence:7 consider:7
console:7 constraints:7 continue:7 convenient:7 copies:7 copyright:7 cracking:7 culture:7 daemons:7 days:7
deal:7 debhelper:7 defining:7 describing:7 develop:7 dinstall:7 displayed:7 dkim:7 efficient:7 encrypted:7
ensuring:7 entirely:7 esr:7 exactly:7 expected:7 explains:7 expression:7 fail2ban:7 fsf:7 future:7 gitlab:7
giving:7 gpl:7 granted:7 grep:7 gzip:7 he:7 hesitate:7 ifupdown:7 index:7 indicated:7 input:7 installations:7
integrate:7 introduced:7 intrusion:7 iptables:7 issue:7 issued:7 knows:7 languages:7 leader:7 left:7 legacy:7
lilo:7 loads:7 looks:7 managing:7 mandatory:7 mbr:7 meant:7 meet:7 met:7 migrate:7 mounting:7 netstat:7
nftables:7 none:7 normally:7 nss:7 obtain:7 obtained:7 obviously:7 oldstable:7 opendkim:7 organization:7
packaged:7 packets:7 passes:7 pattern:7 pending:7 picked:7 prosody:7 protection:7 protocols:7 ps:7 python:7
qt:7 rc:7 readable:7 receive:7 recently:7 recorded:7 regarding:7 removing:7 reply:7 representing:7 restart:7
rhertzog:7 routing:7 salsa:7 satisfied:7 saved:7 scsi:7 semanage:7 sends:7 separated:7 setgid:7 sharing:7
sign:7 slightly:7 specify:7 split:7 sshd:7 stage:7 statistics:7 suggestions:7 swap:7 taking:7 technology:7
temporarily:7 terminal:7 tests:7 translation:7 tries:7 true:7 unique:7 upgrades:7 username:7 valid:7
validation:7 viewer:7 vocabulary:7 volumes:7 volunteers:7 webrtc:7 weekly:7 whereas:7 wireless:7 workstation:7
worth:7 xl:7 авторск:7 анализ:7 аргумент:7 вед:7 ведет:7 ветк:7 взят:7 виде:7 влия:7 возникнут:7 выдел:7
выдержк:7 высок:7 генерац:7 график:7 ден:7 длин:7 добровольц:7 долгосрочн:7 жизн:7 заверша:7 заголовк:7
загруж:7 защища:7 зон:7 зрен:7 идентификац:7 извест:7 изоляц:7 именова:7 интеграц:7 иска:7 исполнен:7
исполня:7 комплект:7 концепц:7 корнев:7 лидер:7 локализац:7 масс:7 местоположен:7 наблюда:7 назва:7 направля:7
недел:7 недоступн:7 обеспеч:7 обход:7 объ:7 объединен:7 опытн:7 отключен:7 отправк:7 охватыва:7 плат:7 помим:7
помоч:7 понима:7 поня:7 посвящ:7 потеря:7 поток:7 появ:7 проваидер:7 программирован:7 продвинут:7 продукт:7
прокс:7 профил:7 развива:7 разреша:7 раскладк:7 распределен:7 распростран:7 редактирова:7 рекоменду:7 сжат:7
скор:7 следств:7 случ:7 смонтирова:7 соглашен:7 сожален:7 сокращен:7 сообщ:7 срок:7 типичн:7 тонк:7 трех:7
уведомлен:7 увеличен:7 удобн:7 уникальн:7 усил:7 установочн:7 учет:7 центральн:7 частичн:7 человек:7 член:7
шифрова:7 1.0:6 20:6 2004:6 2014:6 500:6 aa:6 ability:6 act:6 activity:6 acts:6 admin:6 aims:6 analyzing:6
announce:6 applying:6 april:6 assume:6 atd:6 auth:6 authenticate:6 authors:6 availability:6 backups:6 bashrc:6
basis:6 benefits:6 blends:6 broken:6 browsers:6 buildd:6 bzip2:6 careful:6 carefully:6 cause:6 causes:6
central:6 characters:6 cifs:6 combination:6 comments:6 companies:6 compiled:6 concrete:6 configurations:6
connectivity:6 container:6 core:6 cruft:6 denial:6 deny:6 discovered:6 dist:6 dkms:6 dos:6 engine:6 english:6
evolve:6 exact:6 excellent:6 expect:6 explicitly:6 exploit:6 expressed:6 expressions:6 extended:6 failing:6
fails:6 false:6 fast:6 favor:6 finding:6 firewalls:6 focuses:6 frontend:6 functional:6 generates:6 got:6
growing:6 guide:6 handling:6 hasn:6 helo:6 helps:6 hence:6 high:6 howto:6 ietf:6 immediately:6 impossible:6
incompatible:6 increase:6 incremental:6 intermediary:6 invalid:6 invocation:6 invoke:6 isolinux:6 k:6
keyring:6 keyword:6 knowing:6 labeling:6 lead:6 learned:6 levels:6 libvirt:6 limitations:6 linear:6 lines:6
listen:6 logging:6 manages:6 manuals:6 mark:6 marked:6 matters:6 meaning:6 mention:6 methods:6 mx:6
networkmanager:6 newly:6 ng:6 nsswitch:6 o:6 obsolete:6 openoffice:6 organized:6 outgoing:6 override:6
overwrite:6 owned:6 ownership:6 persistent:6 piece:6 pieces:6 place:6 placed:6 popularity:6 postinst:6
potentially:6 powerful:6 preseeding:6 principles:6 privacy:6 programming:6 proper:6 properties:6 protected:6
providers:6 purposes:6 reasons:6 references:6 rejection:6 rejects:6 relay:6 relies:6 remember:6 removes:6
replacement:6 reported:6 respective:6 response:6 risks:6 roland:6 roms:6 rsyslog:6 rw:6 said:6 scenario:6
sdb:6 searches:6 searching:6 seen:6 senders:6 sensitive:6 separate:6 serve:6 sessions:6 setuid:6 severity:6
signatures:6 signing:6 smaller:6 social:6 spamassassin:6 specification:6 spf:6 sql:6 squidguard:6 state:6
stores:6 study:6 successful:6 sufficient:6 suggests:6 suricata:6 symbols:6 tells:6 temporary:6 thing:6
things:6 transfer:6 transmission:6 typical:6 uid:6 unlike:6 unsolicited:6 virtualization:6 virus:6 w:6 warn:6
webmin:6 wheezy:6 zone:6 абстракц:6 активирова:6 битн:6 будущ:6 верн:6 влиян:6 внов:6 внос:6 вообщ:6
восстанавлива:6 восстанов:6 вполн:6 всю:6 выгляд:6 выражен:6 гипервизор:6 горазд:6 детал:6 детальн:6 добавл:6
дополня:6 достига:6 дочерн:6 ежедневн:6 занов:6 запреща:6 застав:6 идентифицирова:6 идентичн:6 имел:6
интервал:6 исследован:6 исходя:6 ищет:6 класс:6 клиентск:6 комбинац:6 контакт:6 контролирова:6 критическ:6
медлен:6 метада:6 миграц:6 мониторинг:6 назад:6 наскольк:6 начин:6 обработк:6 огромн:6 оз:6 оказа:6 оператор:6
опиш:6 оптимальн:6 остановк:6 отдел:6 отказа:6 отлича:6 относя:6 отправн:6 отчет:6 повод:6 повторн:6
подготовк:6 подпис:6 подписа:6 полага:6 полез:6 помн:6 попытк:6 порядок:6 постро:6 правил:6 предпочита:6
предпочтительн:6 примечан:6 присутств:6 произвольн:6 прочита:6 прошл:6 располож:6 расшифровыва:6 репозитор:6
ручн:6 сбор:6 секретн:6 следова:6 сло:6 сложност:6 согласова:6 состоя:6 стад:6 стран:6 структур:6 считыва:6
тестирован:6 увидет:6 узна:6 улучшен:6 устаревш:6 участ:6 уязвим:6 форм:6 человеческ:6 эквивалент:6 00:5
10.2.2:5 1000:5 11.1:5 2.4:5 2001:5 2021:5 255.255.255.0:5 256:5 6.1:5 absence:5 accessing:5 accordingly:5
acquire:5 addressed:5 adduser:5 aide:5 al:5 along:5 analyze:5 anonymous:5 api:5 apple:5 apticron:5 audit:5
authenticated:5 authenticating:5 authorize:5 avoided:5 backed:5 background:5 backwards:5 behind:5 belonging:5
blacklist:5 blog:5 body:5 brute:5 bz2:5 cdrom:5 certs:5 chmod:5 chose:5 clamav:5 co:5 compression:5
conflicts:5 consequences:5 consideration:5 considers:5 constitution:5 contributed:5 contributions:5 controls:5
controversial:5 conversely:5 copied:5 correctly:5 corresponds:5 country:5 crt:5 cryptographic:5 cycle:5
debfoster:5 deborphan:5 decided:5 defaults:5 deployed:5 deprecated:5 derivatives:5 devscripts:5 direct:5
discussed:5 drop:5 dynamically:5 effectively:5 effort:5 encoding:5 encrypt:5 et:5 eventually:5 everyone:5
exclude:5 exec:5 exhaustive:5 experience:5 explanations:5 face:5 facilitate:5 fakeroot:5 family:5 faqs:5
finds:5 fixes:5 framework:5 frr:5 ftps:5 fundamental:5 gdm3:5 google:5 grant:5 grants:5 guarantee:5
guidelines:5 hat:5 historical:5 hours:5 htaccess:5 huge:5 ice:5 ids:5 ignored:5 impact:5 implemented:5
implicitly:5 individual:5 initrd:5 insert:5 installs:5 interact:5 interested:5 introduction:5 involve:5
jessie:5 keeps:5 kinds:5 knowledge:5 larger:5 learn:5 leave:5 legal:5 libnss:5 libpam:5 libvirtd:5 light:5
limits:5 ll:5 locate:5 located:5 logical:5 logrotate:5 lost:5 lvcreate:5 mailbox:5 mailboxes:5 mainly:5
maintain:5 maintenance:5 majority:5 mb:5 merged:5 minutes:5 mistake:5 modification:5 money:5 months:5 moved:5
multimedia:5 mysql:5 nature:5 necessarily:5 netinst:5 networking:5 nevertheless:5 nice:5 notes:5 noting:5
offering:5 openssh:5 oracle:5 orig:5 outdated:5 overview:5 packet:5 pc:5 pem:5 perfect:5 permission:5
permitted:5 platform:5 pointing:5 postgrey:5 postrm:5 precise:5 precisely:5 preferred:5 prerm:5 pressing:5
priorities:5 processing:5 pure:5 purged:5 qos:5 random:5 reached:5 recommendations:5 red:5 referred:5
register:5 registered:5 removable:5 reporting:5 rescue:5 resource:5 restore:5 returns:5 reverse:5 rkhunter:5
roughly:5 route:5 rpc:5 rsyslogd:5 safe:5 scheduled:5 scope:5 sdc:5 selecting:5 self:5 semodule:5 sendmail:5
shells:5 shows:5 significant:5 situation:5 sni:5 soft:5 specialized:5 squeeze:5 stability:5 stands:5 states:5
storing:5 stretch:5 submit:5 suggested:5 summary:5 supposed:5 tab:5 tag:5 tags:5 tell:5 template:5 tends:5
testlxc:5 thank:5 therefor:5 total:5 translate:5 trigger:5 trust:5 typically:5 typing:5 udevd:5 umask:5
unlikely:5 upgrading:5 uploads:5 utilities:5 vast:5 visible:5 vulnerabilities:5 websites:5 whitelist:5 wine:5
x86:5 xfce:5 xfs:5 yourself:5 z:5 zero:5 аналог:5 атак:5 берет:5 брюс:5 важност:5 введен:5 взгляд:5 вкладк:5
вмешательств:5 возврат:5 врод:5 встреч:5 выделя:5 вызовет:5 дальш:5 двоин:5 деградирова:5 держа:5 директив:5
длительн:5 достич:5 достоинств:5 др:5 естествен:5 занят:5 запрашива:5 заран:5 защищ:5 заявлен:5 зеркал:5 зна:5
игнорир:5 иде:5 идентификацион:5 идентифицир:5 идет:5 иерарх:5 иерархическ:5 избега:5 издан:5 инач:5
индивидуальн:5 интегрирова:5 интерес:5 исключительн:5 истечен:5 комментар:5 круг:5 крупн:5 личн:5 логик:5
максимальн:5 маск:5 международн:5 метк:5 модифицирова:5 мультиархитектур:5 нагрузк:5 наидет:5 наилучш:5
накопител:5 намн:5 настольк:5 настроен:5 находя:5 недостатк:5 неофициальн:5 неправильн:5 непрерывн:5
несвободн:5 нос:5 нуж:5 облегча:5 обнов:5 обраща:5 обслужива:5 обсужда:5 объединя:5 оканчива:5 опя:5
организова:5 остав:5 ответвлен:5 отправ:5 пакетн:5 передава:5 перенаправля:5 перенос:5 питан:5 поверх:5
подтвержден:5 полномоч:5 помеща:5 попробова:5 последств:5 посредств:5 постепен:5 предостережен:5 предполож:5
предшеств:5 привед:5 приведен:5 приглашен:5 примен:5 принадлежа:5 присвоен:5 прич:5 продолж:5 проигнорирова:5
проит:5 промежуточн:5 прохожден:5 прочтен:5 работоспособн:5 рад:5 разниц:5 расширя:5 рафаэл:5 своиств:5
связыва:5 сгруппирова:5 семеиств:5 серьезн:5 сил:5 синхронизирова:5 скольк:5 скопирова:5 совокупн:5 соглас:5
соображен:5 соста:5 составля:5 специфичн:5 старш:5 статическ:5 стоимост:5 сумм:5 тильд:5 ту:5 узел:5 уменьш:5
уменьша:5 упомянут:5 услуг:5 участв:5 флаг:5 четыр:5 чисел:5 чрезвычаин:5 широковещательн:5
"""
