/**
 * The reasons of a result: codes with their English, which is part of the public contract. saidReasons.ts says them in
 * a language.
 */
import type { Given, Said } from "./sentences.ts"

export const reasonTexts = {
  malformedBlank:
    "The address is malformed: {why}. In a URL, + means a blank: send a + of an address as %2B.",
  malformed: "The address is malformed: {why}.",
  dnsFailed: "The DNS look-up for {domain} failed; try again later.",
  domainMissing: "The domain {domain} does not exist.",
  nullMx: "The domain {domain} does not accept mail (null MX).",
  unroutablePrivate: "The mail servers of the domain have only private IP addresses.",
  unroutable: "The mail servers of the domain have no IP address.",
  domainRejected: "The mail server does not accept mail for {domain}.",
  mailboxMissing: "The mail server says that the mailbox does not exist.",
  mailboxDisabled: "The mail server says that the mailbox is disabled.",
  reportedBounced: "You reported that mail to the address bounced ({date}).",
  reportedComplained: "You reported that mail to the address was complained about ({date}).",
  blockedByRule: "Your rule blocks {target}.",
  allowedOverLists: "Your rule allows {target}. Not counted: {lists}.",
  allowedByRule: "Your rule allows {target}.",
  mailHostMissing: "Mail for the domain has nowhere to go: it has no MX, A or AAAA records.",
  mxMissing: "The domain has no MX records; mail would go to its A or AAAA record.",
  disposableHost: "Mail for the domain goes to {service}, a disposable email provider.",
  disposable: "The domain belongs to a disposable email provider.",
  blocklisted: "The domain or its mail server is on a blocklist ({zones}).",
  parked: "The domain is parked or for sale ({service}).",
  relayHost: "The address is an alias of a privacy service ({service}).",
  relay: "The address is an alias of a privacy service.",
  catchAllNotAsked:
    "The domain accepts every address (catch-all); the confidence that this mailbox exists is {n} of 100. This has been known since {at} UTC, so the mail server was not asked about this address.",
  catchAllKnown:
    "The domain accepts every address (catch-all); the confidence that this mailbox exists is {n} of 100. This has been known since {at} UTC.",
  catchAll:
    "The domain accepts every address (catch-all); the confidence that this mailbox exists is {n} of 100.",
  catchAllOwnMail:
    "The confidence counts your own mail to the domain: {arrived} arrived, {bounced} bounced.",
  catchAllOthersMail: "The confidence also counts mail of other accounts to the domain.",
  role: "The address belongs to a function, not to a person.",
  synthetic: "The part before the @ {sign}.",
  registeredYesterday: "The domain was registered 1 day ago.",
  newDomain: "The domain was registered {days} days ago.",
  mailboxFull: "The mailbox is full.",
  typoQuotes: "The address has quotation marks of a word processor; did you mean {email}?",
  typoDomain: "The domain looks mistyped; did you mean {email}?",
  typoLetter: 'The character {code} only looks like "{letter}"; did you mean {email}?',
  typo: "Did you mean {email}?",
  likelyTypo:
    "The domain is one typing slip away from that of a large mail provider, or a word processor put quotation marks in.",
  routabilityUnknown: "The addresses of the mail servers could not be looked up.",
  smtpUnknown: "The mail server did not say whether the mailbox exists.",
  smtpUnread: "The mail server refused, in words that rcpt does not know.",
  smtpGreylisted: "The mail server asked us to try again later (greylisting).",
  smtpRateLimited: "The mail server is limiting our requests at the moment.",
  smtpBlocked: "The mail server blocks us by policy, which says nothing about the mailbox.",
  smtpTimeout: "The mail server did not answer in time.",
  smtpNotChecked: "The mail server could not be contacted this time.",
  mailboxBusy: "The mailbox exists, but gets more mail at the moment than its limit allows.",
  mailboxUnverified: "No mail server has confirmed that the mailbox exists.",
  reportedDelivered: "You reported that mail to the address arrived ({date}).",
  spfMissing: "The domain publishes no SPF record.",
  spfAmbiguous: "The domain publishes more than one SPF record, so none of them is valid.",
  dmarcMissing: "The domain publishes no DMARC record.",
  smtputf8:
    "The part before the @ has non-ASCII characters; not every mail system can deliver to it.",
  symbol: "The part before the @ has a symbol ({code}); hardly any mail system has such a mailbox.",
  forwarder: "Mail for the domain is forwarded by {service}.",
  free: "The domain belongs to a free email provider.",
  sandbox: "This is a sandbox address: no server was contacted, and the check is free.",
  lowScore: "No single finding decides; together they bring the score below {n}.",
  earlierResult: "This is an earlier result of your account, from {date}. It is free.",
  broughtResult:
    "This is a verdict of {service} from a list of your account, from {date}. It is free."
} as const

