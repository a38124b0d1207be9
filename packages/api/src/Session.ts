/**
 * Endpoints of dashboard sessions: sign in, sign out, sign up, change the password. The session is a
 * cookie that scripts cannot read. No response contains it or tells whether an account exists.
 */
import { emailCharsMax, passwordChars } from "@rcpt/domain/limits"
import { Language } from "@rcpt/domain/Mail"
import { Role } from "@rcpt/domain/Role"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { SignedIn } from "./Authentication.ts"
import { codedTexts } from "./errors/codedTexts.ts"
import { fieldFault } from "./errors/errorTexts.ts"
import { boolean, described, integer, string } from "./fields.ts"
import { dateTime } from "./formats.ts"
import { Message } from "./Message.ts"
import { Permissions, Requires } from "./Permissions.ts"
import { BadRequest, Forbidden, NotFound, Unauthorized } from "./Problem.ts"
import { RateLimited, TooManyRequestsReply } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"
import { SameOrigin } from "./SameOrigin.ts"
import { basePath } from "./secured.ts"

const lengthOf = (min: number, max: number) => {
  const limits = fieldFault("chars", { from: min, to: max })
  return Schema.String.annotate({ message: limits }).check(
    Schema.makeFilter((text) => (text.length >= min && text.length <= max) || limits)
  )
}

export const Email = lengthOf(1, emailCharsMax)
/** An existing password may be older than the current rules. */
export const CurrentPassword = lengthOf(1, passwordChars.max)
export const NewPassword = lengthOf(passwordChars.min, passwordChars.max)

/** The token in a link has 43 characters; a longer text is not one. */
const tokenCharsMax = 100

export const Token = Schema.String.annotate({ message: "must be that of the link" }).check(
  Schema.makeFilter((text) => text.length <= tokenCharsMax || "must be that of the link")
)

/** Six digits with a space, or a recovery code as it is shown; more is neither. */
const codeCharsMax = 40

export const Code = lengthOf(1, codeCharsMax).annotate({
  description: "Of the authenticator app, or a recovery code."
})

export const languageRule = 'must be "en" or "de"'

export const Credentials = Schema.Struct({
  email: described(Email, "The email address."),
  password: described(CurrentPassword, "The password."),
  code: described(Schema.optionalKey(Code), "A code of the authenticator app, or a recovery code.")
}).annotate({ identifier: "Credentials" })

export type Credentials = typeof Credentials.Type

const { password, code } = Credentials.fields

export const ProviderJoin = Schema.Struct({ password, code }).annotate({
  identifier: "ProviderJoin"
})

export type ProviderJoin = typeof ProviderJoin.Type

export const NewAccount = Schema.Struct({
  email: described(Email, "The email address."),
  password: described(NewPassword, "The password."),
  language: Schema.optionalKey(
    Language.annotate({
      message: languageRule,
      description: "Of the mail to this person. Default: `en`."
    })
  )
}).annotate({
  identifier: "SignUpRequest"
})

export type NewAccount = typeof NewAccount.Type

export const PasswordChange = Schema.Struct({
  current: described(CurrentPassword, "The current password."),
  new: described(NewPassword, "The new password.")
}).annotate({ identifier: "PasswordChange" })

export type PasswordChange = typeof PasswordChange.Type

export const PasswordEntry = Schema.Struct({
  password: described(CurrentPassword, "The password.")
}).annotate({
  identifier: "PasswordEntry"
})

export type PasswordEntry = typeof PasswordEntry.Type

export const Session = Schema.Struct({
  email: string("The email address."),
  role: Role.annotate({
    description:
      "`manager`: everything. `member`: the account's work and its keys. `read_only`: reads alone."
  }),
  is_admin: Schema.optionalKey(
    boolean("Only present for managers of accounts that own the service.")
  ),
  provider: Schema.optionalKey(
    string(
      "The name of the provider of OpenID Connect, if the session was begun there. Its person has no password to enter again."
    )
  ),
  language: Schema.optionalKey(
    Language.annotate({
      description: "For pages and mail. Absent until the person has chosen one."
    })
  ),
  created_at: described(dateTime, "When it was made."),
  expires_at: described(dateTime, "When it ends.")
}).annotate({ identifier: "Session" })
export type Session = typeof Session.Type

export const SessionSeen = Schema.Struct({
  id: described(Schema.String.annotate({ format: "uuid" }), "Its id."),
  created_at: described(dateTime, "When it was made."),
  last_seen_at: dateTime.annotate({ description: "Last use, up to a minute late." }),
  agent: string("The browser, such as `Firefox`."),
  current: boolean("Whether it is the session of this request.")
}).annotate({ identifier: "SessionSeen" })
export type SessionSeen = typeof SessionSeen.Type

export const SignedOut = Schema.Struct({
  ...Message.fields,
  provider_url: Schema.optionalKey(
    string("Where a browser ends the session of the provider too. Absent without one.")
  )
}).annotate({ identifier: "SignedOut" })
export type SignedOut = typeof SignedOut.Type

