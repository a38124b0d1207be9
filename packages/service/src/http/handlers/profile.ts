/** The endpoints of a person's own email: links that were mailed, a change of the email, and what is mailed. */
import { Api } from "@rcpt/api/Api"
import { CurrentSession } from "@rcpt/api/Authentication"
import {
  emailTaken,
  linkEnded,
  mailIsOff,
  signUpClosed,
  unauthorized,
  wrongPassword
} from "@rcpt/api/Problem"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { changeEmail, confirmEmail } from "../../accounts/people/changeEmail.ts"
import { preferencesOf, setPreferences } from "../../accounts/people/peopleRows.ts"
import { takeEmailBack } from "../../accounts/people/takeEmailBack.ts"
import { requestReset, resetByLink } from "../../accounts/sessions/passwords.ts"
import { confirmSignUp } from "../../accounts/sessions/signUp.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import * as untrustedProxy from "../middleware/untrustedProxy.ts"
import {
  address,
  beginSession,
  browserOf,
  currentSession,
  noAddress,
  refusedAs,
  signInWaitMax,
  tryLater
} from "./session.ts"

const ended = () => Effect.fail(linkEnded)
const taken = () => Effect.fail(emailTaken)

const mailedLinks = HttpApiBuilder.group(
  Api,
  "MailedLinks",
  Effect.fnUntraced(function* (handlers) {
    const noticeProxy = yield* untrustedProxy.notice
    return handlers
      .handle("confirmSignUp", ({ payload, request }) =>
        Effect.gen(function* () {
          yield* noticeProxy(request)
          const browser = yield* browserOf(request)
          const started = yield* confirmSignUp({ ...payload, ...browser }).pipe(
            readTimeout(signInWaitMax)
          )
          return yield* beginSession(started)
        }).pipe(
          Effect.catchTags({
            TryLater: tryLater,
            LinkEnded: ended,
            WrongCredentials: () => Effect.fail(unauthorized),
            SignUpClosed: () => Effect.fail(signUpClosed)
          })
        )
      )
      .handle("requestPasswordReset", ({ payload: { email }, request }) =>
        Effect.gen(function* () {
          yield* noticeProxy(request)
          yield* requestReset({ email, address: yield* address }).pipe(readTimeout(signInWaitMax))
          return { message: "if somebody signs in with this email, a link is mailed to it" }
        }).pipe(Effect.catchTag("MailIsOff", () => Effect.fail(mailIsOff)))
      )
      .handle("resetPassword", ({ payload }) =>
        resetByLink(payload.token, payload.new).pipe(
          readTimeout(signInWaitMax),
          Effect.as({ message: "the password is changed, and all sessions have ended" }),
          Effect.catchTags({
            TryLater: tryLater,
            LinkEnded: ended,
            PasswordRefused: refusedAs("new")
          })
        )
      )
      .handle("takeEmailBack", ({ payload }) =>
        takeEmailBack(payload.token, payload.new).pipe(
          readTimeout(signInWaitMax),
          Effect.as({
            message: "the email and the password are changed, and all sessions have ended"
          }),
          Effect.catchTags({
            TryLater: tryLater,
            LinkEnded: ended,
            EmailTaken: taken,
            PasswordRefused: refusedAs("new")
          })
        )
      )
      .handle("confirmEmail", ({ payload: { token } }) =>
        confirmEmail(token).pipe(
          readTimeout(readWaitMax),
          Effect.as({ message: "the email is changed" }),
          Effect.catchTags({ LinkEnded: ended, EmailTaken: taken })
        )
      )
  })
)

const preferencesBody = Effect.gen(function* () {
  const { personId } = yield* CurrentSession
  const found = yield* preferencesOf(personId)
  if (found === undefined) return yield* Effect.fail(unauthorized)
  return { language: found.language, list_mail: found.listMail }
})

const profile = HttpApiBuilder.group(Api, "Profile", (handlers) =>
  handlers
    // Completes also when the caller disconnects: see readTimeout.ts.
    .handle("changeEmail", ({ payload }) =>
      Effect.gen(function* () {
        const change = { ...payload, address: yield* address }
        const changed = yield* changeEmail(yield* currentSession, change).pipe(
          readTimeout(readWaitMax)
        )
        return {
          message: changed
            ? "the email is changed"
            : "a link is mailed to the new email: the email changes when it is opened",
          changed
        }
      }).pipe(
        Effect.catchTags({
          TryLater: tryLater,
          NoAddress: noAddress,
          EmailTaken: taken,
          WrongPassword: () => Effect.fail(wrongPassword)
        })
      )
    )
    .handle("getPreferences", () => preferencesBody.pipe(readTimeout(readWaitMax)))
    .handle("setPreferences", ({ payload }) =>
      Effect.gen(function* () {
        const { personId } = yield* CurrentSession
        yield* setPreferences(personId, {
          language: payload.language,
          listMail: payload.list_mail
        })
        return payload
      }).pipe(readTimeout(readWaitMax))
    )
)

export const profileHandlers = Layer.merge(mailedLinks, profile)
