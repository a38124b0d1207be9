/**
 * Common first and last names: the most frequent of each language in official statistics, written as
 * in an address, without accents.
 *
 * The letter-pair table (packages/verifier/src/address/rules/letterPairs.ts) is made from
 * `nameLanguages`. `otherLanguages` are not in it, so they show its error rate on unseen names.
 */
export interface NameList {
  readonly language: string
  readonly first: ReadonlyArray<string>
  readonly last: ReadonlyArray<string>
}

const list = (language: string, first: string, last: string): NameList => ({
  language,
  first: first.split(" "),
  last: last.split(" ")
})

export const nameLanguages: ReadonlyArray<NameList> = [
  list(
    "English",
    "james mary robert patricia john jennifer michael linda david elizabeth william barbara richard susan joseph jessica thomas sarah charles karen christopher lisa daniel nancy matthew betty anthony sandra mark ashley donald emily steven kimberly andrew michelle joshua",
    "smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez wilson anderson thomas taylor moore jackson martin lee thompson white harris clark lewis robinson walker young allen king wright scott hughes edwards fitzgerald mcdonald"
  ),
  list(
    "German",
    "peter michael thomas andreas wolfgang klaus juergen guenter stefan christian uwe werner horst frank dieter manfred gerhard hans bernd thorsten matthias ursula monika petra elisabeth sabine renate helga karin brigitte ingrid erika andrea gisela claudia susanne gabriele",
    "mueller schmidt schneider fischer weber meyer wagner becker schulz hoffmann schaefer koch bauer richter klein wolf schroeder neumann schwarz zimmermann braun krueger hofmann hartmann lange schmitt werner schmitz krause meier lehmann schulze maier koehler herrmann koenig"
  ),
  list(
    "French",
    "jean pierre michel andre philippe rene louis alain jacques bernard marcel daniel roger robert paul claude christian henri nicolas francois marie jeanne francoise monique catherine nathalie isabelle jacqueline anne sylvie martine madeleine nicole suzanne helene christine",
    "martin bernard dubois thomas robert richard petit durand leroy moreau simon laurent lefebvre michel garcia david bertrand roux vincent fournier morel girard andre lefevre mercier dupont lambert bonnet francois martinez legrand garnier faure rousseau blanc guerin"
  ),
  list(
    "Spanish",
    "antonio manuel jose francisco david juan javier daniel carlos jesus alejandro miguel rafael pedro angel pablo sergio fernando jorge luis alberto maria carmen ana isabel laura cristina marta dolores lucia pilar elena sara paula raquel rosario",
    "garcia rodriguez gonzalez fernandez lopez martinez sanchez perez gomez martin jimenez ruiz hernandez diaz moreno munoz alvarez romero alonso gutierrez navarro torres dominguez vazquez ramos gil ramirez serrano blanco molina morales suarez ortega delgado castro ortiz"
  ),
  list(
    "Italian",
    "giuseppe giovanni antonio mario luigi francesco angelo vincenzo pietro salvatore carlo franco domenico bruno paolo michele giorgio aldo sergio luciano maria anna giuseppina rosa angela giovanna teresa lucia carmela caterina francesca antonietta carla elena concetta",
    "rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti deluca mancini costa giordano rizzo lombardi moretti barbieri fontana santoro mariani rinaldi caruso ferrara galli martini leone longo gentile martinelli vitale lombardo serra"
  ),
  list(
    "Portuguese",
    "jose joao antonio francisco carlos paulo pedro lucas luiz marcos luis gabriel rafael daniel marcelo bruno eduardo felipe rodrigo manoel maria ana francisca antonia adriana juliana marcia fernanda patricia aline sandra camila amanda bruna jessica leticia",
    "silva santos oliveira souza rodrigues ferreira alves pereira lima gomes costa ribeiro martins carvalho almeida lopes soares fernandes vieira barbosa rocha dias nascimento andrade moreira nunes marques machado mendes freitas cardoso ramos goncalves teixeira araujo"
  ),
  list(
    "Polish",
    "piotr krzysztof andrzej tomasz pawel jan michal marcin stanislaw jakub adam marek lukasz grzegorz mateusz wojciech mariusz dariusz zbigniew jerzy maciej anna maria katarzyna malgorzata agnieszka barbara krystyna ewa elzbieta zofia teresa magdalena joanna jadwiga",
    "nowak kowalski wisniewski wojcik kowalczyk kaminski lewandowski zielinski szymanski wozniak dabrowski kozlowski jankowski mazur wojciechowski kwiatkowski krawczyk kaczmarek piotrowski grabowski zajac pawlowski michalski krol wieczorek jablonski wrobel nowakowski majewski olszewski stepien malinowski jaworski szczepanski"
  ),
  list(
    "Czech",
    "jiri jan petr josef pavel martin tomas jaroslav miroslav zdenek vaclav michal frantisek jakub milan karel lukas vladimir ondrej roman jana marie eva hana anna lenka katerina lucie vera alena petra veronika martina jitka zdenka ludmila",
    "novak svoboda novotny dvorak cerny prochazka kucera vesely horak nemec pokorny marek pospisil hajek jelinek kral ruzicka benes fiala sedlacek dolezal zeman kolar krejci navratil cermak urban vanek blazek kriz kovar kratochvil kopecky vlcek musil stastny"
  ),
  list(
    "Russian",
    "aleksandr sergey vladimir andrey alexey dmitry nikolay ivan mikhail evgeny yury igor oleg viktor pavel maxim anatoly vasily konstantin stanislav elena olga natalia tatiana irina svetlana ekaterina anna galina lyubov marina valentina nadezhda yulia anastasia ksenia",
    "ivanov smirnov kuznetsov popov vasiliev petrov sokolov mikhailov novikov fedorov morozov volkov alekseev lebedev semenov egorov pavlov kozlov stepanov nikolaev orlov andreev makarov nikitin zakharov zaitsev soloviev borisov yakovlev grigoriev romanov vorobiev kiselev shcherbakov zhukov tsvetkov"
  ),
  list(
    "Turkish",
    "mehmet mustafa ahmet ali huseyin hasan ibrahim ismail osman yusuf murat omer ramazan halil suleyman abdullah emre gokhan burak cem fatma ayse emine hatice zeynep elif meryem serife zehra sultan hanife merve havva zeliha esra ozlem",
    "yilmaz kaya demir sahin celik yildiz yildirim ozturk aydin ozdemir arslan dogan kilic aslan cetin kara koc kurt ozkan simsek polat korkmaz cakir erdogan yavuz can acar sen aktas guler yalcin gunes bozkurt bulut keskin unal"
  ),
  list(
    "Chinese",
    "wei fang na xiuying min jing li qiang lei jun yang yong yan jie juan tao ming chao xiulan xia ping gang guiying yuhua zhiqiang jianguo xiaoming haiyan lihua guoqiang zhongwei xueqin yuxin haoran zixuan mengyao",
    "wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang deng han feng cao peng zeng xiao tian dong pan yuan jiang qian shen qiu"
  ),
  list(
    "Japanese",
    "hiroshi takashi kenji akira yuki haruto yuto sota ren hinata yamato riku kaito minato tsubasa daiki shota kazuki ryo satoshi yoko keiko kazuko sachiko hiroko kyoko tomoko aoi sakura hina yui mio rin misaki natsumi ayaka",
    "sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki yamaguchi matsumoto inoue kimura hayashi shimizu yamazaki mori abe ikeda hashimoto yamashita ishikawa nakajima maeda fujita ogawa goto okada hasegawa murakami kondo ishii"
  ),
  list(
    "Indian",
    "rajesh amit sanjay vijay suresh ramesh anil sunil rahul deepak manoj ashok arjun rohit vikram krishna mohammed srinivas venkatesh harpreet priya anjali pooja neha sunita kavita lakshmi divya shreya aishwarya meenakshi gurpreet jyoti swati rekha geeta",
    "sharma verma gupta singh kumar patel reddy rao iyer nair mehta joshi desai shah agarwal mishra pandey tiwari yadav chauhan chowdhury mukherjee banerjee chatterjee bhattacharya khan ansari kulkarni deshmukh naidu pillai subramanian krishnamurthy bhatt kapoor malhotra"
  ),
  list(
    "Arabic",
    "mohamed ahmed mahmoud ali hassan hussein ibrahim khaled omar youssef mustafa abdullah abdelrahman tarek samir karim walid faisal sultan bilal fatima aisha maryam khadija zainab amina layla noor huda salma rania yasmin nadia hanan samira ghada",
    "alharbi alotaibi alghamdi alshehri aldosari alqahtani almutairi hassan ibrahim khalil mansour saleh nasser haddad khoury elsayed abdelaziz shaheen darwish hamdan othman qasim suleiman zidan benali bouazza cherif mansouri haddadi rahmani belkacem bensalah saidi ziani hamdi jabri"
  ),
  list(
    "Dutch",
    "jan johannes cornelis hendrik willem pieter gerrit jacobus dirk wouter joost sjoerd thijs bram daan sander maarten ruud jeroen bas maria johanna anna cornelia hendrika wilhelmina elisabeth sanne femke lotte marijke ingrid annemieke fleur saskia",
    "dejong jansen devries vandenberg vandijk bakker janssen visser smit meijer deboer mulder degroot bos vos peters hendriks vanleeuwen dekker brouwer dewit dijkstra smits degraaf vandermeer kuipers veenstra hoekstra schouten prins verhoeven willems vanveen postma huisman"
  ),
  list(
    "Swedish",
    "lars mikael anders johan erik per karl peter jan thomas daniel fredrik hans bengt mats andreas stefan bjorn henrik magnus anna eva maria karin kristina lena sara emma kerstin malin marie johanna annika elin hanna ulrika",
    "andersson johansson karlsson nilsson eriksson larsson olsson persson svensson gustafsson pettersson jonsson jansson hansson bengtsson jonasson lindberg jakobsson magnusson lindstrom olofsson lindqvist lindgren berg axelsson bergstrom lundberg lind lundgren lundqvist mattsson berglund fredriksson sandberg henriksson forsberg"
  ),
  list(
    "Vietnamese",
    "anh minh hung dung tuan hoang long quang duc thanh khoa huy phuc nam hai linh trang huong lan mai thao ngoc phuong hanh yen nhung thuy hien quynh thu",
    "nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly dinh truong luong trinh mai dao doan vuong lam ta chu quach thai cao"
  )
]

