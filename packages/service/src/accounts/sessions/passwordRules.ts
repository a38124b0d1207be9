/**
 * Which new passwords are refused: those that somebody who wants in tries first. NIST SP 800-63B-4
 * §3.1.1.2 asks for a list of common ones and for words of the context, each compared with the whole
 * password, and forbids rules about kinds of characters.
 */
import { Effect, Schema } from "effect"

export class PasswordRefused extends Schema.TaggedError<PasswordRefused>()("PasswordRefused", {
  /** Completes the sentence that starts with the name of the field. */
  rule: Schema.String
}) {}

const serviceName = "rcpt"

/** Shorter words, such as "ann", are in many phrases. */
const wordCharsMin = 4

/** What has to be left without the words of the context, which an attacker knows. */
const ownCharsMin = 8

const tooCommon =
  "must not be a common password, nor one that is repeated or has digits and signs around it"
const ofContext =
  "must not be made of your e-mail address or the name of this service: add " +
  `${ownCharsMin} characters or more`

let loading: Promise<ReadonlySet<string>> | undefined

/** 49,000 passwords of published leaks, 8 MB in memory: most processes never need them. */
const commonPasswords = Effect.promise(
  () =>
    (loading ??= import("@zxcvbn-ts/language-common").then(
      ({ dictionary }) => new Set(dictionary["passwords-common"])
    ))
)

/** The text that is repeated, or the whole text. Its length divides that of the text. */
const unitOf = (text: string): string => {
  const period = `${text}${text}`.indexOf(text, 1)
  return text.slice(0, period)
}

/** Shorter than any password: "abc" four times is no better than "aaaa". */
const unitCharsMin = 4

const signsAround = /^[^\p{L}]+|[^\p{L}]+$/gu

const isCommon = (text: string, common: ReadonlySet<string>): boolean => {
  const unit = unitOf(text)
  const core = text.replaceAll(signsAround, "")
  return (
    unit.length < unitCharsMin ||
    [text, unit, core, unitOf(core)].some((form) => form === "" || common.has(form))
  )
}

/** What an attacker knows: the address, its parts and the service. The longest are removed first. */
const wordsOf = (email: string): ReadonlyArray<string> => {
  const parts = email.split(/[@.+_-]/u)
  const domain = email.slice(email.lastIndexOf("@") + 1)
  return [serviceName, email, domain, ...parts]
    .filter((word) => word.length >= wordCharsMin)
    .toSorted((a, b) => b.length - a.length)
}

const letterOrDigit = /[\p{L}\p{N}]/gu

const isOfContext = (text: string, email: string): boolean => {
  const words = wordsOf(email)
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), text)
  return rest !== text && (rest.match(letterOrDigit)?.length ?? 0) < ownCharsMin
}

/** Why a new password of the account with this e-mail address is refused; `undefined`: it is not. */
export const refusalOf = (password: string, email: string): Effect.Effect<string | undefined> =>
  Effect.map(commonPasswords, (common) => {
    // As it is hashed, in lower case: the other case is what everybody tries next.
    const text = password.normalize("NFKC").toLowerCase()
    if (isOfContext(text, email.toLowerCase())) return ofContext
    return isCommon(text, common) ? tooCommon : undefined
  })

export const checkNewPassword = (
  password: string,
  email: string
): Effect.Effect<void, PasswordRefused> =>
  Effect.flatMap(refusalOf(password, email), (rule) =>
    rule === undefined ? Effect.void : Effect.fail(new PasswordRefused({ rule }))
  )
