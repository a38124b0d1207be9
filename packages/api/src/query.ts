/**
 * Parameters of the query string. What a check answers completes the sentence that begins with the
 * parameter's name: "email must not be blank".
 */
import { Mode } from "@rcpt/domain/Verdict"
import { Effect, Schema, SchemaTransformation } from "effect"

/** In characters, as sent (RFC 5321 §4.5.3.1.3: a path of 256 octets less its angle brackets). */
export const emailCharsMax = 254

/** A parameter that comes twice arrives as an array: neither of the two is meant more. */
const once = Schema.String.annotate({ message: "must be given only once" })

const notBlank = "must not be blank"
const notTooLong = `must have at most ${emailCharsMax} characters`

/** Any text is an address to verify: a malformed one is a result, not an error. */
export const EmailQuery = once
  .check(
    Schema.makeFilter((text) => text.trim() !== "" || notBlank),
    Schema.isMaxLength(emailCharsMax, { message: notTooLong })
  )
  .annotate({ description: "The address. White space around it is ignored." })

/** Of one among many: the sentence that it is answered with; `undefined`: there is an address. */
export const unverifiable = (text: string): string | undefined => {
  if (text.trim() === "") return `email ${notBlank}`
  return text.length > emailCharsMax ? `email ${notTooLong}` : undefined
}

export const ModeQuery = Mode.annotate({
  message: 'must be "fast" or "deep"',
  description: "`fast` does not contact the recipient's mail server."
}).pipe(Schema.withDecodingDefaultKey(Effect.succeed("fast" as const)))

/** Milliseconds. A second is less than a greeting takes; after a minute nobody is still there. */
export const timeoutMillis = { min: 1_000, max: 60_000 }
const { min, max } = timeoutMillis
const timeoutLimits = `must be a whole number of milliseconds from ${min} to ${max}`

/** Digits alone: what else reads as a number somewhere (`1e4`, `0x800`) is a mistake here. */
export const TimeoutQuery = once
  .check(Schema.isPattern(/^\d{1,9}$/u, { message: timeoutLimits }))
  .annotate({
    description:
      "Deep mode: milliseconds until the answer, which then says what was learnt by that time."
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

export const ExplainQuery = Schema.Literals(["true", "false"])
  .annotate({
    message: 'must be "true" or "false"',
    description: "`true` adds `evidence`: what was looked at, where, and how old the knowledge is."
  })
  .pipe(Schema.withDecodingDefaultKey(Effect.succeed("false" as const)))
