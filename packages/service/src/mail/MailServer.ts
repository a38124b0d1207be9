/** The operator's mail server: takes messages, and says whether it would. nodemailer is loaded at the first use. */
import { Duration, Effect, Redacted, Schema } from "effect"
import type { Scope } from "effect"

import { Config } from "../platform/Config.ts"
import { isLoopback } from "../platform/config/parse.ts"
import type { MailServer } from "../platform/config/parse.ts"
import { publicBaseOf } from "../platform/PublicBase.ts"
import type { Composed } from "./composeMail.ts"

/** Open connections of a node. One message takes some milliseconds; a second one lets a slow one not stop all. */
export const connectionsMax = 2

/** A message after which a connection is closed: servers refuse more over one, Postfix after 100 errors or messages. */
const messagesPerConnection = 100

/** A connection without work is closed after this time: most servers wait for 5 minutes (RFC 5321 §4.5.3.2.7). */
const idleMax = Duration.seconds(30)

/** Until TCP and TLS are there, and until the greeting: servers that delay it do so by half a minute. */
const connectWaitMax = Duration.seconds(15)
const greetingWaitMax = Duration.seconds(45)

/** Between two octets of the server. RFC 5321 §4.5.3.2 gives a command 5 minutes; a submission server needs seconds. */
const silenceMax = Duration.minutes(1)

/** The whole attempt, however slowly a server sends. */
export const sendWaitMax = Duration.minutes(2)

/** Connecting, EHLO and AUTH, as the doctor tries them within its 15 s. */
const tryWaitMax = Duration.seconds(12)

export interface Outgoing extends Composed {
  readonly to: string
  /** The left side of the Message-ID. */
  readonly id: string
  /** A page of the dashboard where the reader can choose not to get such messages. */
  readonly choices?: string
}

/**
 * `isForGood`: the server refuses this message, and would again. `says` may hold the reader's address, so it is never
 * logged.
 */
export class NotTaken extends Schema.TaggedError<NotTaken>()("NotTaken", {
  isForGood: Schema.Boolean,
  /** The code of the server's reply. */
  code: Schema.NullOr(Schema.Int),
  says: Schema.String
}) {}

interface Shape {
  /** Returns the reply with which the server has taken the message. */
  readonly send: (message: Outgoing) => Effect.Effect<string, NotTaken>
  /** Connects, greets and signs in. */
  readonly attempt: Effect.Effect<void, NotTaken>
}

const late = new NotTaken({
  isForGood: false,
  code: null,
  says: "The server did not answer in time."
})

/** What nodemailer's errors have. */
interface Failure {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
  readonly message?: unknown
  readonly command?: unknown
}

/** Replies about us and not about the message: RFC 4954 §6, and 421 and 554 as a greeting. */
const isAboutUs = (failure: Failure, code: number): boolean =>
  failure.code === "EAUTH" ||
  failure.code === "ENOAUTH" ||
  [530, 534, 535, 538].includes(code) ||
  !["MAIL FROM", "RCPT TO", "DATA"].includes(String(failure.command))

/** Characters of a reply that are kept. */
const saysMax = 500

/** Pure. */
export const judgeFailure = (cause: unknown): NotTaken => {
  const failure = (cause ?? {}) as Failure
  const code = typeof failure.responseCode === "number" ? failure.responseCode : null
  const said = typeof failure.response === "string" ? failure.response : String(failure.message)
  return new NotTaken({
    isForGood: code !== null && code >= 500 && !isAboutUs(failure, code),
    code,
    says: said.slice(0, saysMax)
  })
}

/**
 * With `smtps://`, or with a password to another machine, TLS is needed and the certificate is checked. Else STARTTLS
 * is used where it is offered, whatever the certificate: an attacker in between could take away the offer as well.
 */
const securityOf = ({ host, isTls, password }: MailServer) => {
  const isNeeded = isTls || (password !== undefined && !isLoopback(host))
  return {
    secure: isTls,
    requireTLS: isNeeded && !isTls,
    tls: { rejectUnauthorized: isNeeded, minVersion: "TLSv1.2" as const }
  }
}

const optionsOf = (server: MailServer, ourName: string) => {
  const { host, port, user, password } = server
  return {
    host,
    port,
    ...securityOf(server),
    ...(user !== undefined && { auth: { user, pass: password ?? "" } }),
    name: ourName,
    pool: true as const,
    maxConnections: connectionsMax,
    maxMessages: messagesPerConnection,
    // The outbox decides when a message is sent again, and stores that.
    maxRequeues: 0,
    idleTimeout: Duration.toMillis(idleMax),
    connectionTimeout: Duration.toMillis(connectWaitMax),
    greetingTimeout: Duration.toMillis(greetingWaitMax),
    socketTimeout: Duration.toMillis(silenceMax),
    disableFileAccess: true,
    disableUrlAccess: true
  }
}

const headersOf = ({ choices }: Outgoing): Readonly<Record<string, string>> => ({
  // RFC 3834 §5: out-of-office replies are not sent to it.
  "Auto-Submitted": "auto-generated",
  ...(choices !== undefined && { "List-Unsubscribe": `<${choices}>` })
})

const load = Effect.promise(async () => (await import("nodemailer")).createTransport)

/** `undefined`: `RCPT_MAIL_URL` or `RCPT_PUBLIC_URL` is not set. */
export const makeMailServer: Effect.Effect<Shape | undefined, never, Config | Scope.Scope> =
  Effect.gen(function* () {
    const config = yield* Config
    const { mailUrl, mailSender, publicUrl } = config
    const base = publicBaseOf(config)
    if (mailUrl === undefined || publicUrl === undefined || base === undefined) return undefined
    const ourName = new URL(base).hostname
    const sender = mailSender ?? `rcpt@${ourName}`
    const createTransport = yield* load
    const transport = yield* Effect.acquireRelease(
      Effect.sync(() => createTransport(optionsOf(Redacted.value(mailUrl), ourName))),
      (open) => Effect.sync(() => open.close({ force: true }))
    )

    const send: Shape["send"] = (message) =>
      Effect.tryPromise({
        try: (signal) => {
          const { to, id, subject, text, html } = message
          return transport.sendMail({
            from: { name: "rcpt", address: sender },
            to: { name: "", address: to },
            messageId: `<${id}@${ourName}>`,
            subject,
            text,
            html,
            headers: headersOf(message),
            signal
          })
        },
        catch: judgeFailure
      }).pipe(
        Effect.map(({ response }) => response),
        Effect.timeoutOrElse({ duration: sendWaitMax, orElse: () => late })
      )

    const attempt: Shape["attempt"] = Effect.tryPromise({
      try: () => transport.verify(),
      catch: judgeFailure
    }).pipe(Effect.asVoid, Effect.timeoutOrElse({ duration: tryWaitMax, orElse: () => late }))

    return { send, attempt }
  })