export const otherLanguages: ReadonlyArray<NameList> = [
  list(
    "Hungarian",
    "laszlo istvan jozsef janos zoltan sandor gabor ferenc attila peter tamas zsolt tibor andras csaba balazs gergely krisztian gyorgy gyula maria erzsebet katalin ilona eva anna zsuzsanna margit judit agnes julianna andrea ildiko erika krisztina szilvia",
    "nagy kovacs toth szabo horvath varga kiss molnar nemeth farkas balogh papp takacs juhasz lakatos meszaros olah simon racz fekete szilagyi torok feher balazs gal kis szucs kocsis pinter orsos fodor szalai sipos magyar lukacs gulyas"
  ),
  list(
    "Romanian",
    "andrei alexandru gheorghe ioan vasile constantin nicolae mihai stefan adrian cristian florin marian gabriel ionut bogdan razvan catalin dragos sorin maria elena ioana alexandra mihaela andreea cristina daniela gabriela simona roxana raluca ileana mirela",
    "popescu ionescu popa radu dumitru stan stoica gheorghe matei ciobanu rusu munteanu constantin dinu florea marin tudor dobre barbu nistor enache voicu lungu moldovan sandu serban oprea ungureanu cojocaru balan iordache draghici"
  ),
  list(
    "Greek",
    "georgios konstantinos ioannis dimitrios nikolaos panagiotis vasileios christos athanasios michail evangelos spyridon antonios anastasios theodoros maria eleni aikaterini vasiliki sofia angeliki georgia dimitra konstantina paraskevi",
    "papadopoulos papadakis georgiou dimitriou nikolaou oikonomou vasileiou ioannou christodoulou papageorgiou karagiannis makris athanasiou antoniou vlachos konstantinidis angelopoulos alexiou kalogeropoulos theodorou stavropoulos"
  ),
  list(
    "Finnish",
    "juha timo matti kari mikko jari jukka markku mika hannu pekka heikki ville janne sami tuula anne paivi anna ritva leena pirjo sari minna marja tiina riitta hannele kaisa aino",
    "korhonen virtanen makinen nieminen makela hamalainen laine heikkinen koskinen jarvinen lehtonen lehtinen saarinen salminen heinonen niemi heikkila kinnunen salonen turunen salo laitinen tuominen rantanen karjalainen jokinen mattila savolainen"
  ),
  list(
    "Indonesian",
    "agus budi slamet joko eko bambang hendra adi rizky fajar dimas wahyu yusuf arif sri siti dewi ayu putri rina nur indah ratna wulan fitri kartika",
    "setiawan santoso wijaya susanto hidayat saputra nugroho kurniawan pratama wibowo gunawan suryadi rahman hakim siregar nasution simanjuntak sitompul lubis harahap permana firmansyah ramadhan utomo"
  ),
  list(
    "Korean",
    "minjun seoyeon jihoon sujin youngho minseo hyunwoo jiwoo eunji donghyun haeun junho jisoo sungmin hyejin kyungsoo seungho yejin taehyung jaewon",
    "kim lee park choi jung kang cho yoon jang lim han oh seo shin kwon hwang ahn song ryu hong jeon moon yang bae baek nam noh"
  )
]

/** Words that nicknames are made of; also in the letter-pair table. */
export const nicknameWords: ReadonlyArray<string> =
  "black blue bright knight night light dragon flower sunshine angel princess shadow tiger wolf storm thunder ninja gamer player music dance soccer football basketball rock metal punk guitar drummer coffee chocolate happy lucky crazy funky magic mystic cosmic star moon ocean river mountain forest winter summer spring autumn diamond golden silver crystal rainbow butterfly kitty puppy monkey panda phoenix falcon eagle hawk raven cowboy pirate rebel hunter fighter warrior captain doctor teacher artist writer photography design studio travel world planet rocket turbo speed racer biker skater surfer fitness yoga health nature green organic smart genius project official business contact personal private email".split(
    " "
  )
