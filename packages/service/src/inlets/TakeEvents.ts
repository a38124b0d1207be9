/**
 * Takes what services send to inlets. A request is acknowledged when its events are stored: what becomes of them is
 * decided afterwards (workEvents.ts). Requests of one inlet that come together are stored by one statement.
 */
import { hash } from "node:crypto"

import { codedText } from "@rcpt/api/errors/codedTexts"
import { Sentence } from "@rcpt/api/errors/Sentence"
import type { AnySentence } from "@rcpt/api/errors/Sentence"
import { InletKind, inletKinds } from "@rcpt/domain/Inlet"
import * as GroupCommit from "@rcpt/store/GroupCommit"
import type { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Clock, Context, Duration, Effect, Exit, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { nodeLimiter } from "../limits/keyedLimits.ts"
import * as BoundedMap from "../platform/BoundedMap.ts"
import type { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { processes } from "../platform/processes/Processes.ts"
import { ofPurpose } from "../platform/SecretBox.ts"
import type { SecretBox } from "../platform/SecretBox.ts"
import type { Secrets } from "../platform/Secrets.ts"
import { hashOf } from "./Inlets.ts"
import { envelopeIn } from "./kinds/amazonSes.ts"
import { kinds } from "./kinds/kinds.ts"
import type { MailEvent, Sent } from "./kinds/MailEvent.ts"
import { makeSns } from "./Sns.ts"

/** Octets. SendGrid and SparkPost send up to 1,000 events of 1 kB at once; returned mail has up to 1 MiB, mostly 10 kB. */
export const bodyOctetsMax = 4 * 1024 * 1024

/** Events of one request: the largest batch of SparkPost. */
const eventsMax = 10_000

/** Events that one statement stores, in some 50 ms of the 2 s that it has. */
const rowsMax = 1_000

/** Inlets whose events are counted now, some 100 octets each. One that was evicted is counted again. */
const inletsCounted = 20_000

/** Events that wait: two minutes of a storm of 1,000 a second, and 40 MB. */
const waitingMax = 100_000

/** Milliseconds for which a count of those that wait is taken for right. */
const countedFor = 1_000

/** Requests stored by one statement, of one inlet. */
const requestsMax = 100

/** Statements at once: each takes a connection of the writers. */
const storesAtOnce = 2

/** The database had a moment away: the service tries again. */
const storeWaitMax = Duration.seconds(5)

/** The longest address (RFC 5321 §4.5.3.1), and a service's word for an event. */
const emailCharsMax = 320
const typeCharsMax = 100

/** How a request is answered; the sentence says what is wrong and what to do. */
export class NotTaken extends Schema.TaggedError<NotTaken>()("NotTaken", {
  status: Schema.Literals([400, 403, 429, 503]),
  sentence: Schema.toType(Sentence),
  /** Seconds. */
  retryAfter: Schema.optionalKey(Schema.Int)
}) {}

const notTaken = (status: NotTaken["status"], sentence: AnySentence, retryAfter?: number) =>
  new NotTaken({ status, sentence, ...(retryAfter !== undefined && { retryAfter }) })

export const storeAway = () => notTaken(503, codedText("unavailable", "event"), 2)

const Target = Schema.Struct({
  id: Schema.String,
  account: Schema.String,
  kind: InletKind,
  signingKey: Schema.NullOr(Schema.Uint8Array)
})

/** The inlet of a URL. */
export type Target = typeof Target.Type

const hex = (octets: Uint8Array): string => Buffer.from(octets).toString("hex")

/** Not decoded: every request asks for it. */
interface FoundTarget extends Target {
  readonly secretHash: Uint8Array
  readonly previousHash: Uint8Array | null
}

const findTargets = (sql: SqlClient.SqlClient, secrets: ReadonlyArray<string>) => {
  const digests = secrets.map(hashOf)
  return sql<FoundTarget>`
    select inlet_id as id, account_id as account, kind, signing_key as "signingKey",
      secret_hash as "secretHash", case when previous_until > now() then previous_hash end as "previousHash"
    from inlet join account using (account_id)
    where (secret_hash = any (${digests}::bytea[]) or previous_hash = any (${digests}::bytea[]))
      and suspended_at is null and closed_at is null`.pipe(
    Effect.map((rows) => {
      const targets = new Map<string, Target>()
      for (const row of rows)
        for (const each of [row.secretHash, row.previousHash])
          if (each !== null) targets.set(hex(each), row)
      return digests.map((digest) => Exit.succeed(targets.get(hex(digest))))
    }),
    Effect.orDie
  )
}

/** Requests that come together are looked up by one statement: without that, each is a transaction of its own. */
const makeFinding = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const find = yield* GroupCommit.make({
    concurrency: 1,
    batchMax: requestsMax,
    commit: (_, secrets: ReadonlyArray<string>) => findTargets(sql, secrets)
  })
  return (secret: string) => find("", secret)
})

