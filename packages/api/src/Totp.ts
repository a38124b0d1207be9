/**
 * Endpoints of the second factor: codes of an authenticator app (TOTP, RFC 6238), with recovery codes.
 * They need a session; API keys are not accepted and not concerned.
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { SignedIn } from "./Authentication.ts"
import { boolean, described, integer, string } from "./fields.ts"
import { Message } from "./Message.ts"
import { NeedsFreshPassword, Permissions, Requires } from "./Permissions.ts"
import { BadRequest, NotFound } from "./Problem.ts"
import { RateLimited } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"
import { basePath } from "./secured.ts"
import { Code } from "./Session.ts"

export const TotpState = Schema.Struct({
  enabled: boolean("Whether it is on."),
  enabled_at: Schema.NullOr(Schema.String.annotate({ format: "date-time" })).annotate({
    description: "When it was turned on; null if it is off."
  }),
  recovery_codes_left: integer("How many recovery codes were not used yet.")
}).annotate({ identifier: "TotpState" })
export type TotpState = typeof TotpState.Type

export const TotpEnrolment = Schema.Struct({
  secret: string("In base 32, to be typed into the app."),
  uri: string("To be shown as a QR code: `otpauth://totp/…`.")
}).annotate({ identifier: "TotpEnrolment" })
export type TotpEnrolment = typeof TotpEnrolment.Type

export const CodeEntry = Schema.Struct({
  code: described(Code, "A code of the authenticator app, or a recovery code.")
}).annotate({ identifier: "CodeEntry" })
export type CodeEntry = typeof CodeEntry.Type

export const RecoveryCodes = Schema.Struct({
  recovery_codes: Schema.Array(Schema.String).annotate({
    description: "Each signs in once, in place of a code of the app. They are shown only now."
  })
}).annotate({ identifier: "RecoveryCodes" })
export type RecoveryCodes = typeof RecoveryCodes.Type

const find = HttpApiEndpoint.get("find", "/totp", { success: TotpState })
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getTotp",
      summary: "Check whether a second factor is on",
      description: "Also how many recovery codes are left."
    })
  )

const begin = HttpApiEndpoint.post("begin", "/totp", {
  success: TotpEnrolment,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    identifier: "beginTotp",
    summary: "Make a secret for an authenticator app",
    description: "It is used once a code of it has been confirmed. A repeat makes another secret."
  })
)

const enable = HttpApiEndpoint.post("enable", "/totp/confirm", {
  payload: CodeEntry,
  success: RecoveryCodes,
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "enableTotp",
    summary: "Turn the second factor on, with a code of the app",
    description: "From then on signing in needs a code, each of which is accepted once."
  })
)

const renewCodes = HttpApiEndpoint.post("renewCodes", "/totp/recovery-codes", {
  success: RecoveryCodes,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    identifier: "renewRecoveryCodes",
    summary: "Replace the recovery codes",
    description: "The previous ones no longer work."
  })
)

const disable = HttpApiEndpoint.delete("disable", "/totp", {
  success: Message,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    identifier: "disableTotp",
    summary: "Turn the second factor off",
    description: "From then on the password is enough to sign in."
  })
)

export class Totp extends HttpApiGroup.make("Totp")
  .add(begin, enable, renewCodes, disable)
  .annotateEndpoints(NeedsFreshPassword, true)
  .annotateEndpoints(Requires, "own")
  .add(find)
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(SignedIn)
  .prefix(basePath) {}
