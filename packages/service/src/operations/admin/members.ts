/** The processes of all nodes as an operator sees them, and the wish that some of them hand over their work. */
import * as generations from "@rcpt/store/generations"
import { Duration, Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { decodeRows } from "../../platform/decodeRows.ts"
import { nodeSilenceMax } from "../../platform/nodeName.ts"
import { seconds } from "./nodes.ts"

export const Member = Schema.Struct({
  name: Schema.String,
  /** These are `null` until the process has said so, a moment after its start. */
  role: Schema.NullOr(Schema.Literals(["all", "api", "probe"])),
  version: Schema.NullOr(Schema.String),
  /** `null` also where the node is no part of a cluster. */
  clusterAddress: Schema.NullOr(Schema.String),
  shards: Schema.NullOr(Schema.Int),
  actors: Schema.NullOr(Schema.Int),
  /** Milliseconds ahead of the database's clock, as far as the process has compared them. */
  clockAhead: Schema.NullOr(Schema.Int),
  startedAt: Schema.Date,
  seenAt: Schema.Date,
  alive: Schema.Boolean,
  drainAskedAt: Schema.NullOr(Schema.Date),
  drainedAt: Schema.NullOr(Schema.Date)
})
export type Member = typeof Member.Type

const decodeMembers = decodeRows(Member)

type Asking<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

/** The error is typed because commands report a database without the table. */
export const members: Asking<ReadonlyArray<Member>> = SqlClient.SqlClient.use(
  (sql) => sql`
    select name, role, version, cluster_address as "clusterAddress", shards, actors,
      clock_ahead_ms as "clockAhead",
      started_at as "startedAt", seen_at as "seenAt",
      seen_at > now() - make_interval(secs => ${seconds(nodeSilenceMax)}::float8) as alive,
      drain_asked_at as "drainAskedAt", drained_at as "drainedAt"
    from node order by started_at, name`
).pipe(decodeMembers)

/** The distance between what was committed and what readers see. */
export interface Lag {
  /** Commits that no reader sees yet, because the sealer has given them no place in the log. */
  readonly unsealed: number
  readonly views: ReadonlyArray<generations.Status>
}

const unsealed: Asking<number> = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly count: number }>`
    select (select count(*) from es.commit where commit_id > (select max_seen from es.head))::int
      + (select count(*) from es.gap join es.commit using (commit_id))::int as count`
).pipe(Effect.map(([row]) => row!.count))

export const lag: Asking<Lag> = Effect.all({ unsealed, views: generations.status })

/** Asks the members with these names, each written in full, to hand over their work. */
export const askToDrain = (names: ReadonlyArray<string>): Asking<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update node set drain_asked_at = coalesce(drain_asked_at, now())
      where name = any(${names}::text[])`
  ).pipe(Effect.asVoid)

export const takeBack = (names: ReadonlyArray<string>): Asking<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update node set drain_asked_at = null, drained_at = null where name = any(${names}::text[])`
  ).pipe(Effect.asVoid)

/**
 * The live processes that a word names: one by its whole name, or all whose name begins with the word and a
 * slash, which are those of a machine.
 */
export const named = (all: ReadonlyArray<Member>, word: string): ReadonlyArray<Member> =>
  all.filter(({ name, alive }) => alive && (name === word || name.startsWith(`${word}/`)))

const covers = (others: ReadonlyArray<Member>, without: Member["role"]): boolean =>
  others.some(({ role }) => role !== without)

/** The reason why the other nodes could not take the work of these; `undefined`: they can. */
export const drainRefusal = (
  all: ReadonlyArray<Member>,
  leaving: ReadonlyArray<Member>
): string | undefined => {
  const apart = leaving.find(({ clusterAddress }) => clusterAddress === null)
  if (apart !== undefined)
    return `${apart.name} is not part of a cluster (RCPT_CLUSTER_HOST): no other node can take its work. Stop it instead.`
  const others = all.filter(
    (one) => one.alive && one.drainAskedAt === null && !leaving.includes(one)
  )
  if (others.length === 0) return "No other node is alive that could take the work."
  const asks = leaving.some(({ role }) => role !== "api")
  return asks && !covers(others, "api")
    ? "No other node asks mail servers, so their queues would stand still: start one first."
    : undefined
}

/** A sentence about roles that no living node has; `undefined`: none is missing. */
export const missingRole = (all: ReadonlyArray<Member>): string | undefined => {
  const living = all.filter(({ alive, drainAskedAt }) => alive && drainAskedAt === null)
  if (living.length === 0) return undefined
  if (!covers(living, "api"))
    return "No node asks mail servers (RCPT_ROLE all or probe): deep checks are answered smtp_unavailable, and rows of deep jobs wait."
  if (!covers(living, "probe")) return "No node answers requests (RCPT_ROLE all or api): start one."
  return undefined
}

/** The pause is long enough for other nodes to start and to be seen before one of them is missed. */
const lookEvery = Duration.seconds(20)

/**
 * Logs a warning when the nodes that live cannot do all of the work because of their roles. Runs for ever; a sentence is
 * logged once, until it has changed.
 */
export const watchRoles: Effect.Effect<unknown, never, SqlClient.SqlClient> = Effect.suspend(() => {
  let said: string | undefined
  const look = Effect.gen(function* () {
    const missing = missingRole(yield* members)
    if (missing !== undefined && missing !== said) yield* Effect.logWarning(missing)
    said = missing
  }).pipe(Effect.catchCause((cause) => Effect.logDebug("Nodes could not be read", cause)))
  return Effect.repeat(Effect.andThen(Effect.sleep(lookEvery), look), Schedule.forever)
})
