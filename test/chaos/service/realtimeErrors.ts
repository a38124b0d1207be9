/** Errors of real-time requests, by what had cut their connections. */
import { ofPostgres, shown } from "./Evidence.ts"
import type { Claim, Evidence } from "./Evidence.ts"
import type { Injected } from "./faults.ts"
import type { Check, FailedAttempt } from "./realtime.ts"
import type { FaultKind } from "./schedule.ts"

/** Milliseconds after a fault in which the connections that it has cut are made anew. */
const reconnects = 3_000

/** Which connections a fault cuts: the client's to this node, or those of this node to what it needs. */
const cuts = (fault: Injected, { node }: FailedAttempt, mode: Check["mode"]): boolean => {
  if (ofPostgres.has(fault.kind)) return true
  if (fault.kind === "nodesCut") return mode === "deep"
  if (fault.kind === "clockSkew" || fault.kind === "connectionsExhausted") return false
  return fault.node === node
}

const faultOf = (
  faults: ReadonlyArray<Injected>,
  attempt: FailedAttempt,
  mode: Check["mode"]
): Injected | undefined =>
  faults.find(
    (fault) =>
      attempt.sentAt <= fault.to + reconnects &&
      attempt.endedAt >= fault.from &&
      cuts(fault, attempt, mode)
  )

export interface ErrorClass {
  /** The kind of the fault that had cut a connection; `none`: no fault had. */
  readonly cutBy: FaultKind | "none"
  readonly outcome: number | string
  readonly count: number
}

/** All errors of real-time requests, by what had cut their connections. */
export const errorClasses = ({ checks, faults }: Evidence): ReadonlyArray<ErrorClass> => {
  const classes = new Map<string, ErrorClass>()
  for (const { errors, mode } of checks)
    for (const attempt of errors) {
      const cutBy = faultOf(faults, attempt, mode)?.kind ?? "none"
      const { outcome } = attempt
      const key = `${cutBy} ${outcome}`
      classes.set(key, { cutBy, outcome, count: (classes.get(key)?.count ?? 0) + 1 })
    }
  return [...classes.values()].toSorted((a, b) => b.count - a.count)
}

export const uncutErrors = (evidence: Evidence): Claim => {
  const cases = evidence.checks.flatMap(({ errors, mode }) =>
    errors
      .filter((attempt) => faultOf(evidence.faults, attempt, mode) === undefined)
      .map(({ node, outcome, sentAt, endedAt, text }) => {
        const when = `${new Date(sentAt).toISOString()}, ${endedAt - sentAt} ms`
        return `node ${node}, ${mode}, ${when}: ${outcome} ${text.slice(0, 80)}`
      })
  )
  const says = "Real-time requests fail only where a connection was cut"
  const found = shown(`${cases.length} others`, cases)
  return { says, holds: cases.length === 0, isOfSpeed: true, found }
}
