/**
 * Sessions of the dashboard: sign in, sign out, sign up, change the password. The session itself is a
 * cookie that no script can read; none of these answers shows it, and none says who has an account.
 */
import { passwordChars } from "@rcpt/domain/Account"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { SignedIn } from "./Authentication.ts"
import { Message } from "./Message.ts"
import { Permissions, Requires } from "./Permissions.ts"
import { BadRequest, Forbidden, Unauthorized } from "./Problem.ts"
import { RateLimited, TooManyRequestsReply } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"
import { SameOrigin } from "./SameOrigin.ts"

const dateTime = Schema.String.annotate({ format: "date-time" })

/** RFC 5321 §4.5.3.1.3: a path of 256 octets without its angle brackets. */
const emailCharsMax = 254

const lengthOf = (min: number, max: number) => {
  const limits = `must be ${min} to ${max} characters`
  return Schema.String.annotate({ message: limits }).check(
    Schema.makeFilter((text) => (text.length >= min && text.length <= max) || limits)
  )
}

const email = lengthOf(1, emailCharsMax)
/** One that exists may be older than today's rules. */
const knownPassword = lengthOf(1, passwordChars.max)
const newPassword = lengthOf(passwordChars.min, passwordChars.max)

export const Credentials = Schema.Struct({ email, password: knownPassword }).annotate({
  identifier: "Credentials"
})

export type Credentials = typeof Credentials.Type

export const NewAccount = Schema.Struct({ email, password: newPassword }).annotate({
  identifier: "NewAccount"
})

export type NewAccount = typeof NewAccount.Type

export const PasswordChange = Schema.Struct({
  current: knownPassword,
  new: newPassword
}).annotate({ identifier: "PasswordChange" })

export type PasswordChange = typeof PasswordChange.Type

export const Session = Schema.Struct({
  email: Schema.String,
  is_admin: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Present for accounts that administer the service."
    })
  ),
  created_at: dateTime,
  expires_at: dateTime
}).annotate({ identifier: "Session" })
export type Session = typeof Session.Type

export const SessionSeen = Schema.Struct({
  created_at: dateTime,
  last_seen_at: dateTime.annotate({ description: "A minute late at most." }),
  agent: Schema.String.annotate({ description: "The family of the browser, such as `Firefox`." }),
  current: Schema.Boolean.annotate({ description: "Whether it is the one that asks." })
}).annotate({ identifier: "SessionSeen" })
export type SessionSeen = typeof SessionSeen.Type

export const SignUpOffer = Schema.Struct({
  open: Schema.Boolean.annotate({ description: "Whether everybody may open an account here." }),
  credits: Schema.Int.annotate({ description: "What such an account begins with." })
}).annotate({ identifier: "SignUpOffer" })
export type SignUpOffer = typeof SignUpOffer.Type

const signIn = HttpApiEndpoint.post("signIn", "/session", {
  payload: Credentials,
  success: Session,
  error: [BadRequest, Unauthorized, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Sign in",
    description:
      "Sets the cookie `rcpt_session`, for 7 days. Whether the address or the password is wrong, " +
      "nobody is told."
  })
)

const signUp = HttpApiEndpoint.post("signUp", "/signup", {
  payload: NewAccount,
  success: Message,
  error: [BadRequest, Forbidden, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Open an account",
    description:
      "Only where `RCPT_SIGNUP=open`; else 403. The answer is the same when there is an account of " +
      "this address already, and that one stays as it is. Sign in afterwards."
  })
)

const signUpOffer = HttpApiEndpoint.get("signUpOffer", "/signup", {
  success: SignUpOffer
}).annotateMerge(OpenApi.annotations({ summary: "Whether one may open an account" }))

/** For whoever is not signed in yet. */
export class SignIn extends HttpApiGroup.make("SignIn")
  .add(signIn, signUpOffer, signUp)
  .middleware(RequestErrors)
  .middleware(SameOrigin)
  .prefix("/api/v1") {}

const whoAmI = HttpApiEndpoint.get("whoAmI", "/session", { success: Session })
  .annotate(Requires, "read")
  .annotateMerge(OpenApi.annotations({ summary: "Who is signed in" }))

const signOut = HttpApiEndpoint.delete("signOut", "/session", { success: Message }).annotateMerge(
  OpenApi.annotations({
    summary: "Sign out",
    description: "Answers when no node accepts the session any more, after a second or so."
  })
)

const list = HttpApiEndpoint.get("list", "/sessions", { success: Schema.Array(SessionSeen) })
  .annotate(Requires, "read")
  .annotateMerge(OpenApi.annotations({ summary: "Where one is signed in, the newest first" }))

const signOutEverywhere = HttpApiEndpoint.delete("signOutEverywhere", "/sessions", {
  success: Message
}).annotateMerge(
  OpenApi.annotations({ summary: "Sign out everywhere", description: "Here, too. API keys stay." })
)

const changePassword = HttpApiEndpoint.post("changePassword", "/password", {
  payload: PasswordChange,
  success: Message,
  error: BadRequest
}).annotateMerge(
  OpenApi.annotations({
    summary: "Change the password",
    description: "Ends all other sessions. 403 when the current password is wrong."
  })
)

/** For whoever is: an API key opens none of these. */
export class Sessions extends HttpApiGroup.make("Sessions")
  .add(whoAmI, signOut, list, signOutEverywhere, changePassword)
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(SignedIn)
  .prefix("/api/v1") {}
