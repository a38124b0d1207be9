/**
 * Checks that the log and the outcomes that callers got explain each other.
 *
 * The events of one account are replayed in the order of the log. Each event must be what the model
 * makes of a command that was sent before it. Each outcome must be the model's outcome in a state
 * between the sending and the reply. A command with an unknown outcome may have been executed, as a
 * whole, at any time after it was sent, or never.
 */
import { empty, printEvent, step } from "./LedgerModel.ts"
import type { Command, Outcome, State } from "./LedgerModel.ts"

/** One command, sent once. Times are positions in the account's events. */
export interface Request {
  readonly command: Command
  readonly from: number
  /** When the reply came; `Infinity`: never, so the command may still be in progress. */
  readonly to: number
  /** `undefined`: unknown. */
  readonly outcome: Outcome | undefined
}

interface Commit {
  readonly events: ReadonlyArray<{ readonly type: string; readonly data: string }>
}

/** The state before the event at `position`. Only states between two commands are listed. */
interface Moment {
  readonly position: number
  readonly state: State
  /** The events of the command that was executed in this state. */
  readonly next: ReadonlyArray<string>
}

export interface Explanation {
  readonly contradictions: ReadonlyArray<string>
  readonly state: State
}

/** `commits`: those of the account in the order of the log, with the account's events only. */
export const explain = (
  commits: ReadonlyArray<Commit>,
  requests: ReadonlyArray<Request>
): Explanation => {
  const contradictions: Array<string> = []
  const moments: Array<Moment> = []
  let state = empty
  let position = 0
  for (const commit of commits) {
    const events = commit.events.map(printEvent)
    while (events.length > 0) {
      const executed = explainNext(state, position, events, requests)
      if (executed === undefined) {
        contradictions.push(`no command explains "${events[0]}", event ${position} of its account`)
        return { contradictions, state }
      }
      moments.push({ position, state, next: executed.events })
      events.splice(0, executed.events.length)
      position += executed.events.length
      state = executed.state
    }
  }
  moments.push({ position, state, next: [] })
  for (const request of requests)
    if (!isExplained(request, moments)) contradictions.push(unexplained(request))
  return { contradictions, state }
}

/** The step of a command that was in progress and makes exactly the next events from this state. */
const explainNext = (
  state: State,
  position: number,
  events: ReadonlyArray<string>,
  requests: ReadonlyArray<Request>
) => {
  for (const { command, from, to } of requests) {
    if (from > position || to <= position) continue
    const executed = step(state, command)
    if (executed.events.length > 0 && startsWith(events, executed.events)) return executed
  }
  return undefined
}

const isExplained = ({ command, outcome, from, to }: Request, moments: ReadonlyArray<Moment>) =>
  outcome === undefined ||
  moments.some(({ position, state, next }) => {
    if (position < from || position > to) return false
    const executed = step(state, command)
    if (executed.outcome !== outcome) return false
    // Either the command changes nothing in this state, or it was executed here.
    const { events } = executed
    return events.length === 0 || (position + next.length <= to && areEqual(next, events))
  })

const unexplained = ({ command, outcome, from, to }: Request) =>
  `no state between event ${from} and ${to} explains "${outcome}" for ${JSON.stringify(command)}`

const startsWith = (events: ReadonlyArray<string>, start: ReadonlyArray<string>) =>
  areEqual(events.slice(0, start.length), start)

const areEqual = (some: ReadonlyArray<string>, others: ReadonlyArray<string>) =>
  some.length === others.length && some.every((event, i) => event === others[i])
