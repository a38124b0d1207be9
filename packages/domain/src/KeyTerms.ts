/**
 * The terms of an API key: what it is limited to beside its scopes, and whether it manages others. A key with origins is a browser key: it
 * stands in the pages of these origins, where everybody can read it, and can only check addresses.
 */
import { Schema } from "effect"

const Count = Schema.Int.check(Schema.isGreaterThan(0))

/** A day and a month begin at midnight, UTC. */
export const CreditPeriod = Schema.Literals(["day", "month"])
export type CreditPeriod = typeof CreditPeriod.Type

const CreditLimit = Schema.Struct({ credits: Count, per: CreditPeriod })
export type CreditLimit = typeof CreditLimit.Type

/** Checks of one client address, in a minute and in a day (UTC). */
const VisitorLimit = Schema.Struct({ perMinute: Count, perDay: Count })
export type VisitorLimit = typeof VisitorLimit.Type

// Stored format, in events and rows: never rename; add only optional fields.
export const KeyTerms = Schema.Struct({
  /** As browsers write them (`originIn`). Only a browser key has some, and it always has. */
  origins: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Only of a browser key, for which deep mode is off by default. */
  allowDeep: Schema.optionalKey(Schema.Literal(true)),
  /** Every browser key has one, and no other key. */
  visitorLimit: Schema.optionalKey(VisitorLimit),
  creditLimit: Schema.optionalKey(CreditLimit),
  /** Epoch milliseconds. */
  expiresAt: Schema.optionalKey(Schema.Int),
  /**
   * How many networks the key works from; absent: from all. The networks themselves are in rows, since the address of
   * a person may be one of them.
   */
  networks: Schema.optionalKey(Schema.Int),
  /**
   * It may manage keys and webhooks: the scope `manage` of the API. Scopes in events only take away, and a program of 1.0.0,
   * which may run beside this one, would not read an event with another scope.
   */
  manages: Schema.optionalKey(Schema.Literal(true))
})
export type KeyTerms = typeof KeyTerms.Type

/** The terms of most keys. */
export const noTerms: KeyTerms = {}

/** Whether the terms limit a secret key. */
export const isLimited = ({ creditLimit, expiresAt, networks }: KeyTerms): boolean =>
  creditLimit !== undefined || expiresAt !== undefined || networks !== undefined

export const isBrowserKey = ({ origins }: KeyTerms): boolean => origins !== undefined

/** Origins of one key: a shop in twenty languages, with its test systems. The list fits on one page. */
export const originsMax = 50

/** Networks of one key: the offices and data centers of a company. */
export const networksMax = 50

/** A form asks once or twice for each person who fills it in; a family or an office shares an address. */
export const visitorLimitDefault: VisitorLimit = { perMinute: 10, perDay: 50 }

/** Beyond this, a limit per visitor limits nobody. */
export const visitorLimitMax: VisitorLimit = { perMinute: 1_000, perDay: 100_000 }

/** A busy sign-up form, and a loss that a small account can bear if somebody copies the key. */
export const browserCreditLimit: CreditLimit = { credits: 1_000, per: "day" }

// Origins (RFC 6454 §6.1, Fetch Standard "origin"): scheme, host and port, as a browser sends them.

/** A wildcard stands for one or more labels at the front of the host. */
const wildcard = /^(https?:\/\/)\*\.(?=[^*]*$)/i

const lastLabelIsNumeric = /(?:^|\.)\d+$/

/**
 * An origin as browsers write it: lower case, A-labels, without the default port. `undefined`: the text is no
 * origin of a web page, or more than one, such as a URL with a path.
 */
export const originIn = (text: string): string | undefined => {
  // The URL parser reads backslashes as slashes, and drops tabs and line breaks.
  if (!/^https?:\/\/[^\s/\\?#@]+\/?$/iu.test(text) || !URL.canParse(text)) return undefined
  const { origin, hostname } = new URL(text)
  // An empty label, also that of a trailing dot, is no name of a website; a `*` is no part of one.
  const isHost = hostname.split(".").every((label) => label !== "" && !label.includes("*"))
  return isHost ? origin : undefined
}

/** Like `originIn`, and with a wildcard in front of a name, as in `https://*.shop.example`. */
export const originPatternIn = (text: string): string | undefined => {
  if (!wildcard.test(text)) return originIn(text)
  const base = originIn(text.replace(wildcard, "$1"))
  if (base === undefined) return undefined
  const { hostname } = new URL(base)
  const isName = hostname.includes(".") && !lastLabelIsNumeric.test(hostname)
  return isName ? base.replace("://", "://*.") : undefined
}

/** The name below which a pattern allows every name; `undefined`: it has no wildcard. */
export const wildcardBaseOf = (pattern: string): string | undefined =>
  pattern.includes("://*.") ? new URL(pattern.replace("://*.", "://")).hostname : undefined

const matches = (pattern: string, origin: string): boolean => {
  const [scheme, rest] = pattern.split("://*") as [string, string | undefined]
  if (rest === undefined) return pattern === origin
  // `rest` begins with a dot: neither the name itself nor `evilshop.example` ends with it.
  return origin.startsWith(`${scheme}://`) && origin.endsWith(rest)
}

/** Whether a page whose browser sends this `Origin` is of one of these patterns. `null` is of none. */
export const isOriginAllowed = (patterns: ReadonlyArray<string>, sent: string): boolean => {
  const origin = originIn(sent)
  return (
    origin !== undefined &&
    !sent.endsWith("/") &&
    patterns.some((pattern) => matches(pattern, origin))
  )
}