interface Request {
  readonly events: ReadonlyArray<MailEvent>
  /** What may be used once only. */
  readonly nonce: string | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

/** 128 bits: enough to tell the events of one inlet apart. */
const digestHexChars = 32

const digestOf = (text: string): string => hash("sha256", text, "hex").slice(0, digestHexChars)

/** What Postgres can keep: no NUL, and no half of a character. */
const kept = (text: string): string => text.replaceAll("\0", "").toWellFormed()

/** A text of its own for what comes first with a key; what comes again with it is left out. */
const firstOf = <A>(all: ReadonlyArray<A>, keyOf: (one: A) => string | null): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return all.filter((one) => {
    const key = keyOf(one)
    if (key === null) return true
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const rowOf = (event: MailEvent, nonce: string | null, now: number) => ({
  // Events that say nothing are not remembered: one that comes again says nothing again.
  digest: event.outcome === "other" ? null : digestOf(`event ${event.id}`),
  nonce,
  email: event.email === undefined || event.email.length > emailCharsMax ? null : kept(event.email),
  type: kept(event.type).slice(0, typeCharsMax),
  outcome: event.outcome,
  response: event.response === undefined ? null : kept(event.response),
  // Clocks of others may be ahead.
  at: new Date(Math.min(event.at ?? now, now)).toISOString()
})

const rowsOf = (requests: ReadonlyArray<Request>) => {
  const withNonce = requests.map(({ nonce, ...request }) => ({
    ...request,
    nonce: nonce === undefined ? null : digestOf(`once ${nonce}`)
  }))
  const rows = firstOf(withNonce, ({ nonce }) => nonce).flatMap(({ events, nonce, now }) =>
    events.map((event) => rowOf(event, nonce, now))
  )
  return firstOf(rows, ({ digest }) => digest)
}

type Row = ReturnType<typeof rowOf>

/** Stores the events that are new. One that was stored before, or a request with a token that was used, changes nothing. */
const store = (sql: SqlClient.SqlClient, inlet: string, rows: ReadonlyArray<Row>) => sql`
    with given as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as (digest text, nonce text,
        email text, type text, outcome text, response text, at timestamptz)) with ordinality
        g (digest, nonce, email, type, outcome, response, occurred_at, turn)
    ), nonce as (
      insert into inlet_seen (inlet_id, digest)
      select distinct ${inlet}::uuid, decode(nonce, 'hex') from given where nonce is not null order by 2
      on conflict do nothing returning encode(digest, 'hex') as nonce
    ), fresh as (
      insert into inlet_seen (inlet_id, digest)
      select ${inlet}::uuid, decode(digest, 'hex') from given
      where digest is not null and (nonce is null or nonce in (select nonce from nonce)) order by 2
      on conflict do nothing returning encode(digest, 'hex') as digest
    )
    insert into inlet_event (inlet_id, email, type, outcome, response, occurred_at)
    select ${inlet}::uuid, email, type, outcome, response, occurred_at from given
    where digest in (select digest from fresh)
      or (digest is null and (nonce is null or nonce in (select nonce from nonce)))
    order by turn`

/** Several statements are one transaction: a token is used up once for all. */
const storeAll = (sql: WriteSql["Service"], inlet: string, rows: ReadonlyArray<Row>) => {
  const parts = Array.from({ length: Math.ceil(rows.length / rowsMax) }, (_, part) =>
    rows.slice(part * rowsMax, (part + 1) * rowsMax)
  )
  const each = Effect.forEach(parts, (part) => store(sql, inlet, part), { discard: true })
  return parts.length > 1 ? sql.withTransaction(each) : each
}

/** How many events wait, up to the limit. */
const countWaiting = (sql: SqlClient.SqlClient, inlet: string) =>
  sql<{ readonly count: number }>`
    select count(*)::int as count from (
      select from inlet_event where inlet_id = ${inlet} and fate is null limit ${waitingMax}) waiting`.pipe(
    Effect.map(([row]) => row!.count)
  )

const makeStoring = Effect.gen(function* () {
  const sql = yield* WriteSql
  const counted = BoundedMap.make<string, { readonly at: number; readonly isFull: boolean }>(
    inletsCounted
  )

  const isFull = (inlet: string) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const known = counted.get(inlet)
      if (known !== undefined && now - known.at < countedFor) return known.isFull
      const isFull = (yield* countWaiting(sql, inlet)) >= waitingMax
      counted.set(inlet, { at: now, isFull })
      return isFull
    })

  return yield* GroupCommit.make<Request, void, NotTaken>({
    concurrency: storesAtOnce,
    batchMax: requestsMax,
    timeout: { after: storeWaitMax, error: storeAway },
    commit: (inlet, requests) =>
      Effect.gen(function* () {
        if (yield* isFull(inlet))
          return yield* notTaken(503, "the inlet has too many events that wait: send it later", 60)
        yield* storeAll(sql, inlet, rowsOf(requests))
        return requests.map(() => Exit.void)
      }).pipe(
        Effect.catchTag("SqlError", (error) =>
          Effect.andThen(
            Effect.logWarning("Events of an inlet could not be stored", error),
            Effect.fail(storeAway())
          )
        )
      )
  })
})

/** The service's key as it was set; `undefined`: none is, or it cannot be read any more. */
const keyOf = (box: SecretBox, { account, signingKey }: Target): string | undefined =>
  signingKey === null ? undefined : box.open(account, signingKey)

const wrongProof = (kind: InletKind) =>
  notTaken(
    403,
    inletKinds[kind].proof === "signed"
      ? codedText("event_not_proved", "signature")
      : codedText("event_not_proved", "credentials")
  )

export class TakeEvents extends Context.Service<
  TakeEvents,
  {
    /** `undefined`: no inlet has this secret, or its account is suspended. */
    readonly find: (secret: string) => Effect.Effect<Target | undefined>
    /** Answers how many events the request has, once they are stored. */
    readonly take: (target: Target, sent: Sent) => Effect.Effect<number, NotTaken>
  }
>()("@rcpt/service/inlets/TakeEvents") {}

const make = Effect.gen(function* () {
  const box = yield* ofPurpose("inlet keys")
  const sns = yield* makeSns
  const storing = yield* makeStoring
  const { siblings } = yield* processes
  const limits = nodeLimiter("inlet", siblings)

  const unanswered = () =>
    notTaken(503, "Amazon SNS did not answer: the message could not be checked. Send it again", 5)

  /** SNS signs for every topic, and asks at first whether it may send. */
  const proveSns = (sent: Sent, topic: string) =>
    Effect.gen(function* () {
      const envelope = envelopeIn(sent)
      const isSigned = yield* sns.isSigned(envelope, topic)
      if (isSigned && envelope !== undefined) yield* sns.confirm(envelope)
      return isSigned
    }).pipe(Effect.mapError(unanswered))

  const prove = ({ kind, signingKey }: Target, key: string | undefined, sent: Sent) =>
    Effect.gen(function* () {
      const { proof } = kinds[kind]
      if (key === undefined) {
        if (signingKey !== null)
          return yield* notTaken(403, codedText("event_not_proved", "unreadable"))
        if (inletKinds[kind].proof === "signed")
          return yield* notTaken(403, codedText("event_not_proved", "none"))
        return
      }
      const now = yield* Clock.currentTimeMillis
      const isProved = proof === "sns" ? yield* proveSns(sent, key) : proof(sent, key, now)
      if (!isProved) yield* wrongProof(kind)
    })

  const take = (target: Target, sent: Sent) =>
    Effect.gen(function* () {
      const { id, kind } = target
      const wait = limits.take(id, performance.now())
      if (wait !== undefined) return yield* notTaken(429, "rate limit exceeded", wait)
      yield* prove(target, keyOf(box, target), sent)
      const { read, isBody, nonceOf } = kinds[kind]
      if (!isBody(sent))
        return yield* notTaken(400, `the body is none of ${inletKinds[kind].service}`)
      const events = yield* Effect.promise(async () => read(sent))
      if (events.length > eventsMax)
        return yield* notTaken(400, `a request may have at most ${eventsMax} events`)
      const now = yield* Clock.currentTimeMillis
      if (events.length > 0) yield* storing(id, { events, nonce: nonceOf?.(sent), now })
      return events.length
    }).pipe(
      Effect.tap((count) =>
        Effect.sync(() => metricTable.inletEvents.add({ kind: target.kind }, count))
      ),
      Effect.tapError(() => Effect.sync(() => metricTable.inletRefusals.add({ kind: target.kind })))
    )

  return TakeEvents.of({ find: yield* makeFinding, take })
})

export const layer: Layer.Layer<
  TakeEvents,
  never,
  Config | Resolver | Secrets | SqlClient.SqlClient | WriteSql
> = Layer.effect(TakeEvents, make)
