/**
 * Local parts that name a function instead of a person. They correct the package
 * `role-based-email-addresses`: names that it lacks, and words of it that are no role.
 */

interface ReservedName {
  readonly name: string
  readonly source: string
}

/**
 * Names that belong to a domain's operator, also at providers with open sign-up: `postmaster@gmail.com`
 * is never a private mailbox.
 */
export const reservedRoles: ReadonlyArray<ReservedName> = [
  { name: "postmaster", source: "RFC 5321 §4.5.1, RFC 2142 §5" },
  { name: "abuse", source: "RFC 2142 §4" },
  { name: "noc", source: "RFC 2142 §4" },
  { name: "security", source: "RFC 2142 §4" },
  { name: "hostmaster", source: "RFC 2142 §5" },
  { name: "usenet", source: "RFC 2142 §5" },
  { name: "webmaster", source: "RFC 2142 §5" }
]

/**
 * Names of machines, at any provider too. A name counts alone or before a separator and anything else:
 * `noreply-42` and `bounce+ann=x.org`, but not `bouncer`.
 */
export const machineNames: ReadonlyArray<ReservedName> = [
  { name: "mailer-daemon", source: "sender of bounces in sendmail and its successors" },
  { name: "bounce", source: "envelope sender of mailing systems (VERP)" },
  { name: "bounces", source: "envelope sender of mailing systems (VERP)" },
  { name: "noreply", source: "RFC 7504 §1, common usage" },
  { name: "no-reply", source: "common usage" },
  { name: "no_reply", source: "common usage" },
  { name: "no.reply", source: "common usage" },
  { name: "donotreply", source: "common usage" },
  { name: "do-not-reply", source: "common usage" },
  { name: "do_not_reply", source: "common usage" }
]

/** RFC 2142 §3. Listed here because the package lacks them or may drop them. Not for free providers. */
export const functionalRoles = ["info", "marketing", "sales", "support", "news"]

/**
 * Words of the package that are no role: greetings, places, numbers, first names and surnames,
 * initials, products, test entries. Such an address too often belongs to one person.
 */
export const vagueWords = new Set(
  `
  123 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 2028 2029 2030 aaa abc
  academy agency alexa alla alle alpha alphas analytics android angels animation ap api app apple
  application applications apply asd asdasd asdf ask associates ateam automation available backend
  backend-dev backup bd berlin beta biz boston bot business ca caltrain campusteam captain
  captains central centro ceo ceos chef chicago china church class classof2016 classof2017
  classof2018 classof2019 classroom classroom_teachers clinic cloud cm co-op coach coaches
  coaching code com community company connect consultant content contractor contractors core
  coreteam corp council creative crew cs culture customers data deals demo denver deputy
  deputyhead design designer dev developer digital digsitesvalue direccion direction directo
  director directors diretoria direzione discuss diversity donors dreamteam editor email emails
  engagement engineers enterprise europe exec execs executive executives expert experts export
  express facebook family fellows football founders france friends frontend fte fulltime fun
  gardner geeks general geral gerencia global gm grants group growth hackathon hackers head heads
  hello hi hola home homes hotel house hq hsstaff hsteachers ideas ifttt india infor infra
  infrastructure innkeeper insights instagram integration integrations intern internal
  international interns ios iphone it itunes join la lab labs ladies latam launch lead leaders
  leadership leadership-team leadershipteam learn learning letters library lifesum links loginotp
  lt lunch manager managers mayor md member members mentor mentors metrics middleschool mobile
  montreal moreinfo msstaff msteachers mt music myplex namecheap network newyork no nobody noemail
  none northamerica nospam notes nps null ny nyc nyoffice officers offtopic online onsite ooo
  owners paris parts pastor pay paypal pd people per performance personnel photos planning
  platform plex plex.tv pm portfolio presidencia president presidente prime principa principal
  principals product production products produto professor program programs project projects
  quotes random recommendations register registration revenue rnd rockstars sac salesforce
  sanfrancisco school science sdr search seattle seniors server sf sf-office sfo sfteam shopify
  singapore site smile social socialclub socios software solutions sos sport squad startups stats
  stay stockholm stories strategy stripe student students studio success superintendent supervisor
  supervisors sydney ta talent teacher teachers team teamleaders teamleads technology techops test
  testgroup testing theoffice theteam time timesheets todos tools tour trade trainers travel tribe
  trustees twitter uk undisclosed-recipients update updates us usa user users ux vendors volunteer
  volunteering volunteers vorstand watercooler web website welcome women wordpress work writers
  `
    .trim()
    .split(/\s+/)
)
