/** What a run has recorded, and a claim about it. */
import type { Injected } from "./faults.ts"
import type { FinishedJob } from "./jobs.ts"
import type { Check } from "./realtime.ts"
import type { FaultKind } from "./schedule.ts"
import type { Progress, Span } from "./standstill.ts"

export interface Books {
  /** Of the account, now. */
  readonly available: number
  /** What is held for requests whose node died: it comes back when the hold expires. */
  readonly held: number
  readonly charged: number
}

export interface Evidence {
  readonly faults: ReadonlyArray<Injected>
  readonly jobs: ReadonlyArray<FinishedJob>
  readonly checks: ReadonlyArray<Check>
  readonly progress: ReadonlyMap<string, ReadonlyArray<Progress>>
  /** When Postgres did not answer. */
  readonly outages: ReadonlyArray<Span>
  readonly creditsAtStart: number
  readonly books: Books
  /** The most conversations at once, of each mail server. */
  readonly peaks: ReadonlyArray<number>
  readonly conversationsMax: number
  /** Exit code and output of `rcpt ledger verify`. */
  readonly ledger: { readonly code: number | null; readonly text: string }
  /** Of nodes, with their last lines. */
  readonly unexpectedEnds: ReadonlyArray<string>
  /** Nodes that did not end in order, and in time, on SIGTERM. */
  readonly uncleanStops: ReadonlyArray<string>
}

export interface Claim {
  readonly says: string
  readonly holds: boolean
  /** It depends on how fast the machine is: judged only where nothing else runs. */
  readonly isOfSpeed?: true
  /** Figures, and the first cases of what is wrong. */
  readonly found: string
}

const casesShown = 5

export const shown = (figures: string, cases: ReadonlyArray<string>): string =>
  [figures, ...cases.slice(0, casesShown)].join("\n")

/** Faults that take Postgres away from all nodes. */
export const ofPostgres: ReadonlySet<FaultKind> = new Set<FaultKind>([
  "postgresRestart",
  "failOver",
  "diskFull"
])
