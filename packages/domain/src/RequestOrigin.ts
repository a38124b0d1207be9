/** The origin of a request that caused an event: enough to recognize it, without personal data. */
import { Schema } from "effect"

export const RequestOrigin = Schema.Struct({
  /** The `X-Request-Id` of its response. */
  requestId: Schema.String,
  /**
   * The HMAC of the client's address under the account's address key, in hex. It is absent if the request came
   * from another account, an owner of the service.
   */
  address: Schema.optionalKey(Schema.String),
  /** The browser family, such as `Firefox`. */
  agent: Schema.optionalKey(Schema.String),
  /** The API key of the request; absent with a session. */
  keyId: Schema.optionalKey(Schema.String),
  /**
   * The person of the session. It is absent with a key, before sign-in, and in events of older programs, where it is
   * the person who opened the account.
   */
  personId: Schema.optionalKey(Schema.String)
})
export type RequestOrigin = typeof RequestOrigin.Type
