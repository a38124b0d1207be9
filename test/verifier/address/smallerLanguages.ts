/**
 * Common first and last names of languages whose spelling differs most from that of the large ones, written
 * as in an address, without accents. The letter-pair table is made from them, too.
 */
import type { NameList } from "./names.ts"

type Row = readonly [language: string, first: string, last: string]

const rows: ReadonlyArray<Row> = [
  [
    "Welsh",
    "rhys dylan gwyn gwilym llywelyn iwan ieuan hywel emyr aled owain dafydd gethin rhodri bronwen gwenllian myfanwy angharad eluned blodwen cerys ffion gwyneth lowri nerys rhiannon sioned tegwen gwynllyw gwyddfid",
    "llwyd gwynedd pryce bevan bowen cadwgan craddock evans ffoulkes griffiths gwynne howell jenkins llewellyn lloyd maddocks meredydd morgan powell prydderch pugh rhydderch rhys vaughan wynn wynne yorath llwchwr"
  ],
  [
    "Albanian",
    "arben agim bujar dritan enver fatmir gjergj gjon hysni ilir kujtim luan ndue ndricim petrit qemal shpend skender xhavit xhelal xhevahir ylli besnike drita flutura gjyljeta lirije mimoza njomza shpresa shqipe teuta valbona zana",
    "ahmeti bajrami berisha bytyqi celaj dervishi gashi gjoka gjokaj hasani hoxha hoxhaj kastrati kastrioti krasniqi kryeziu leka marku ndreca ndoj nikolla prenga qosja rexhepi rugova shala shehu shkreli shtjefni spahiu thaci xhaferi xhaka ymeri zhupani zogu xhani"
  ],
  [
    "Irish",
    "aodhan brian cathal caoimhe ciaran cormac daithi darragh diarmuid donncha eamon eoghan fionn lorcan niall oisin padraig ruairi seamus sean tadhg aisling aoife bronagh deirdre eilis grainne maeve meadhbh niamh orlaith roisin sadhbh saoirse siobhan sorcha",
    "obrien omurphy kelly osullivan walsh byrne oryan oconnor oneill oreilly doyle mccarthy gallagher odoherty kennedy lynch murray quinn moore mcloughlin ocarroll connolly daly oconnell wilson dunne brennan burke collins campbell clarke johnston hughes ofarrell fitzgerald mcgrath mcguinness mcdonagh breathnach macgiolla nimhurchu"
  ],
  [
    "Croatian and Serbian",
    "aleksandar branko bogdan dragan dusan goran hrvoje igor ivica josip krunoslav luka marko milan mladen mrdjan nebojsa predrag ratko slobodan srdjan stjepan strahinja svetozar tomislav vladimir zdravko zeljko zvonimir dragica gordana jasmina ljiljana ljubica mirjana snezana vesna zrinka",
    "babic bozic crnkovic dordevic grgic hadzic horvat ilic ivankovic jovanovic juric knezevic kovacevic krznar lovric markovic matic milosevic mrkonjic nikolic novak pavlovic perkovic petrovic popovic radic savic simic smrekar srdic stankovic stojanovic trbovic tomic vidovic vrdoljak vukovic zivkovic cvrtila brkljacic grbavac"
  ],
  [
    "Slovak and Slovene",
    "bohumil dusan jozef juraj lubomir matej ondrej peter rastislav stefan tibor vladimir andrej bostjan gregor janez joze matjaz miha rok tomaz uros alzbeta bozena maria zuzana irena mojca petra spela tjasa urska vlasta zvezdana",
    "horvath kovac varga toth nagy balaz szabo molnar lukac novak polak krajci stvrtecky vrba hrncir vlk krchnavy smrek hruska kralik zupancic krajnc potocnik vidmar mlakar kos golob turk korosec zajc hribar kotnik rozman kavcic smrtnik vrhovnik drgan grm trcek"
  ],
  [
    "Ukrainian",
    "andriy bohdan danylo dmytro hryhoriy ihor kyrylo lyubomyr mykhailo mykola myroslav oleksandr oleksiy pavlo petro serhiy stepan taras vasyl viktor volodymyr vsevolod yaroslav yevhen yuriy zhdan halyna iryna kateryna khrystyna lyudmyla nadiya oksana olha svitlana tetyana yuliya zoryana",
    "bondarenko boyko chornovil dzyuba franko hrushevskyi hryhorchuk hryshchenko khmelnytskyi kovalenko kovalchuk kravchenko kravchuk lysenko marchenko melnyk moroz oliynyk petrenko polishchuk rudenko savchenko shcherbytskyi shevchenko shevchuk shvets stryzhak tkachenko tkachuk tymoshenko vdovychenko zakharchenko zhuk zinchenko"
  ],
  [
    "Georgian",
    "giorgi davit levan irakli zurab nika luka vakhtang tamaz shota mamuka merab otar gocha revaz ilia nino tamar mariam ana ketevan natia tekla gvantsa tsira mzia lamzira khatuna maia rusudan",
    "beridze kapanadze gelashvili maisuradze giorgadze lomidze tsiklauri kvaratskhelia bolkvadze khutsishvili mamedov nozadze shengelia tsereteli mkhedritsereteli mgvdliashvili mtvralashvili dzhugashvili gvritishvili gvazava mchedlishvili tskhovrebashvili akhvlediani chkheidze chkhikvishvili jgharkava ghviniashvili qvrivishvili svanidze lortkipanidze sakvarelidze"
  ],
  [
    "Armenian",
    "armen aram ashot garegin gevorg hakob hayk hovhannes hrachya hrant karen khachatur levon mher mkrtich narek petros sargis suren tigran vahan vardan vrezh anahit ani arpine astghik gayane hasmik lusine mariam nare siranush srbuhi zaruhi",
    "abrahamyan arakelyan asatryan avagyan ghazaryan grigoryan hakobyan harutyunyan hovhannisyan hovsepyan karapetyan khachatryan kocharyan manukyan margaryan martirosyan melkonyan mkhitaryan mkrtchyan mnatsakanyan muradyan nersisyan petrosyan poghosyan sahakyan sargsyan simonyan stepanyan terpetrosyan vardanyan yeghiazaryan"
  ],
  [
    "Basque and Catalan",
    "aitor ander asier benat eneko gorka iker inaki jon josu mikel unai xabier ainhoa ane edurne garazi itxaro itziar leire maite miren nekane arnau jordi josep llorenc lluc lluis marc montserrat oriol pere pol roger ximo xavier laia meritxell merce nuria xuxa",
    "agirre aranburu arrizabalaga arrieta azpilicueta echeverria elizondo etxeberria etxebarrieta goikoetxea ibarretxe iriondo larranaga mendizabal otxoa txomin urkixo urrutia zabala zubizarreta arquer bosch capdevila ferrer fontcuberta llongueras llull mas montserrat pla puig puigcerver puigdemont pujol ripoll serrat soler vallverdu xifre"
  ],
  [
    "Icelandic",
    "arni bjarni bjorn einar fridrik gudjon gudmundur gunnar hafthor haukur hjalti hrafn ingolfur jokull magnus njall oddur ragnar sigurdur snorri sveinn throstur thorsteinn asdis bryndis freyja gudbjorg gudrun hallgrimur helga hjordis hrafnhildur kristjana ragnheidur sigthrudur solveig svanhvit thordis valgerdur",
    "arnason bjarnadottir bjornsson einarsson fridriksdottir gudjonsson gudmundsdottir gunnarsson hafsteinsson halldorsdottir hjaltason hjaltalin hlfdanarson hrafnkelsdottir jonsdottir jonsson kristjansson magnusdottir njalsson olafsdottir palsson ragnarsdottir sigurdsson sigmundsdottir stefansson sveinsdottir thjodolfsdottir thorarinsson thorvaldsson"
  ],
  [
    "Baltic",
    "janis andris juris edgars martins aivars dzintars uldis valdis girts ilze inga dzidra kristine liga zane jonas vytautas algirdas mindaugas zydrunas gintaras kestutis rimgaudas birute danute egle gintare jurgita rasa tonu juri jaan kulli ulle marju piret",
    "berzins kalnins ozolins jansons liepins krumins balodis skujins zvirbulis grundmanis kazlauskas stankevicius petrauskas jankauskas zukauskas butkus paulauskas vasiliauskas krstulovic gudzinskas petrzilka grybauskaite dzelmys tamm saar sepp magi kask kukk rebane ilves parn koppel laanemets raudsepp uusmae"
  ],
  [
    "Azeri and Central Asian",
    "elchin cahangir xayyam qasim rauf vuqar leyla gulnar qizqayit nursultan qyzdarbek yerzhan zhanbolat zhanyl aizhan aigerim bekzat dauren gulzhan shohrux jahongir otabek ulugbek dilfuza gulchehra nargiza oydin feruza rustam",
    "aliyev mammadov huseynov qarayev qasimov xaliqov guliyev quliyev zadeh xanzade nazarbayev akhmetov zhumabayev zhakhanova omarov qunanbayuly ibragimov karimov xojayev qodirxonov xudoyqulov yuldashev toshmatov mirzayev rahmonov niyazov berdimuhamedov atambayev"
  ],
  [
    "Persian and Hebrew",
    "ali hossein mohammad reza khosro farhad behzad shahrokh zhaleh qasem fatemeh zahra mahshid nasrin parvaneh golnaz yitzchak yitzhak tzvi shlomo moshe avraham chaim dov eliyahu mordechai shmuel zvi chava tzipora rivka tzviya yael shoshana chavatzelet ytzhak",
    "ahmadi hosseini jafari karimi mohammadi mousavi rahimi ghahremani ghomshei khorasani shahrokhzadeh tehrani zarei qashqai golzar cohen levi mizrahi peretz biton avraham friedman katz azoulay hershkovitz schwartz rosenzweig nachmani tzur bentzvi yitzhaki kirzner lifshitz zilberstein"
  ],
  [
    "South Indian and Sinhala",
    "krishnamurthy venkateshwarlu lakshminarayanan subramanian karthikeyan srikanth srinivasan tamilselvan jayalakshmi sathyanarayana padmavathi vijayalakshmi bhuvaneshwari pragnya kshitij jyotsna vrnda lakshman nishantha tharindu chamara dhananjaya kshemendra bhrgu hrshikesh",
    "pandiyan ramachandran viswanathan balasubramaniam gopalakrishnan narasimhan natarajan swaminathan thyagarajan venkataraman yellapragada chowdhury bhattacharjee bhatnagar bhardwaj chhabra kshatriya mukhopadhyay vashishth wickremesinghe jayawardena dissanayake gunathilake rathnayake kumaratunga ranatunga mendis bandaranaike mhatre jhunjhunwala"
  ],
  [
    "Southeast Asian",
    "somchai phongsakorn suthida kanchana nattapong siriporn wichai thongchai chaiwat supaporn sokha sreymom phkhim channary vanna sophea thant zaw htwe khin thwin kyaw phyu nilar juan jose mylene rhodora ligaya ngurah wayan nyoman nguyet trinh khanh quynh phuong thuong",
    "srisuwan thongkham phanomyong ratchathani wongsakul chaiyaphum suthkhamphaeng phraphrom sok chhim phnhkhvan ngeth mao htun htay hlaing nyunt thwe delacruz magsaysay macapagal pangilinan dimaculangan nguyen nghiem khuong phung quach ngwe syhavong phommachanh sayavong vongsa"
  ],
  [
    "Cantonese, Hakka and Hokkien",
    "kwokkwong tszkwan hoiyan chungyin waishan kakit siuming yukling tszching hiutung manlok cheukyin ngar kwong kwok tsz lok yuen shuk mei ling boon hock seng kheng teck chye hwee swee",
    "ng chan wong leung cheung lau chow tsang kwok tse hui ho yeung kwan szeto auyeung tsui yip mak lui fung tang ngai chng quek khoo teoh tng lim goh ong tjhin tjandra kwek hsieh tzeng hwang chiu"
  ],
  [
    "Mongolian and Tibetan",
    "batbayar bold chuluun dorj enkhjargal gantumur ganbold khulan munkhtsetseg narantuya otgonbayar sukhbaatar tserendorj tserendagva tsetsegmaa uyanga tenzin dolma lhamo ngawang phuntshok tshering jigme norbu pema dawa lobsang yangchen sonam",
    "batbold bayarsaikhan boldbaatar dashdorj enkhbayar erdenebat gantulga khurelsukh munkhbat nyamdorj purevdorj tsakhia tsogtbaatar tsend zorigt dorji wangchuk wangdi lhundup gyatso gyaltsen namgyal rinpoche thinley zangmo choedon tsering ngodup"
  ],
  [
    "Swahili and Bantu",
    "juma mwanaidi mwanajuma mzee baraka khamisi mwinyi nyambura njeri wanjiru wangari kamau mwangi otieno achieng nqobile mthunzi sphesihle siyabonga thabo nomvula xhanti gcobani zanele lwazi mgcineni ntombizodwa tendai tsitsi rutendo farai blessing munashe habimana ndayisaba nshimiyimana",
    "mwamba mwakyusa mwinyi nyerere ngowi mkapa mwanri wambua kiprotich cheruiyot kipchoge hlongwane mthethwa ngcobo dlamini nkosi ndlovu zulu xaba gqirana nxele mqhayi qwabe nhlapo tshabalala mkhize zwane tsvangirai mugabe mnangagwa zvobgo dzvukamanja ncube nyoni uwimana ndagijimana kagwa"
  ],
  [
    "West African",
    "chukwuemeka chinwe ngozi nkechi obinna ikenna uchenna ifeoma oluwaseun adebayo olumide folasade ayodele kwame kofi kwabena yaw akosua adwoa ama efua abena mawuli edem selorm amadou ousmane fatoumata mamadou ibrahima aissatou babatunde gbenga",
    "nwachukwu okonkwo okafor eze ezekwesili nwosu nnamdi mgbemena igwe ogbonna adeyemi ogunleye akinwande olatunji gbadamosi mensah boateng asante nkrumah owusu agyeman dzakpasu kpodo agbeko tetteh nkansah diallo ndiaye traore keita mbaye nguema mbappe nkurunziza"
  ],
  [
    "Pacific and American",
    "whetu tamati hemi wiremu ngaio kahurangi mereana whaitiri leilani keoni kalani makoa xochitl cuauhtemoc tlaloc citlali quetzal nahuatl yolotl itzel ixchel sinchi qhispi wayra illari txhiaj vwj pajntshiab",
    "ngata whakatane ngarewa parata tipene whaanga hohepa kamehameha kealoha kaanapali tuilagi fuimaono leavasa tlaxcala moctezuma xicotencatl tlatelolco ixtlilxochitl quispe mamani condori huaman yupanqui atahuallpa xyooj vaj yaj lis tsab hawj nahkai begaye yazzie tsosie"
  ],
  [
    "Scottish, Maltese and Faroese",
    "eilidh ruairidh mairi catriona hamish calum torquil mhairi dougal seonaid ghillebhain fionnlagh xmun ganni karmenu censa wistin jogvan hjalti hanus bjorgvin sunnvor rannva hallvard sjurdur",
    "macdonald mackenzie macgillivray macfhionghuin mcphee mctavish mcvitie mcwhirter mcgregor drummond urquhart farquhar colquhoun borg xuereb zammit mgharr ghaxaq micallef caruana xerri schembri buhagiar hjaltalin vannadal hvalvik sjurdarberg djurhuus joensen thomsen"
  ]
]

export const smallerLanguages: ReadonlyArray<NameList> = rows.map(([language, first, last]) => ({
  language,
  first: first.split(" "),
  last: last.split(" ")
}))
