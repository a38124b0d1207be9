/**
 * A pace as it is stored. Its times are of the clock of the node that stored it, so that clock and Postgres'
 * are stored with it; the node that loads the pace moves its times by the difference of the two clocks.
 * Otherwise a group that moves from a node whose clock is ahead would not be asked until then.
 */
import { PaceState } from "@rcpt/verifier/pacing/pace"
import { Schema } from "effect"

/** What two clocks show at the same moment, in epoch milliseconds. */
export interface Clocks {
  readonly node: number
  readonly database: number
}

const StoredPace = Schema.Struct({
  ...PaceState.fields,
  storedAt: Schema.Struct({ node: Schema.Finite, database: Schema.Finite })
})
const isStoredPace = Schema.is(StoredPace)

/** 0: never. */
const moved = (time: number, by: number): number => (time === 0 ? 0 : time + by)

/** The pace by the clock of this node. Anything else is left as it is, and dropped by who restores it. */
export const paceFrom = (stored: unknown, now: Clocks): unknown => {
  if (!isStoredPace(stored)) return stored
  const { storedAt, ...pace } = stored
  const by = now.node - now.database - (storedAt.node - storedAt.database)
  return {
    ...pace,
    startedAt: moved(pace.startedAt, by),
    slowedAt: moved(pace.slowedAt, by),
    ...(pace.pause && { pause: { ...pace.pause, until: pace.pause.until + by } }),
    answers: pace.answers.map((answer) => ({ ...answer, at: answer.at + by }))
  } satisfies PaceState
}
