/** Whether mail can be sent: the settings, and what the mail server says to a connection that sends nothing. */
import { Effect, Redacted } from "effect"

import { makeMailServer } from "../../mail/MailServer.ts"
import { Config } from "../../platform/Config.ts"
import { note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"

interface MailLearnt {
  readonly isSet: boolean
  readonly hasPublicUrl: boolean
  /** `host:port` */
  readonly server: string
  /** What is wrong; `undefined`: nothing. */
  readonly failure: string | undefined
}

export const learnMail: Effect.Effect<MailLearnt, never, Config> = Effect.gen(function* () {
  const { mailUrl, publicUrl } = yield* Config
  const hasPublicUrl = publicUrl !== undefined
  if (mailUrl === undefined) return { isSet: false, hasPublicUrl, server: "", failure: undefined }
  const { host, port } = Redacted.value(mailUrl)
  const server = yield* makeMailServer
  const failure = yield* (server?.attempt ?? Effect.void).pipe(
    Effect.match({ onSuccess: () => undefined, onFailure: ({ says }) => says })
  )
  return { isSet: true, hasPublicUrl, server: `${host}:${port}`, failure }
}).pipe(Effect.scoped)

export const judgeMail = (learnt: MailLearnt): ReadonlyArray<Finding> => {
  const { isSet, hasPublicUrl, server, failure } = learnt
  if (!isSet) return [note("mail", "No mail is sent: RCPT_MAIL_URL is not set.")]
  if (!hasPublicUrl)
    return [
      warning(
        "mail",
        "No mail is sent: links in mail need RCPT_PUBLIC_URL, which is not set.",
        "Set it to the URL by which people reach rcpt.",
        "RCPT_PUBLIC_URL=https://rcpt.example.com"
      )
    ]
  return failure === undefined
    ? [ok("mail", `The mail server ${server} takes our mail.`)]
    : [
        problem(
          "mail",
          `The mail server ${server} does not take our mail: ${failure}`,
          "Look at name, password and port in RCPT_MAIL_URL. Messages wait and are tried again for a day."
        )
      ]
}
