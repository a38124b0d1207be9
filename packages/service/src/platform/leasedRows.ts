/**
 * Work and rights that rows of a table give to one node for a while (LEASES.md): the policies of all such tables, what
 * their statements have in common, and the loops that look for work, take it and renew it. Which rows are due, in which
 * order, and what comes of them is the table's own.
 */
import { randomUUIDv7 } from "node:crypto"

import { alignedSleep } from "@rcpt/store/alignedSchedule"
import { Cause, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { fromNow } from "./databaseClock.ts"
import { endedHolders } from "./NodeLease.ts"

interface Policy {
  /** The columns that find a row, each with the property of a claim. */
  readonly by: Readonly<Record<string, string>>
  readonly lasts: Duration.Duration
  /** How often its holder renews it. `undefined`: never, and it ends with the lease of its node (NodeLease.ts). */
  readonly renewed?: Duration.Duration
  /** The column in which it ends. `due_at`: a leased row is one that is due later, so one index finds both. */
  readonly until: "due_at" | "leased_until"
  /** SQL: the assignments that end a claim. */
  readonly free: string
}

const withNode = { until: "due_at", free: "lease = null, leased_by = null" } as const

export const leases = {
  /** An attempt has 15 s for the answer, 1 s for the body and 10 s to be stored. */
  webhook_delivery: { ...withNode, by: { delivery_id: "id" }, lasts: Duration.seconds(26) },
  /** A message has 2 minutes with the server and 10 s to be stored. */
  mail_outbox: { ...withNode, by: { mail_id: "id" }, lasts: Duration.seconds(130) },
  /** Reading a large list for the addresses takes seconds. */
  inlet: { ...withNode, by: { inlet_id: "id" }, lasts: Duration.seconds(60) },
  /** A step takes 14 minutes at most. */
  schedule_run: { ...withNode, by: { run_id: "id" }, lasts: Duration.minutes(15) },
  /** Rows wait for the pace of their mail servers. */
  probe_queue: { ...withNode, by: { job_id: "job", row_no: "row" }, lasts: Duration.minutes(10) },
  /** Some seconds of work, so a crash stops a job for no longer. */
  job_chunk: {
    by: { job_id: "job", chunk_no: "chunk" },
    lasts: Duration.seconds(8),
    renewed: Duration.seconds(2),
    until: "leased_until",
    free: "lease = null, leased_until = null"
  },
  /** The run of a job. Its actor is unique in the cluster, so `tended_until` has no lease id: it only tells others of it. */
  job: { lasts: Duration.seconds(8), renewed: Duration.seconds(2) },
  /** The row stays for the replay, so its lease does too. */
  idempotency: {
    by: { command_id: "commandId" },
    lasts: Duration.seconds(60),
    renewed: Duration.seconds(20),
    until: "leased_until",
    free: "leased_until = least(leased_until, now())"
  }
} as const satisfies Readonly<Record<string, Policy | Pick<Policy, "lasts" | "renewed">>>

type Table = Exclude<keyof typeof leases, "job">

type Key<T extends Table> = (typeof leases)[T]["by"]

/** A row, and the lease under which it was claimed. */
type Claim<T extends Table> = { readonly lease: string } & {
  readonly [P in Key<T>[keyof Key<T>] & string]: string | number
}

export const leasedRows = <T extends Table>(sql: SqlClient.SqlClient, table: T) => {
  const rows = sql(table)
  const policy: Policy = leases[table]
  const until = sql(policy.until)
  const free = sql.literal(policy.free)
  const ofLease = (claim: Claim<T>) => {
    const values: Readonly<Record<string, string | number>> = claim
    return sql.and([
      ...Object.entries(policy.by).map(
        ([column, property]) => sql`${sql(column)} = ${values[property]!}`
      ),
      sql`lease = ${claim.lease}`
    ])
  }
  const release = (claim: Claim<T>, wait = Duration.zero) => {
    const due = policy.until === "due_at" ? sql`, due_at = ${fromNow(sql, wait)}` : sql``
    return sql`update ${rows} set ${free}${due} where ${ofLease(claim)}`
  }
  return {
    /** The assignments of a claim. `holder`: the lease of the node, if that one goes on with it. */
    taken: (holder: string | undefined, lasts = policy.lasts) => {
      const by = holder === undefined ? sql`` : sql`leased_by = ${holder},`
      return sql`lease = ${randomUUIDv7()}, ${by} ${until} = ${fromNow(sql, lasts)}`
    },
    /** The condition that nobody holds the row. */
    isFree: sql`(${until} is null or ${until} <= now())`,
    /** The assignments that end a claim. */
    free,
    /** The condition that the row is still held. Another node may have it by now, or it was erased. */
    ofLease,
    /** False: another node has it by now, or it is gone. */
    renew: (claim: Claim<T>, lasts = policy.lasts) =>
      sql`
        update ${rows} set ${until} = ${fromNow(sql, lasts)} where ${ofLease(claim)} returning 1`.pipe(
        Effect.map((renewed) => renewed.length > 0)
      ),
    release,
    /** Gives a claim back, such as when the node stops: the next one need not wait until the lease ends. */
    handBack: (claim: Claim<T>, wait?: Duration.Duration) => Effect.ignore(release(claim, wait)),
    /** Rows of nodes that have ended are due at once, and not when their leases end. */
    releaseEnded: sql`
      update ${rows} set ${free}, due_at = least(due_at, now())
      where lease is not null and leased_by in (${endedHolders(sql)})`
  }
}

/** Renews for ever. What fails is made up for by the next: a lease outlasts two failures. Only an error ends it. */
export const keepRenewed = <E, R>(
  renew: Effect.Effect<unknown, E, R>,
  every: Duration.Duration,
  onTrouble: (cause: Cause.Cause<never>) => Effect.Effect<void>
): Effect.Effect<never, E, R> =>
  renew.pipe(
    Effect.catchDefect((defect) => onTrouble(Cause.die(defect))),
    Effect.delay(every),
    Effect.forever
  )

/** Takes what is due until nothing is or all places are taken. Work that takes long holds up no other. */
export const inPlaces = <A, E, R, R2>(
  places: number,
  claim: (free: number) => Effect.Effect<ReadonlyArray<A>, E, R>,
  work: (claimed: A) => Effect.Effect<unknown, never, R2>
) => {
  let free = places
  return Effect.gen(function* () {
    const claimed = free === 0 ? [] : yield* claim(free)
    free -= claimed.length
    for (const one of claimed)
      yield* work(one).pipe(Effect.ensuring(Effect.sync(() => free++)), Effect.forkScoped)
    return claimed.length
  }).pipe(Effect.repeat({ until: (count) => count === 0 }))
}

interface Work<E, R> {
  /** Whether it is worth while to look: one index lookup, for a service that rests. */
  readonly isAny: Effect.Effect<boolean, E, R>
  /** Does what is due. */
  readonly work: Effect.Effect<unknown, E, R>
  /** The delay of work that is due, at most. */
  readonly every: Duration.Duration
  /** After a look that found nothing, as well. */
  readonly rest?: Effect.Effect<unknown, E, R>
  readonly troubleWait: Duration.Duration
  readonly trouble: string
}

/** Looks for work for ever. What goes wrong is logged, and it looks again after a while. */
export const workForEver = <E, R>({ isAny, work, every, rest, troubleWait, trouble }: Work<E, R>) =>
  Effect.gen(function* () {
    const found = yield* isAny
    if (found) yield* work
    yield* alignedSleep(every)
    if (!found && rest !== undefined) yield* rest
  }).pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logWarning(trouble, cause), Effect.sleep(troubleWait))
    ),
    Effect.forever
  )
