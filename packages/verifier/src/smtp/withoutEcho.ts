/**
 * The words of a reply that are the server's own. Servers repeat the recipient and the names that we
 * sent: left in, `spam.full@…` would be read as a reason.
 */
import type { SmtpReply } from "./ReplyReader.ts"

interface EchoingReply {
  readonly reply: SmtpReply
  readonly mxHost: string
  readonly recipient: string
}

/** Characters that rules look at: half from the start, half from the end (GMX's reason). */
const wordsCharsMax = 8_192

/** Replaces what is taken out, so that the words around it do not become neighbours. */
const gap = "*"

/** Tried only where a word begins: otherwise a long word without an @ costs its length squared. */
const address = /(?<![^\s<>()[\]"',;:])[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;]+/g
const ipv4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g
const ipv6 = /(?<![\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{0,4}(?![\w:])/gi

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")

/** A name on its own: `example.com` in `example.com:`, not in `mx.example.com`. */
const named = (name: string): RegExp => new RegExp(`(?<![\\w.-])${escaped(name)}(?![\\w-])`, "gi")

/**
 * Only in quotes or brackets, or as the last word after a colon: `user` and `mailbox` are local parts
 * too, and taking them out everywhere would leave "unknown" of "user unknown".
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

/** Most replies repeat nothing: a search is cheaper than building a pattern. */
const replaceAny = (text: string, name: string, patternOf: (name: string) => RegExp, by: string) =>
  name !== "" && text.toLowerCase().includes(name.toLowerCase())
    ? text.replace(patternOf(name), by)
    : text

export const withoutEcho = ({ reply, mxHost, recipient }: EchoingReply): string => {
  const at = recipient.lastIndexOf("@")
  const localPart = recipient.slice(0, Math.max(0, at))
  const domain = recipient.slice(at + 1)
  let text = endsOf(reply.lines.join(" ")).replace(blanks, " ").trim()
  if (recipient !== "") text = text.replaceAll(recipient, gap)
  text = text.replace(address, gap)
  text = replaceAny(text, localPart, quoted, `$1$2${gap}`)
  for (const name of [domain, mxHost]) text = replaceAny(text, name, named, gap)
  return text.replace(ipv4, gap).replace(ipv6, gap)
}
