/**
 * Does the log explain what callers were told, and do the callers explain the log?
 *
 * The facts of one account are replayed in the order of the log. Each must be what the model makes of
 * a command that somebody had sent by then; and each answer must be the model's answer in a state
 * between the sending and the answer. What was answered "unknown" may have been carried out, wholly,
 * at any time since; or never.
 */
import { factOf, empty, step } from "./LedgerModel.ts"
import type { Answer, Command, State } from "./LedgerModel.ts"

/** One command, sent once. Times are counted in facts that its account had. */
export interface Asked {
  readonly command: Command
  readonly from: number
  /** When it was answered; `Infinity` when it never was, for it may still be under way. */
  readonly to: number
  /** `undefined`: nobody knows. */
  readonly answer: Answer | undefined
}

interface Commit {
  readonly events: ReadonlyArray<{ readonly type: string; readonly data: string }>
}

/** The state before the fact at `at`; only those that stand between two commands. */
interface Moment {
  readonly at: number
  readonly state: State
  /** What was carried out here. */
  readonly next: ReadonlyArray<string>
}

export interface Explained {
  readonly contradictions: ReadonlyArray<string>
  readonly state: State
}

/** `commits` are those of the account, in the order of the log, with the account's events alone. */
export const explain = (commits: ReadonlyArray<Commit>, asked: ReadonlyArray<Asked>): Explained => {
  const contradictions: Array<string> = []
  const moments: Array<Moment> = []
  let state = empty
  let at = 0
  for (const { events } of commits) {
    const facts = events.map(factOf)
    while (facts.length > 0) {
      const done = carriedOut(state, at, facts, asked)
      if (done === undefined) {
        contradictions.push(`nobody explains "${facts[0]}", fact ${at} of its account`)
        return { contradictions, state }
      }
      moments.push({ at, state, next: done.facts })
      facts.splice(0, done.facts.length)
      at += done.facts.length
      state = done.state
    }
  }
  moments.push({ at, state, next: [] })
  for (const one of asked) if (!isExplained(one, moments)) contradictions.push(unexplained(one))
  return { contradictions, state }
}

/** A command that was under way, and makes just these facts out of this state. */
const carriedOut = (
  state: State,
  at: number,
  facts: ReadonlyArray<string>,
  asked: ReadonlyArray<Asked>
) => {
  for (const { command, from, to } of asked) {
    if (from > at || to <= at) continue
    const done = step(state, command)
    if (done.facts.length > 0 && startsWith(facts, done.facts)) return done
  }
  return undefined
}

const isExplained = ({ command, answer, from, to }: Asked, moments: ReadonlyArray<Moment>) =>
  answer === undefined ||
  moments.some(({ at, state, next }) => {
    if (at < from || at > to) return false
    const done = step(state, command)
    if (done.answer !== answer) return false
    // Either nothing was left to do, or it was done here.
    return done.facts.length === 0 || (at + next.length <= to && same(next, done.facts))
  })

const unexplained = ({ command, answer, from, to }: Asked) =>
  `no state between fact ${from} and ${to} answers "${answer}" to ${JSON.stringify(command)}`

const startsWith = (facts: ReadonlyArray<string>, start: ReadonlyArray<string>) =>
  same(facts.slice(0, start.length), start)

const same = (some: ReadonlyArray<string>, others: ReadonlyArray<string>) =>
  some.length === others.length && some.every((fact, i) => fact === others[i])
