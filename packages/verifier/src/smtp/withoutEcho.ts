/**
 * Keeps the words of a reply that are the server's own. Servers repeat the recipient and the names that we sent,
 * and `spam.full@…` would be read as a reason. A mark takes the place of our names, because such a reply is about
 * us.
 */
import type { SmtpReply } from "./ReplyReader.ts"

/** The names with which we introduced ourselves. */
export interface OurNames {
  /** Our name in EHLO. */
  readonly helo: string
  /** Our sender in MAIL. An empty text is the null sender. */
  readonly mailFrom: string
}

export const noNames: OurNames = { helo: "", mailFrom: "" }

interface EchoingReply {
  readonly reply: SmtpReply
  readonly mxHost: string
  readonly recipient: string
  readonly ours: OurNames
}

/** The most characters that rules look at: half from the start, half from the end, where GMX puts its reason. */
const wordsCharsMax = 8_192

/** The mark for removed text, so that the words around it do not become neighbours. */
const gap = "*"

/** The marks for the recipient's address and for its domain. They are nouns of what the reply says. */
export const recipientMark = "‹›"
export const domainMark = "‹.›"

/** The mark for our names and for IP addresses, which are ours: a recipient has none. */
export const us = "‹us›"

/**
 * The mark for an IP address that only labels a reply, as in `RUSR 192.0.2.10: No such user` of Daum or
 * `relay=[192.0.2.10]`. It says whom the server talks to, not whom it talks about.
 */
export const labelMark = "‹:›"

/** An IP address before a colon, after at most two tags; as the value of a key; in brackets at the end. */
const labels: ReadonlyArray<readonly [RegExp, string]> = [
  [
    new RegExp(
      `^((?:#?\\d\\.\\d{1,3}\\.\\d{1,3} )?(?:[A-Z][\\w.-]{1,15}:? ){0,2})(?:[[(<]${us}[\\])>]|${us}(?= ?[:,]| - ))`,
      "u"
    ),
    `$1${labelMark}`
  ],
  [new RegExp(`\\b\\w+=[[(<]?${us}[\\])>]?(?: ?[[(]${us}[\\])])?`, "gu"), labelMark],
  [new RegExp(`[[(<]${us}[\\])>](?=\\W*$)`, "u"), labelMark]
]

/** A link. An IP address or a name in it is a parameter, not a subject. */
const link = /https?:\/\/\S+/gi

/** An address. It is tried only at the start of a word: otherwise a long word without an @ costs its length squared. */
const address = /(?<![^\s<>()[\]"',;:])[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;]+/g
const ipv4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g
const ipv6 = /(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{0,4}(?![\w:])/gi

/** A host that a gateway quotes. Its address is not ours. */
const quotedHost = /\bhost [^\s[]+\[[^\]\s]*\](?::\d+)? said:/gi

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")

/** Matches a name on its own: `example.com` in `example.com:`, not in `mx.example.com`. */
const named = (name: string): RegExp => new RegExp(`(?<![\\w.-])${escaped(name)}(?![\\w-])`, "gi")

/**
 * Matches a local part only in quotes or brackets, or as the last word after a colon: `user` and `mailbox` are
 * local parts too, and removing them everywhere would leave "unknown" of "user unknown".
 */
const quoted = (localPart: string): RegExp =>
  new RegExp(
    `([<"'\`[(])${escaped(localPart)}(?=[>"'\`\\])])|(: ?)${escaped(localPart)}(?=\\s*$)`,
    "gi"
  )

const endsOf = (text: string): string =>
  text.length <= wordsCharsMax
    ? text
    : `${text.slice(0, wordsCharsMax / 2)} ${text.slice(-wordsCharsMax / 2)}`

// oxlint-disable-next-line no-control-regex -- servers send any octet
const blanks = /[\s\u0000-\u001f\u007f]+/g

/** Replaces a name. Most replies repeat nothing, and a search is cheaper than building a pattern. */
const replaceAny = (text: string, name: string, patternOf: (name: string) => RegExp, by: string) =>
  name !== "" && text.toLowerCase().includes(name.toLowerCase())
    ? text.replace(patternOf(name), by)
    : text

const partsOf = (address: string) => {
  const at = address.lastIndexOf("@")
  return { localPart: address.slice(0, Math.max(0, at)), domain: address.slice(at + 1) }
}

/**
 * Our names, longest first: a HELO name is often below the domain of the sender. A name without a dot may be a
 * word, so it is left out.
 */
const namesOfUs = ({ helo, mailFrom }: OurNames): ReadonlyArray<string> =>
  [helo, partsOf(mailFrom).domain]
    .filter((name) => name.includes("."))
    .toSorted((one, other) => other.length - one.length)

const withoutNames = (text: string, names: ReadonlyArray<string>): string =>
  names
    .reduce((left, name) => (name === "" ? left : left.replaceAll(name, gap)), text)
    .replace(ipv4, gap)

export const withoutEcho = ({ reply, mxHost, recipient, ours }: EchoingReply): string => {
  const { localPart, domain } = partsOf(recipient)
  let text = endsOf(reply.lines.join(" ")).replace(blanks, " ").replaceAll("’", "'").trim()
  const own = namesOfUs(ours)
  text = text.replace(link, (one) => withoutNames(one, [recipient, ours.mailFrom, ...own]))
  if (recipient !== "") text = text.replaceAll(recipient, recipientMark)
  if (ours.mailFrom !== "") text = text.replaceAll(ours.mailFrom, us)
  text = text.replace(quotedHost, `host ${gap} said:`).replace(address, (one) => {
    const parts = partsOf(one)
    if (own.includes(parts.domain.toLowerCase())) return us
    // A server may know the recipient by another domain.
    return recipient === "" || parts.localPart === localPart ? recipientMark : gap
  })
  text = replaceAny(text, localPart, quoted, `$1$2${recipientMark}`)
  // The recipient comes before our names: if we ask about our own domain, the answer is about the recipient.
  text = replaceAny(text, domain, named, domainMark)
  text = replaceAny(text, mxHost, named, gap)
  for (const name of own) text = replaceAny(text, name, named, us)
  text = text.replace(ipv4, us).replace(ipv6, us)
  for (const [label, mark] of labels) text = text.replace(label, mark)
  return text
}
