/**
 * Letters that stand together in names of these languages, and look like random letters in the table of letter
 * pairs. Each is a spelling rule of its language, or of its usual romanization.
 *
 * They have three letters or more: every other made-up word has one of forty pairs by chance, and hardly one in fifty
 * has one of a hundred triples. What they change is in README.md, "Synthetic".
 */
interface LetterClusters {
  readonly language: string
  readonly clusters: string
  readonly source: string
}

/** Names that looked made up without them, and the other spellings of the same sounds. */
const locales =
  "person names of the locales of Faker 40.63 and @faker-js/faker 10.6 (MIT), in Latin letters"

export const letterClusters: ReadonlyArray<LetterClusters> = [
  {
    language: "Polish",
    clusters:
      "szcz prz krz trz brz drz grz chrz wrz strz dzi rze szk sztyn cki dzk czyk bczy ymcz wcz czk nkc jsz psz wsz zcz ypk rzb",
    source: locales
  },
  {
    language: "Czech and Slovak",
    clusters: "ctvr tvrt stvr strc krc hrb vlc vlk zdn skl chv mrk krt plz srd hrd brn trn sml",
    source: locales
  },
  {
    language: "Croatian, Serbian and Slovene",
    clusters: "grm krz krn trk vrd vrh vrb mrd srdj krst prv brd trp grg rml zrn jnc vlj mlj",
    source: locales
  },
  {
    language: "Ukrainian and Russian",
    clusters: "shch zhd dzh vdo pyl lyt yts tsk vsk zdv khr khv",
    source: locales
  },
  {
    language: "Georgian",
    clusters: "tskh mtskh mts mch mkh mgv mzh tkv brts gvr kvr dzn nts ghv tsv gdz rtv",
    source: locales
  },
  { language: "Armenian", clusters: "mkrt hrant tsv vart ghar khch yants jyan", source: locales },
  {
    language: "Welsh",
    clusters: "wdw wyd llw lly gwr gwl wrt rhy rhu ddf ffl mwy wmy ngh ywr",
    source: locales
  },
  {
    language: "Irish and Scottish",
    clusters: "bhr dhbh mhna ghda thg dhg chl fhl mhc dhn",
    source: locales
  },
  {
    language: "Vietnamese",
    clusters: "nguy ngh ngo nhu phu quy khu thuy uyn uye ngt nhq",
    source: locales
  },
  { language: "Dutch", clusters: "uij oij aij ooij eij ruy uyt oey sch uyss", source: locales },
  { language: "German", clusters: "tzsch umpf mpf schk ldt uegg", source: locales },
  { language: "Icelandic", clusters: "hlj ljuf gdis hjr tyr fst gvi snae rrk", source: locales },
  { language: "Hungarian", clusters: "gyorgy szab zsu gys nyv csk rcz ghy", source: locales },
  {
    language: "Zulu and Xhosa",
    clusters: "mnq ngq gcw hlw dlh nkw thw mthw nxu xhol qhaw",
    source: locales
  },
  { language: "Akan", clusters: "kwa dwu gye kye nky twu hya mfu", source: locales },
  { language: "Greek", clusters: "mpy mpo ntz gkr psy ypr", source: locales },
  {
    language: "Arabic, Persian and Urdu",
    clusters: "qaw aqi qba ghz kht khs dqi",
    source: locales
  },
  { language: "Chinese", clusters: "zhx xue xiu zhu qiu qin jqi ngx ngz ngq", source: locales },
  {
    language: "Japanese and Korean",
    clusters: "tsu ryu kyu hyu kyo hye gye byu hwa",
    source: locales
  }
]