export const SignUpOffer = Schema.Struct({
  open: boolean("Whether new accounts may be opened."),
  credits: integer("Credits of a new account."),
  demo: boolean("Whether `GET /demo/verify` checks any address, or only those of the sandbox."),
  mail: boolean(
    "Whether the service sends mail. If so, sign-up has to be confirmed, and a lost password is reset by mail."
  ),
  passwords: boolean("False: only managers of the first account sign in with a password."),
  provider: Schema.optionalKey(
    Schema.Struct({
      name: string("Its name."),
      ready: boolean("Whether it answers.")
    }).annotate({
      description:
        "The provider of OpenID Connect. A browser signs in there by `GET /oidc/sign-in`."
    })
  )
}).annotate({ identifier: "SignUpOffer" })
export type SignUpOffer = typeof SignUpOffer.Type

const signIn = HttpApiEndpoint.post("signIn", "/session", {
  payload: Credentials,
  success: Session,
  error: [BadRequest, Unauthorized, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "signIn",
    summary: "Sign in",
    description:
      "Sets the cookie `rcpt_session` for 7 days; over TLS it is `__Host-rcpt_session`, and the other " +
      "name counts no more. A session that is not used for a day ends. A session that the browser " +
      "held before ends. An account with a second factor also needs a `code`: without one the error is `" +
      codedTexts.code_needed.it +
      "`. With the password of a sign-up that is not confirmed it is `" +
      codedTexts.email_not_confirmed.it +
      "`. Any other error does not tell whether the address or the password is wrong."
  })
)

const signUp = HttpApiEndpoint.post("signUp", "/signup", {
  payload: NewAccount,
  success: Message,
  error: [BadRequest, Forbidden, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "signUp",
    summary: "Open an account",
    description:
      "Only available if `RCPT_SIGNUP=open`, otherwise 403. If the address already has an account, " +
      "the response is the same and that account is not changed. Where the service sends mail, there is " +
      "no account yet: a link is mailed to the address, which works once, for 24 hours " +
      "(`POST /signup/confirm`). The same request mails another link, once a minute. Otherwise sign in."
  })
)

const signUpOffer = HttpApiEndpoint.get("signUpOffer", "/signup", {
  success: SignUpOffer
}).annotateMerge(
  OpenApi.annotations({
    identifier: "getSignUpOffer",
    summary: "Check whether sign-up is open",
    description: "So that a page can offer it, with the credits that a new account gets."
  })
)

const joinProvider = HttpApiEndpoint.post("joinProvider", "/session/provider", {
  payload: ProviderJoin,
  success: Message,
  error: [BadRequest, Unauthorized, NotFound, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "joinProvider",
    summary: "Join a person to the provider of OpenID Connect",
    description:
      "For a browser that has just come back from the provider, with the address of a person of the account. " +
      "They enter their password once, and a code if they have a second factor. From then on they sign in at the provider."
  })
)

/** Endpoints that need no session. */
export class SignIn extends HttpApiGroup.make("SignIn")
  .add(signIn, signUpOffer, signUp)
  .middleware(RequestErrors)
  .middleware(SameOrigin)
  .prefix(basePath) {}

/** As above, where people sign in at a provider of OpenID Connect. */
export class AtProvider extends HttpApiGroup.make("AtProvider")
  .add(joinProvider)
  .middleware(RequestErrors)
  .middleware(SameOrigin)
  .prefix(basePath) {}

const whoAmI = HttpApiEndpoint.get("whoAmI", "/session", { success: Session })
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getSession",
      summary: "Get the current session",
      description: "The person and account of the cookie's session, and its end."
    })
  )

const signOut = HttpApiEndpoint.delete("signOut", "/session", { success: SignedOut })
  .annotate(Requires, "own")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "signOut",
      summary: "Sign out",
      description: "Returns when no node accepts the session, after about a second."
    })
  )

const list = HttpApiEndpoint.get("list", "/sessions", { success: Schema.Array(SessionSeen) })
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listSessions",
      summary: "List the active sessions, newest first",
      description: "All devices that are signed in now."
    })
  )

const signOutEverywhere = HttpApiEndpoint.delete("signOutEverywhere", "/sessions", {
  success: Message
})
  .annotate(Requires, "own")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "signOutEverywhere",
      summary: "Sign out everywhere",
      description: "Ends all sessions, including this one. API keys stay active."
    })
  )

const end = HttpApiEndpoint.delete("end", "/sessions/:id", {
  params: { id: string("The session's `id`.") },
  success: Message,
  error: NotFound
})
  .annotate(Requires, "own")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "endSession",
      summary: "End a session",
      description: "Returns when no node accepts it, after about a second."
    })
  )

const confirm = HttpApiEndpoint.post("confirm", "/session/confirm", {
  payload: PasswordEntry,
  success: Message,
  error: BadRequest
})
  .annotate(Requires, "own")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "confirmPassword",
      summary: "Enter the password again",
      description:
        "Changes of API keys and of the webhook need a session whose password was entered within the " +
        "last 15 minutes; otherwise they are 403 (`" +
        codedTexts.password_needed.it +
        "`). API keys are not concerned. 403 if the password is wrong."
    })
  )

const changePassword = HttpApiEndpoint.post("changePassword", "/password", {
  payload: PasswordChange,
  success: Message,
  error: BadRequest
})
  .annotate(Requires, "own")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "changePassword",
      summary: "Change the password",
      description: "Ends all other sessions. 403 if the current password is wrong."
    })
  )

/** Endpoints that need a session; API keys are not accepted. */
export class Sessions extends HttpApiGroup.make("Sessions")
  .add(whoAmI, signOut, list, end, signOutEverywhere, confirm, changePassword)
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(SignedIn)
  .prefix(basePath) {}