// What stands within reasons.

/** What is wrong with an address: `{why}`, also within errors. */
const faultTexts = {
  empty: "it is empty",
  tooLong: "it is longer than {n} octets",
  noAt: "it has no @",
  several: "it is {n} addresses, and each is verified by itself: in a list, give each its own row",
  sandbox: "the sandbox says so",
  noDomain: "the domain is missing",
  noDot: "the domain has no dot",
  emptyLabel: "the domain has an empty label",
  dotAtEnd: "the domain ends with a dot",
  numberAtEnd: "the domain ends with a number",
  illFormedName: "the domain is not a well-formed internationalized name",
  addressLiteral: "an IP address in place of a domain is not accepted",
  longLabel: "a label of the domain is over {n} octets",
  hyphenAtEnd: "a label of the domain begins or ends with a hyphen",
  hyphensInside: "a label of the domain has hyphens in third and fourth place",
  domainCharacter: "the character {code} is not allowed in the domain",
  localCharacter: "the character {code} is not allowed in the part before the @",
  noLocalPart: "the part before the @ is empty",
  localDotAtEnd: "the part before the @ ends with a dot",
  localDotAtStart: "the part before the @ has a dot at its start",
  localDots: "the part before the @ has two dots in a row",
  longLocalPart: "the part before the @ is longer than {n} octets",
  afterQuote: "the closing quote is not followed by an @",
  openQuote: "the quoted part does not end"
} as const

/** Why a local part looks made up: `{sign}`. */
const signTexts = {
  testWord: "is a typical test word",
  keyboardWalk: "is a row of neighbouring keys",
  repetition: "is one repeated character",
  identifier: "looks like a generated identifier",
  digits: "has many digits in a row",
  gibberish: "looks like random letters"
} as const

/** What a rule is about: `{target}`. */
const targetTexts = {
  address: "the address {value}",
  domainsBelow: "the domain {value} and its subdomains",
  domain: "the domain {value}",
  hostsBelow: "the mail server {value} and its subdomains",
  mail_host: "the mail server {value}",
  tld: "the top-level domain {value}"
} as const

/** What lists say, where a rule of the account outranks them: `{lists}`. */
export const listTexts = {
  disposable: "a disposable email provider",
  relay: "a privacy service",
  role: "a function in place of a person",
  synthetic: "a name that looks made up",
  newDomain: "a new domain",
  likelyTypo: "a likely typo"
} as const

/** The texts of what stands within reasons, by the name of the part. */
export const withinReasons = {
  why: faultTexts,
  sign: signTexts,
  target: targetTexts,
  lists: listTexts
} as const
type Within = typeof withinReasons

export type Reason = Said<typeof reasonTexts, Within>

/** A reason as data. */
export const reason = <Code extends keyof typeof reasonTexts>(
  code: Code,
  ...[parts]: Given<(typeof reasonTexts)[Code], Within>
): Reason => (parts === undefined ? { code } : { code, parts }) as Reason

export type Fault = Said<typeof faultTexts>

/** Whether a stored value is a fault that this release knows. */
export const isFault = (value: unknown): value is Fault =>
  typeof value === "object" &&
  value !== null &&
  "code" in value &&
  Object.hasOwn(faultTexts, String(value.code))

/** What is wrong with an address, as data. */
export const fault = <Code extends keyof typeof faultTexts>(
  code: Code,
  ...[parts]: Given<(typeof faultTexts)[Code]>
): Fault => (parts === undefined ? { code } : { code, parts }) as Fault
