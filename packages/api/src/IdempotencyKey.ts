/** The header that makes a request safe to repeat, and the one that a repeated answer carries. */
import { Schema } from "effect"

export const idempotencyKeyCharsMax = 255

const limits = `must be 1 to ${idempotencyKeyCharsMax} visible ASCII characters`

/** A space would do no harm, but two headers of that name arrive as one, with a comma and a space. */
const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]+$/u, { message: limits }),
  Schema.isMaxLength(idempotencyKeyCharsMax, { message: limits })
).annotate({
  description:
    "A text of your own that tells this request from all others, such as a UUID. For 24 hours the " +
    "same request with the same key gets the same answer, and is charged once."
})

export const idempotencyHeaders = { "idempotency-key": Schema.optionalKey(IdempotencyKey) }

/** Where to do a thing twice by accident would be worse than to ask for one. */
export const requiredIdempotencyHeaders = { "idempotency-key": IdempotencyKey }

/** `true` on an answer that was given before. */
export const replayHeader = "idempotent-replay"
