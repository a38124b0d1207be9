/**
 * Stops an account that guesses names: it has asked about many at one domain within the window, and most of
 * those that were answered do not exist. A list of real people has dead names too, even a third of them,
 * and goes on.
 *
 * In the memory of one process, for one domain; `now` is in milliseconds of any clock, always the same one.
 */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Duration, Effect } from "effect"

import * as BoundedMap from "../../platform/BoundedMap.ts"
import type { Quota } from "../../platform/config/parse.ts"
import { fingerprintOf } from "./enumerationLimit.ts"

/** Real lists lose about a quarter of their names a year; of guessed names, most do not exist. */
const missingShareMax = 0.7

/** Per account, about 0.15 kB each. Of more, as a list may have at a free provider, only the number is kept. */
const namesKeptMax = 1_000

/** Those numbers are kept for parts of the window, so that it slides. */
const parts = 12

/** Per domain. Beyond that, the oldest is forgotten. */
const accountsMax = 1_000

export interface GuessLimit {
  /**
   * Whether a server may be asked about the name: `wait` until what is being asked has ended, if that
   * decides. A name that was answered before may be asked about again. After `go`, `end` has to be called.
   */
  readonly begin: (account: string, localPart: string, now: number) => "go" | "wait" | "stop"
  /** What the server said, if it was asked. */
  readonly end: (account: string, localPart: string, now: number, smtp?: SmtpEvidence) => void
  /** Waits until any question of the account has ended. */
  readonly anyEnd: (account: string) => Effect.Effect<void>
}

/** What servers have said in the window. */
interface AnsweredNames {
  /** The latest, oldest first. */
  readonly names: Map<bigint, AnsweredName>
  /** Of `names`. */
  missing: number
  /** Names before those, oldest first. One that was asked about again may be counted twice. */
  readonly older: Array<Tally>
  /** Questions that have not ended. */
  asking: number
  readonly waiters: Set<() => void>
}

interface AnsweredName {
  readonly at: number
  readonly answer: Answer
}

interface Tally {
  /** When the first of its names was answered. */
  readonly at: number
  names: number
  missing: number
}

/** `later`: the server answered, and has not said yet whether the name exists. */
type Answer = "missing" | "later" | "other"

/**
 * A refusal about us and a temporary one count as answers: servers check names first, so that at one that
 * blocks or greylists us all real names get those, and only the dead ones are "not found".
 */
const answerIn = (smtp: SmtpEvidence): Answer | undefined => {
  if (!smtp.checked) return undefined
  const isAnswered = smtp.transcript.some(
    ({ phase, control, code }) => phase === "rcpt" && !control && code !== undefined
  )
  if (!isAnswered) return undefined
  if (smtp.status === "greylisted") return "later"
  return smtp.subReason === "mailbox_not_found" ? "missing" : "other"
}

const forget = (known: AnsweredNames, fingerprint: bigint): AnsweredName | undefined => {
  const name = known.names.get(fingerprint)
  if (name?.answer === "missing") known.missing -= 1
  known.names.delete(fingerprint)
  return name
}

const forgetUntil = (known: AnsweredNames, time: number): void => {
  while (known.older[0] !== undefined && known.older[0].at <= time) known.older.shift()
  for (const [fingerprint, { at }] of known.names) {
    if (at > time) return
    forget(known, fingerprint)
  }
}

/** Keeps only the number of the oldest name. */
const tallyOldest = (known: AnsweredNames, span: number): void => {
  const [fingerprint] = known.names.keys()
  const name = fingerprint === undefined ? undefined : forget(known, fingerprint)
  if (name === undefined) return
  const last = known.older.at(-1)
  const tally =
    last !== undefined && name.at < last.at + span ? last : { at: name.at, names: 0, missing: 0 }
  if (tally !== last) known.older.push(tally)
  tally.names += 1
  if (name.answer === "missing") tally.missing += 1
}

/** `open`: names that are being asked about, supposed to be missing. */
const isGuessing = ({ names, missing, older }: AnsweredNames, namesMax: number, open: number) => {
  const answered = older.reduce((sum, tally) => sum + tally.names, names.size + open)
  const unknown = older.reduce((sum, tally) => sum + tally.missing, missing + open)
  return answered > namesMax && unknown > missingShareMax * answered
}

const decide = (known: AnsweredNames, localPart: string, namesMax: number) => {
  if (!isGuessing(known, namesMax, known.asking)) return "go"
  const before = known.names.get(fingerprintOf(localPart))
  if (before !== undefined && before.answer !== "later") return "go"
  return known.asking > 0 && !isGuessing(known, namesMax, 0) ? "wait" : "stop"
}

const learn = (known: AnsweredNames, localPart: string, name: AnsweredName): void => {
  const fingerprint = fingerprintOf(localPart)
  forget(known, fingerprint)
  known.names.set(fingerprint, name)
  if (name.answer === "missing") known.missing += 1
}

const none = (): AnsweredNames => ({
  names: new Map(),
  missing: 0,
  older: [],
  asking: 0,
  waiters: new Set()
})

const unlimited: GuessLimit = { begin: () => "go", end: () => {}, anyEnd: () => Effect.void }

/** The limit of one domain. */
export const guessLimit = (quota: Quota | "off"): GuessLimit => {
  if (quota === "off") return unlimited
  const window = Duration.toMillis(quota.window)
  const accounts = BoundedMap.make<string, AnsweredNames>(accountsMax)
  const of = (account: string): AnsweredNames => {
    const known = accounts.get(account) ?? none()
    accounts.set(account, known)
    return known
  }
  return {
    begin: (account, localPart, now) => {
      const known = of(account)
      forgetUntil(known, now - window)
      const decision = decide(known, localPart, quota.count)
      if (decision === "go") known.asking += 1
      return decision
    },
    end: (account, localPart, now, smtp) => {
      const known = of(account)
      known.asking = Math.max(0, known.asking - 1)
      const answer = smtp && answerIn(smtp)
      if (answer !== undefined) learn(known, localPart, { at: now, answer })
      if (known.names.size > namesKeptMax) tallyOldest(known, window / parts)
      const waiters = [...known.waiters]
      known.waiters.clear()
      for (const resume of waiters) resume()
    },
    anyEnd: (account) =>
      Effect.callback((resume) => {
        const { waiters } = of(account)
        const waiter = () => resume(Effect.void)
        waiters.add(waiter)
        return Effect.sync(() => void waiters.delete(waiter))
      })
  }
}
