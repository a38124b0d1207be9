/**
 * Registries that give a date of registration over WHOIS (RFC 3912) and not over RDAP. Each has its
 * own words. Some forbid bulk queries, which is why WHOIS is asked only if the operator says so.
 */
export interface WhoisServer {
  readonly tlds: ReadonlyArray<string>
  readonly host: string
  /** The label of the date, which follows on the same line or the next. */
  readonly created: RegExp
  /** The words that say that the domain is not registered. */
  readonly absent: RegExp
  /** Text that is appended to the query. */
  readonly suffix?: string
  readonly source: string
}

/** ICANN's format, which every gTLD and many country registries use. */
const icannCreated = /^[ \t]*creation date:/im
const icannAbsent =
  /^[ \t]*(?:no match|not found|no data found|domain not found|no object found)\b/im
const icann = "ICANN Registrar Accreditation Agreement, WHOIS specification"

export const whoisServers: ReadonlyArray<WhoisServer> = [
  {
    tlds: ["io", "sh", "ac"],
    host: "whois.nic.io",
    created: icannCreated,
    absent: icannAbsent,
    source: icann
  },
  {
    tlds: ["co"],
    host: "whois.registry.co",
    created: icannCreated,
    absent: icannAbsent,
    source: icann
  },
  { tlds: ["us"], host: "whois.nic.us", created: icannCreated, absent: icannAbsent, source: icann },
  { tlds: ["me"], host: "whois.nic.me", created: icannCreated, absent: icannAbsent, source: icann },
  {
    tlds: ["ch", "li"],
    host: "whois.nic.ch",
    created: /^[ \t]*first registration date:/im,
    absent: /we do not have an entry/i,
    source: "SWITCH, WHOIS answers of .ch and .li"
  },
  {
    tlds: ["jp"],
    host: "whois.jprs.jp",
    created: /^[ \t]*(?:[a-z]\. )?\[(?:created on|registered date|登録年月日)\]/im,
    absent: /^[ \t]*no match!!/im,
    // The suffix asks for English.
    suffix: "/e",
    source: "JPRS, WHOIS guide"
  },
  {
    tlds: ["ru", "su", "xn--p1ai"],
    host: "whois.tcinet.ru",
    created: /^[ \t]*created:/im,
    absent: /^[ \t]*no entries found/im,
    source: "Coordination Center for TLD .ru, WHOIS answers"
  },
  {
    tlds: ["cn", "xn--fiqs8s"],
    host: "whois.cnnic.cn",
    created: /^[ \t]*registration time:/im,
    absent: /^[ \t]*no matching record/im,
    source: "CNNIC, WHOIS answers"
  },
  {
    tlds: ["kr"],
    host: "whois.kr",
    created: /^[ \t]*registered date[ \t]*:/im,
    absent: /is not registered/i,
    source: "KISA, WHOIS answers"
  },
  {
    tlds: ["it"],
    host: "whois.nic.it",
    created: /^[ \t]*created:/im,
    absent: /^[ \t]*status:[ \t]+available/im,
    source: "Registro .it, WHOIS answers"
  },
  {
    tlds: ["se", "nu"],
    host: "whois.iis.se",
    created: /^[ \t]*created:/im,
    absent: /^[ \t]*domain ".*" not found/im,
    source: "Internetstiftelsen, WHOIS answers"
  },
  {
    tlds: ["dk"],
    host: "whois.punktum.dk",
    created: /^[ \t]*registered:/im,
    absent: /^[ \t]*no entries found/im,
    source: "Punktum dk, WHOIS answers"
  }
]

/** The words for a server of the operator, and for domains without a row. */
export const anyServer = {
  created:
    /^[ \t]*(?:creation date|created(?: on)?|registered(?: on)?|registration (?:date|time))[ \t]*:/im,
  absent: icannAbsent
}
