/**
 * Parameters of the query string. The message of a check completes the sentence that starts with the
 * parameter's name: "email must not be blank".
 */
import { emailCharsMax } from "@rcpt/domain/limits"
import { Mode } from "@rcpt/domain/Verdict"
import { Effect, Schema, SchemaTransformation } from "effect"

import { fieldFault } from "./errors/errorTexts.ts"

/** A repeated parameter arrives as an array and is refused. */
export const singleValue = Schema.String.annotate({ message: "must be given only once" })

const charsUpTo = (max: number): string => fieldFault("charsUpTo", { n: max })

/** A text of at most so many characters. */
export const isUpTo = (max: number) => Schema.isMaxLength(max, { message: charsUpTo(max) })

const notBlank = fieldFault("blank")
const notTooLong = charsUpTo(emailCharsMax)

/** Any text is accepted: a malformed address is a result, not an error. */
export const EmailQuery = singleValue
  .check(
    Schema.makeFilter((text) => text.trim() !== "" || notBlank),
    isUpTo(emailCharsMax)
  )
  .annotate({
    description:
      "The address. White space around it is ignored. Send a + as %2B: in a URL, + means a blank."
  })

/** The error for an address of a batch; `undefined`: it can be verified. */
export const unverifiable = (text: string): string | undefined => {
  if (text.trim() === "") return `email ${notBlank}`
  return text.length > emailCharsMax ? `email ${notTooLong}` : undefined
}

export const ModeQuery = Mode.annotate({
  message: 'must be "fast" or "deep"',
  description: "`fast` does not contact the recipient's mail server."
}).pipe(Schema.withDecodingDefaultKey(Effect.succeed("fast" as const)))

/** In less than a second few mail servers greet; few clients wait longer than a minute. */
export const timeoutMillis = { min: 1_000, max: 60_000 }
const { min, max } = timeoutMillis
const timeoutLimits = `must be a whole number of milliseconds from ${min} to ${max}`

/** Only digits: other notations of numbers (`1e4`, `0x800`) are refused. */
const TimeoutQuery = singleValue
  .annotate({ contentSchema: { minimum: min, maximum: max, default: max } })
  .check(Schema.isPattern(/^\d{1,9}$/u, { message: timeoutLimits }))
  .annotate({
    description:
      "Deep mode: milliseconds until the response, which has the findings up to that time."
  })
  .pipe(
    Schema.decodeTo(
      Schema.Int.check(
        Schema.isBetween({ minimum: min, maximum: max }, { message: timeoutLimits })
      ),
      SchemaTransformation.numberFromString
    ),
    Schema.withDecodingDefaultKey(Effect.succeed(String(max)))
  )

const ExplainQuery = Schema.Literals(["true", "false"])
  .annotate({
    message: 'must be "true" or "false"',
    description: "`true` adds `evidence`: what was checked, the source, and the age of the data."
  })
  .pipe(Schema.withDecodingDefaultKey(Effect.succeed("false" as const)))

const hourMillis = 3_600_000
const maxAgeUnits = { h: hourMillis, d: 24 * hourMillis } as const

/** Milliseconds. A result of minutes ago costs no more than a new one would tell; after 90 days addresses have changed hands. */
const maxAgeMillis = { min: maxAgeUnits.h, max: 90 * maxAgeUnits.d }
export const maxAgeLimits = "must be a duration from 1h to 90d, such as 12h or 30d"

const maxAgeText = /^(\d{1,4})([hd])$/u

/** The milliseconds of `12h` or `30d`; `undefined`: none, no such duration, or one beyond the limits. */
export const readMaxAge = (text: string | undefined): number | undefined => {
  const [, count, unit] = maxAgeText.exec(text ?? "") ?? []
  const millis = Number(count) * maxAgeUnits[unit as keyof typeof maxAgeUnits]
  return millis >= maxAgeMillis.min && millis <= maxAgeMillis.max ? millis : undefined
}

/** Absent: every address is verified now. */
export const MaxAge = singleValue
  .check(
    Schema.makeFilter((text) => readMaxAge(text) !== undefined || maxAgeLimits),
    Schema.isPattern(maxAgeText, { message: maxAgeLimits })
  )
  .annotate({
    description:
      "Gives an earlier result of the account again, for 0 credits, if it is at most this old: `12h`, " +
      "`30d`; 1 hour to 90 days. It has the same or a deeper mode, and its own `checked_at`. Without it, " +
      "every address is verified now. Refused with a browser key."
  })

/** The query of `GET /verify`. */
export const VerifyQuery = Schema.Struct({
  email: EmailQuery,
  mode: ModeQuery,
  timeout: TimeoutQuery,
  explain: ExplainQuery,
  max_age: Schema.optionalKey(MaxAge)
})
export type VerifyQuery = typeof VerifyQuery.Type
