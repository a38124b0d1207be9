/**
 * The operator's mailbox of returned mail, read by IMAP (RFC 9051). imapflow is loaded at the first use. Nothing that it
 * says of the connection is logged: that would hold the password.
 */
import { Duration, Effect, Redacted, Schema } from "effect"
import type { Scope } from "effect"
import type { ImapFlow } from "imapflow"

import { Config } from "../platform/Config.ts"
import type { ImapBox } from "../platform/config/parse.ts"

/** Octets of a message that are fetched. What is beyond them is the content of the message that came back. */
const fetchedOctetsMax = 4 * 1024 * 1024

/** Messages in memory at once: most have some kilobytes, and at worst they take 80 MiB. */
export const fetchedMax = 20

/** TCP, TLS and the greeting. Some servers delay those of unknown clients. */
const connectWaitMax = Duration.seconds(30)
/** Between two answers of the server. */
const silenceMax = Duration.minutes(1)

/** Characters of a server's words that are shown. */
const saysMax = 300

export class MailboxUnread extends Schema.TaggedError<MailboxUnread>()("MailboxUnread", {
  says: Schema.String
}) {}

export interface BoxMessage {
  readonly uid: number
  readonly source: Uint8Array
}

export interface OpenBox {
  /** UIDs are those of this number (RFC 9051 §2.3.1.1): with another one, they name other messages. */
  readonly validity: bigint
  /** UIDs behind one, the lowest first. */
  readonly after: (uid: number) => Effect.Effect<ReadonlyArray<number>, MailboxUnread>
  /** UIDs of the last days; `isUnseen`: only of messages that nobody has read. */
  readonly recent: (
    days: number,
    isUnseen: boolean
  ) => Effect.Effect<ReadonlyArray<number>, MailboxUnread>
  readonly fetch: (
    uids: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<BoxMessage>, MailboxUnread>
  readonly markSeen: (uids: ReadonlyArray<number>) => Effect.Effect<void, MailboxUnread>
}

interface Failure {
  readonly responseText?: unknown
  readonly message?: unknown
  readonly code?: unknown
}

/** Servers may repeat what was sent to them. */
const saidBy = (cause: unknown, { password }: ImapBox): string => {
  const { responseText, message, code } = (cause ?? {}) as Failure
  const said = [responseText, message, code].filter((text) => typeof text === "string")
  return (said.find((text) => text !== "") ?? "no answer")
    .replaceAll(password, "…")
    .slice(0, saysMax)
}

const optionsOf = ({ host, port, isTls, user, password }: ImapBox) => ({
  host,
  port,
  secure: isTls,
  auth: { user, pass: password },
  logger: false as const,
  disableAutoIdle: true,
  tls: { rejectUnauthorized: isTls, minVersion: "TLSv1.2" as const },
  connectionTimeout: Duration.toMillis(connectWaitMax),
  greetingTimeout: Duration.toMillis(connectWaitMax),
  socketTimeout: Duration.toMillis(silenceMax),
  maxLiteralSize: 2 * fetchedOctetsMax
})

const load = Effect.promise(async () => (await import("imapflow")).ImapFlow)

const dayMillis = 86_400_000

/** A range without messages behind it has the last one in it (RFC 9051 §6.4.8). */
const numbers = (found: ReadonlyArray<number> | false | undefined, after = 0) =>
  (found || []).filter((uid) => uid > after).toSorted((a, b) => a - b)

const opened = (client: ImapFlow, box: ImapBox, validity: bigint): OpenBox => {
  const ask = <A>(asked: () => Promise<A>) =>
    Effect.tryPromise({
      try: asked,
      catch: (cause) => new MailboxUnread({ says: saidBy(cause, box) })
    })
  const byUid = { uid: true } as const
  return {
    validity,
    after: (uid) =>
      Effect.map(
        ask(() => client.search({ uid: `${uid + 1}:*` }, byUid)),
        (found) => numbers(found, uid)
      ),
    recent: (days, isUnseen) =>
      Effect.map(
        ask(() => {
          const since = new Date(Date.now() - days * dayMillis)
          return client.search({ since, ...(isUnseen && { seen: false }) }, byUid)
        }),
        (found) => numbers(found)
      ),
    fetch: (uids) =>
      Effect.map(
        ask(() =>
          client.fetchAll(
            uids.join(","),
            { uid: true, source: { start: 0, maxLength: fetchedOctetsMax } },
            byUid
          )
        ),
        (messages) => messages.flatMap(({ uid, source }) => (source ? [{ uid, source }] : []))
      ),
    markSeen: (uids) =>
      Effect.asVoid(ask(() => client.messageFlagsAdd(uids.join(","), ["\\Seen"], byUid)))
  }
}

/** Fails if the server does not let us in, or has no such mailbox. */
export const openBox = (box: ImapBox): Effect.Effect<OpenBox, MailboxUnread, Scope.Scope> =>
  Effect.gen(function* () {
    const Client = yield* load
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const made = new Client(optionsOf(box))
        // Else a broken connection would end the process; the command that waits fails by itself.
        made.on("error", () => {})
        return made
      }),
      (made) => Effect.sync(() => made.close())
    )
    const mailbox = yield* Effect.tryPromise({
      try: async () => {
        await client.connect()
        return client.mailboxOpen(box.mailbox)
      },
      catch: (cause) => new MailboxUnread({ says: saidBy(cause, box) })
    })
    return opened(client, box, mailbox.uidValidity)
  })

/** For the doctor. `undefined`: the operator has set none. */
export const tryBox: Effect.Effect<
  { readonly server: string; readonly failure: string | undefined } | undefined,
  never,
  Config
> = Effect.gen(function* () {
  const { bounceMailbox } = yield* Config
  if (bounceMailbox === undefined) return undefined
  const box = Redacted.value(bounceMailbox)
  const failure = yield* openBox(box).pipe(
    Effect.scoped,
    Effect.match({ onSuccess: () => undefined, onFailure: ({ says }) => says })
  )
  return { server: `${box.host}:${box.port}`, failure }
})
