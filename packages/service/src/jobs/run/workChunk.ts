/**
 * A claimed chunk, from its first row to its last. What is verified is settled every second, so that
 * the job is seen to move and little is done twice; settling is also how the end of a job is noticed.
 *
 *   rows ──by domain, in the account's turn──▶ verified ──▶ settled, or in line for a conversation
 *
 * Interrupted at any moment it loses the last second of work, and nothing else: whoever claims the
 * chunk next verifies the rows that have no result.
 */
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import type { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect, Schedule, Schema } from "effect"

import type { Config } from "../../Config.ts"
import type { ProbeRow } from "../../probes/ProbeRow.ts"
import { Chunks } from "../Chunks.ts"
import type { Claim } from "../Chunks.ts"
import type { SettledRow } from "../keepResults.ts"
import { Settlements } from "../Settlements.ts"
import type { Settled } from "../Settlements.ts"
import { groupByDomain } from "./groupByDomain.ts"
import { isSettled, verifyRow } from "./verifyRow.ts"
import type { Verified } from "./verifyRow.ts"
import { WorkShare } from "./WorkShare.ts"

/** After a crash, a chunk lies idle for so long. */
export const claimLasts = Duration.seconds(8)
const renewEvery = Duration.seconds(2)

/** How often a job is seen to move, at least. */
const settleEvery = Duration.seconds(1)

/** Domains of one chunk that are in line for a turn; those of all chunks are more than have one. */
const domainsAtOnce = 32

/** Nothing of this chunk is wanted any more: its job has ended, or somebody else has claimed it. */
class Unwanted extends Schema.TaggedError<Unwanted>()("Unwanted", {}) {}

const verifyAll = Effect.fnUntraced(function* (
  { job, account, mode, rows }: Claim,
  tell: (verified: ReadonlyArray<Verified>) => void
) {
  const share = yield* WorkShare
  const inTurn = (slice: Claim["rows"]) =>
    Effect.forEach(slice, ([row, email]) => verifyRow({ job, account, mode, row, email })).pipe(
      share.ofRows(account, slice.length),
      Effect.map(tell)
    )
  yield* Effect.forEach(
    groupByDomain(rows),
    (slices) => Effect.forEach(slices, inTurn, { discard: true }),
    { concurrency: domainsAtOnce, discard: true }
  )
})

/** Results of a job that has completed are there already, these among them. */
const isWanted = ({ status }: Settled): boolean =>
  status === "pending" || status === "processing" || status === "complete"

const ifWanted = (settled: Effect.Effect<Settled, StoreUnavailable>) =>
  Effect.flatMap(settled, (what) => (isWanted(what) ? Effect.void : new Unwanted()))

const keep = Effect.fnUntraced(function* (job: string, verified: ReadonlyArray<Verified>) {
  const { settle, defer } = yield* Settlements
  const settled: ReadonlyArray<SettledRow> = verified.filter(isSettled)
  const waiting = verified.filter((one): one is ProbeRow => !isSettled(one))
  const { keeping } = yield* WorkShare
  if (waiting.length > 0) yield* ifWanted(keeping(defer(job, waiting)))
  if (settled.length > 0) yield* ifWanted(keeping(settle({ job, rows: settled })))
})

const renewing = (claim: Claim) =>
  Chunks.use(({ renew }) => renew(claim, claimLasts)).pipe(
    Effect.catchTag("StoreUnavailable", () => Effect.succeed(true)),
    Effect.flatMap((isOurs) => (isOurs ? Effect.void : new Unwanted())),
    Effect.repeat(Schedule.spaced(renewEvery)),
    Effect.andThen(Effect.never)
  )

export type Needs = Chunks | Settlements | Verifier | WorkShare | Config

/** False: some rows are still to be verified, now or by somebody else. */
export const workChunk = (claim: Claim): Effect.Effect<boolean, StoreUnavailable, Needs> =>
  Effect.gen(function* () {
    const { finish } = yield* Chunks
    const done: Array<Verified> = []

    /** What is kept twice counts once, so it is forgotten only when it is known to be kept. */
    const keepDone = Effect.suspend(() => {
      const some = done.slice()
      const forget = Effect.sync(() => void done.splice(0, some.length))
      return some.length === 0 ? Effect.void : Effect.andThen(keep(claim.job, some), forget)
    })
    const keeping = Effect.forever(Effect.andThen(Effect.sleep(settleEvery), keepDone))

    yield* Effect.raceAllFirst([
      verifyAll(claim, (verified) => void done.push(...verified)),
      keeping,
      renewing(claim)
    ])
    yield* keepDone
    return yield* finish(claim)
  }).pipe(Effect.catchTag("Unwanted", () => Effect.succeed(false)))
