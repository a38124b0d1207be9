/**
 * Which faults meet the service, and when: a pure function of the seed and the length, so that a run that
 * found something can be repeated. How fast the faults take effect is the machine's.
 */
import * as Random from "../../simulation/Random.ts"

/** Milliseconds: how long a fault of each kind lasts, at least and at most. */
const durations = {
  /** Until the killed node is started again. */
  kill: [1_000, 10_000],
  /** SIGSTOP to SIGCONT. */
  freeze: [2_000, 60_000],
  /** One node and the others do not reach each other; all reach Postgres. */
  nodesCut: [3_000, 20_000],
  /** One node does not reach Postgres. */
  databaseCut: [2_000, 15_000],
  /** From the end of Postgres to its start. */
  postgresRestart: [100, 3_000],
  /** From the crash of the primary to the promotion of its standby. */
  failOver: [100, 3_000],
  /** Postgres' disk has no free octet. */
  diskFull: [2_000, 8_000],
  /** Another program holds all connections to Postgres that are free. */
  connectionsExhausted: [2_000, 10_000],
  /** A node gets a tenth of its time. */
  slowNode: [5_000, 20_000],
  /** The clock of a node is wrong. */
  clockSkew: [5_000, 30_000]
} as const

export type FaultKind = keyof typeof durations

export const faultKinds = Object.keys(durations) as ReadonlyArray<FaultKind>

/** Those that meet one node; the others meet Postgres, and so all of them. */
const ofOneNode: ReadonlySet<FaultKind> = new Set<FaultKind>([
  "kill",
  "freeze",
  "nodesCut",
  "databaseCut",
  "slowNode",
  "clockSkew"
])

export interface Fault {
  readonly kind: FaultKind
  /** Milliseconds from the start of the load. */
  readonly at: number
  /** Milliseconds. */
  readonly lasts: number
  /** From 1; `undefined`: all. */
  readonly node: number | undefined
  /**
   * Of a network: connections end, or stay open and nothing arrives. Of Postgres: it ends in order, or
   * writes nothing more. Of a clock: it is behind, or ahead.
   */
  readonly variant: "gentle" | "harsh"
}

export interface ScheduleOptions {
  readonly seed: number
  /** Of the whole load. */
  readonly millis: number
  readonly nodes: number
  readonly kinds: ReadonlyArray<FaultKind>
}

/** Milliseconds before the first fault, in which the jobs get under way. */
const calm = 3_000

/** Milliseconds between two faults: from "while it still recovers" to "as if nothing had been". */
const pauses = [1_000, 6_000] as const

/** The longest share of a run that one fault takes, so that short runs have several. */
const shareMax = 1 / 5

const shuffled = <A>(all: ReadonlyArray<A>, random: Random.Random): ReadonlyArray<A> =>
  all
    .map((one) => ({ one, order: random.between(0, 2 ** 30) }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ one }) => one)

const faultOf = (
  kind: FaultKind,
  at: number,
  { millis, nodes }: ScheduleOptions,
  random: Random.Random
): Fault => {
  const [shortest, longest] = durations[kind]
  const lasts = random.between(shortest, Math.max(shortest, Math.min(longest, millis * shareMax)))
  const node = random.between(1, nodes)
  const variant = random.chance(50) ? "gentle" : "harsh"
  return { kind, at, lasts, node: ofOneNode.has(kind) ? node : undefined, variant }
}

/** One after the other. No kind comes again before all have come; the last one ends before the run. */
export const schedule = (options: ScheduleOptions): ReadonlyArray<Fault> => {
  const random = Random.make(options.seed)
  const faults: Array<Fault> = []
  let at = calm
  while (options.kinds.length > 0)
    for (const kind of shuffled(options.kinds, random)) {
      const fault = faultOf(kind, at, options, random)
      if (at + fault.lasts > options.millis) return faults
      faults.push(fault)
      at += fault.lasts + random.between(...pauses)
    }
  return faults
}
