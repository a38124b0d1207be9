/**
 * Reads returned mail and complaints out of the operator's mailbox (`RCPT_BOUNCE_MAILBOX`), and reports them for the
 * account that owns the service. Messages stay where they are, and are marked as seen.
 *
 * One node reads, as a singleton of the cluster. How far it has read is stored in the transaction of the reports: a
 * message counts at least once, and never twice, also after a kill or while two nodes read for a moment.
 */
import { createHash } from "node:crypto"

import { feedbackItemsMax } from "@rcpt/api/Feedback"
import type { FeedbackItem } from "@rcpt/api/Feedback"
import { feedbackCounts } from "@rcpt/domain/Feedback"
import { Duration, Effect, Layer, Redacted } from "effect"
import { Singleton } from "effect/cluster"
import { SqlClient } from "effect/sql"

import { fetchedMax, openBox } from "../mail/ImapMailbox.ts"
import type { BoxMessage, OpenBox } from "../mail/ImapMailbox.ts"
import { Config } from "../platform/Config.ts"
import type { ImapBox } from "../platform/config/parse.ts"
import { WriteSql } from "../platform/Database.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { giveToNewest } from "./giveToNewest.ts"
import { readReturnedMail } from "./returnedMail.ts"

/** Mail comes back within minutes to days, so a minute more does not matter. */
const readEvery = Duration.minutes(1)

/** A server that is away is asked again soon, and one that refuses us not all the time: some lock such clients out. */
const retryAtMost = Duration.minutes(15)

const nameOf = ({ user, host, mailbox }: ImapBox): string =>
  createHash("sha256").update(`${user} ${host} ${mailbox}`).digest("hex")

interface MailboxPosition {
  readonly validity: bigint
  readonly uid: bigint
}

const placeOf = (name: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<MailboxPosition>`
      select uid_validity as validity, uid from bounce_mailbox where mailbox = ${name} for update`
  ).pipe(Effect.map(([place]) => place))

const moveTo = (name: string, { validity }: OpenBox, uid: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into bounce_mailbox (mailbox, uid_validity, uid, read_at)
      values (${name}, ${String(validity)}::bigint, ${uid}, now())
      on conflict (mailbox) do update set uid_validity = excluded.uid_validity, uid = excluded.uid,
        read_at = excluded.read_at`
  )

/** The account of the operator: the oldest that owns the service. */
const ownersAccount = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly accountId: string; readonly addressKey: Uint8Array }>`
    select account_id as "accountId", address_key as "addressKey" from account
    where owner and closed_at is null order by created_at, account_id limit 1`
).pipe(Effect.map(([account]) => account))

/** A message that cannot be read is none that came back. */
const itemsOf = ({ source }: BoxMessage) =>
  Effect.promise(() => readReturnedMail(source).catch(() => []))

const grouped = (items: ReadonlyArray<FeedbackItem>): ReadonlyArray<ReadonlyArray<FeedbackItem>> =>
  Array.from({ length: Math.ceil(items.length / feedbackItemsMax) }, (_, at) =>
    items.slice(at * feedbackItemsMax, (at + 1) * feedbackItemsMax)
  )

/** Reports what some messages say, unless another node has. */
const report = Effect.fnUntraced(function* (
  name: string,
  box: OpenBox,
  messages: ReadonlyArray<BoxMessage>
) {
  const read = yield* Effect.forEach(messages, (message) =>
    Effect.map(itemsOf(message), (items) => ({ uid: message.uid, items }))
  )
  const inTransaction = yield* makeWriteTransaction
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof giveToNewest>>>()
  yield* inTransaction(
    Effect.gen(function* () {
      const account = yield* ownersAccount
      const place = yield* placeOf(name)
      const done = place?.validity === box.validity ? Number(place.uid) : 0
      const fresh = read.filter(({ uid }) => uid > done)
      const last = fresh.at(-1)
      if (account === undefined || last === undefined) return
      const sql = yield* SqlClient.SqlClient
      for (const items of grouped(fresh.flatMap((one) => one.items)))
        yield* giveToNewest(account, items).pipe(
          Effect.provideService(SqlClient.SqlClient, sql),
          Effect.provide(context)
        )
      yield* moveTo(name, box, last.uid)
    })
  )
})

/** Where UIDs have changed, flags alone say what was read before. */
const unread = (box: OpenBox, place: MailboxPosition | undefined) =>
  place?.validity === box.validity
    ? box.after(Number(place.uid))
    : box.recent(Duration.toDays(feedbackCounts), place !== undefined)

/** Reads all that is new. */
const round = (settings: ImapBox) =>
  Effect.gen(function* () {
    const name = nameOf(settings)
    const box = yield* openBox(settings)
    const uids = yield* unread(box, yield* placeOf(name))
    for (let at = 0; at < uids.length; at += fetchedMax) {
      const some = uids.slice(at, at + fetchedMax)
      yield* report(name, box, yield* box.fetch(some))
      yield* box.markSeen(some)
    }
  }).pipe(Effect.scoped)

const waitAfter = (failures: number): Duration.Duration =>
  Duration.min(Duration.times(readEvery, 2 ** Math.min(failures, 10)), retryAtMost)

const keepReading = (settings: ImapBox) =>
  Effect.gen(function* () {
    let failures = 0
    let said = ""
    const say = (why: string) => {
      failures += 1
      if (why === said) return Effect.void
      said = why
      return Effect.logWarning(`The mailbox of returned mail cannot be read: ${why}`)
    }
    return yield* round(settings).pipe(
      Effect.tap(() => Effect.sync(() => ([failures, said] = [0, ""]))),
      Effect.catchTags({
        MailboxUnread: ({ says }) => say(says),
        SqlError: () => say("the database does not answer")
      }),
      Effect.catchDefect(() => say("the database does not answer")),
      Effect.andThen(Effect.suspend(() => Effect.sleep(waitAfter(failures)))),
      Effect.forever
    )
  })

const singleton = (settings: ImapBox) =>
  Layer.unwrap(
    Effect.map(WriteSql, (sql) =>
      Singleton.make(
        "BounceMailbox",
        Effect.provideService(keepReading(settings), SqlClient.SqlClient, sql)
      )
    )
  )

export const layer = Layer.unwrap(
  Effect.map(Config, ({ bounceMailbox }) =>
    bounceMailbox === undefined ? Layer.empty : singleton(Redacted.value(bounceMailbox))
  )
)
