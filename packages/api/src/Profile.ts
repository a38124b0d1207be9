/**
 * What a person does about their own email: confirm it, change it, reset a lost password by it, and choose what is
 * mailed to it. A link holds only a random token, behind `#`. Nothing is done by opening it: the page posts the token.
 */
import { Language, ListMail, smallListMax } from "@rcpt/domain/Mail"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

import { SignedIn } from "./Authentication.ts"
import { boolean, described, string } from "./fields.ts"
import { Message } from "./Message.ts"
import { Permissions, Requires } from "./Permissions.ts"
import { BadRequest, Forbidden, NotFound, Unauthorized, WorkInProgress } from "./Problem.ts"
import { RateLimited, TooManyRequestsReply } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"
import { SameOrigin } from "./SameOrigin.ts"
import { basePath } from "./secured.ts"
import { CurrentPassword, Email, languageRule, NewPassword, Session, Token } from "./Session.ts"

const token = described(Token, "What stands behind `#` in the link.")

export const SignUpConfirmation = Schema.Struct({
  token,
  password: described(CurrentPassword, "The password that was chosen at sign-up.")
}).annotate({ identifier: "SignUpConfirmation" })
export type SignUpConfirmation = typeof SignUpConfirmation.Type

export const LinkRequest = Schema.Struct({
  email: described(Email, "The email of the person.")
}).annotate({ identifier: "LinkRequest" })
export type LinkRequest = typeof LinkRequest.Type

export const PasswordReset = Schema.Struct({
  token,
  new: described(NewPassword, "The new password.")
}).annotate({ identifier: "PasswordReset" })
export type PasswordReset = typeof PasswordReset.Type

export const MailedToken = Schema.Struct({ token }).annotate({ identifier: "MailedToken" })
export type MailedToken = typeof MailedToken.Type

export const EmailChange = Schema.Struct({
  email: described(Email, "The new email."),
  password: described(CurrentPassword, "The current password.")
}).annotate({ identifier: "EmailChange" })
export type EmailChange = typeof EmailChange.Type

export const EmailChangeState = Schema.Struct({
  message: string("What has happened, in a sentence."),
  changed: boolean(
    "Whether the email is changed. False: it changes once the mailed link is opened."
  )
}).annotate({ identifier: "EmailChangeState" })
export type EmailChangeState = typeof EmailChangeState.Type

export const Preferences = Schema.Struct({
  language: Schema.NullOr(Language.annotate({ message: `${languageRule}, or null` })).annotate({
    description: "Of mail, and of pages where the browser has chosen none. Null: none is chosen."
  }),
  list_mail: ListMail.annotate({
    message: 'must be "always", "large" or "never"',
    description:
      "Whether the end of a list is mailed to the person who uploaded it. `large`: with more than " +
      `${smallListMax.toLocaleString("en")} rows.`
  })
}).annotate({ identifier: "Preferences" })
export type Preferences = typeof Preferences.Type

const confirmSignUp = HttpApiEndpoint.post("confirmSignUp", "/signup/confirm", {
  payload: SignUpConfirmation,
  success: Session,
  error: [BadRequest, Unauthorized, NotFound, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "confirmSignUp",
    summary: "Confirm the email of a sign-up",
    description:
      "Opens the account, with the credits of a new one, and signs in, as `POST /session` does. The " +
      "link works once, for 24 hours. The password must be that of the sign-up, so a link that " +
      "you did not ask for opens no account."
  })
)

const requestPasswordReset = HttpApiEndpoint.post("requestPasswordReset", "/password/forgot", {
  payload: LinkRequest,
  success: Message,
  error: [BadRequest, Forbidden]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "requestPasswordReset",
    summary: "Mail a link to reset the password",
    description:
      "The answer is the same whether somebody signs in with the email or not. The link works once, for " +
      "an hour; a new one replaces it. At most one is mailed in a minute, and five in an hour. 403 if the service sends no mail."
  })
)

const resetPassword = HttpApiEndpoint.post("resetPassword", "/password/reset", {
  payload: PasswordReset,
  success: Message,
  error: [BadRequest, NotFound, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "resetPassword",
    summary: "Set a new password by a mailed link",
    description:
      "Ends all sessions of the person. The second factor stays: sign in with the new password and a code."
  })
)

const confirmEmail = HttpApiEndpoint.post("confirmEmail", "/email/confirm", {
  payload: MailedToken,
  success: Message,
  error: [BadRequest, NotFound, WorkInProgress]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "confirmEmail",
    summary: "Confirm a changed email",
    description:
      "The person signs in with the new email from then on. rcpt mails the old email a link that takes the change back for " +
      "7 days. 409 if another person signs in with the new email by now."
  })
)

const takeEmailBack = HttpApiEndpoint.post("takeEmailBack", "/email/take-back", {
  payload: PasswordReset,
  success: Message,
  error: [BadRequest, NotFound, WorkInProgress, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "takeEmailBack",
    summary: "Take a change of the email back",
    description:
      "By the link that was mailed to the old email when it was changed, once, for 7 days, also if the password was changed " +
      "since. The person signs in with the old email and the new password. Ends all sessions, links and invitations of the " +
      "person, and API keys and a second factor from after the change. 409 if another person signs in with the old email by now."
  })
)

/** Endpoints that need no session: the token is as good. */
export class MailedLinks extends HttpApiGroup.make("MailedLinks")
  .add(confirmSignUp, requestPasswordReset, resetPassword, confirmEmail, takeEmailBack)
  .middleware(RequestErrors)
  .middleware(SameOrigin)
  .prefix(basePath) {}

const changeEmail = HttpApiEndpoint.post("changeEmail", "/account/email", {
  payload: EmailChange,
  success: EmailChangeState,
  error: [BadRequest, WorkInProgress]
})
  .annotate(Requires, "own")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "changeEmail",
      summary: "Change the email that you sign in with",
      description:
        "Mails a link to the new email, which works once, for 24 hours; the email changes when it is " +
        "opened. rcpt mails the old email about it. A new password, or signing out everywhere, ends the link. Where the service sends no mail, the email changes at once, with 409 if somebody signs " +
        "in with it. 403 if the password is wrong."
    })
  )

const getPreferences = HttpApiEndpoint.get("getPreferences", "/account/preferences", {
  success: Preferences
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getPreferences",
      summary: "Get your language, and what is mailed to you",
      description: "Of the signed-in person alone."
    })
  )

const setPreferences = HttpApiEndpoint.put("setPreferences", "/account/preferences", {
  payload: Preferences,
  success: Preferences,
  error: BadRequest
})
  .annotate(Requires, "own")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "setPreferences",
      summary: "Choose your language, and what is mailed to you",
      description: "Mail about the security of the account is always sent."
    })
  )

/** Need a session; API keys are not accepted. */
export class Profile extends HttpApiGroup.make("Profile")
  .add(changeEmail, getPreferences, setPreferences)
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(SignedIn)
  .prefix(basePath) {}
