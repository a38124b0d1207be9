/** The request header that makes a retry safe, and the response header of a repeated response. */
import { Schema } from "effect"

const idempotencyKeyCharsMax = 255

const limits = `must be 1 to ${idempotencyKeyCharsMax} visible ASCII characters`

/** Without spaces: two headers of that name arrive as one value with a comma and a space. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]+$/u, { message: limits }),
  Schema.isMaxLength(idempotencyKeyCharsMax, { message: limits })
).annotate({
  description:
    "A unique value for this request, such as a UUID. For 24 hours, the same request with the same " +
    "key returns the same response and is charged once. It belongs to the account; with a browser key, to " +
    "that key and its visitor."
})

export const idempotencyHeaders = { "idempotency-key": Schema.optionalKey(IdempotencyKey) }

/** For requests that must not be executed twice by accident. */
export const requiredIdempotencyHeaders = { "idempotency-key": IdempotencyKey }

/** `true` on a response that repeats an earlier one. */
export const replayHeader = "idempotent-replay"
