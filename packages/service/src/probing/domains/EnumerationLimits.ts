/**
 * Limits on trying names at a domain, in the memory of the node that has the guard of its mail hosts: all
 * probes of a domain pass through that guard, from all nodes. A restart resets the counts. They only slow
 * harvesting down, nothing is billed by them.
 *
 * There are two. `EnumerationLimit` allows an account of live requests so many names at a domain in a sliding
 * window: an account with a list probes the few people that it knows, one that probes many is harvesting.
 * `GuessLimit` stops an account, with live requests and jobs, that has asked about many names within the
 * window most of which do not exist. A list of real people has dead names too, even a third of them, and
 * goes on.
 *
 * Local parts are stored as 64 bits of a hash: enough to tell them apart without storing the names.
 * `now` is in milliseconds of any clock, always the same one.
 */
import { hash } from "node:crypto"

import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { ProbeRequest } from "@rcpt/verifier/pacing/Probe"
import { Clock, Context, Duration, Effect, Exit, Layer } from "effect"

import * as BoundedMap from "../../platform/BoundedMap.ts"
import { Config } from "../../platform/Config.ts"
import type { Quota } from "../../platform/config/parse.ts"

/** Who asks. */
interface Asking {
  readonly account: string
  /** Absent: the account itself. */
  readonly visitor?: string | undefined
}

/**
 * Under which names a question is counted. Visitors of an account's pages count by themselves, and each name for the
 * visitor who asks: by being refused or not, nobody learns what the account or another visitor has asked, and no
 * visitor takes a name from the account.
 */
const countedAs = ({ account, visitor }: Asking, localPart: string) =>
  visitor === undefined
    ? { account, localPart }
    : { account: `${account} visitors`, localPart: `${visitor} ${localPart}` }

interface EnumerationLimit {
  /** Answers whether the local part may be probed. One that was probed in this window may be probed again. */
  readonly allow: (account: string, localPart: string, now: number) => boolean
}

/** Accounts per domain, about 6 MB with 60 local parts each. Beyond them, the oldest is forgotten. */
const accountsMax = 1_000

/** Case is ignored: hardly any server is case-sensitive, and each name has many spellings. */
const fingerprintOf = (localPart: string): bigint =>
  hash("sha256", localPart.toLowerCase(), "buffer").readBigUInt64LE()

/** The time when each local part was last probed. A map keeps its insertion order: the oldest come first. */
type ProbeTimes = Map<bigint, number>

const forgetProbes = (times: ProbeTimes, time: number): void => {
  for (const [fingerprint, at] of times) {
    if (at > time) return
    times.delete(fingerprint)
  }
}

/** Makes the limit of one domain on names that live requests ask about. */
export const enumerationLimit = (quota: Quota | "off"): EnumerationLimit => {
  if (quota === "off") return { allow: () => true }
  const window = Duration.toMillis(quota.window)
  const accounts = BoundedMap.make<string, ProbeTimes>(accountsMax)
  return {
    allow: (account, localPart, now) => {
      const times: ProbeTimes = accounts.get(account) ?? new Map()
      forgetProbes(times, now - window)
      const fingerprint = fingerprintOf(localPart)
      const isRepeated = times.delete(fingerprint)
      if (!isRepeated && times.size >= quota.count) return false
      times.set(fingerprint, now)
      accounts.set(account, times)
      return true
    }
  }
}

/** Real lists lose about a quarter of their names a year; of guessed names, most do not exist. */
const missingShareMax = 0.7

/** Names per account, about 0.15 kB each. A list may have more at a free provider: these are only counted. */
const namesKeptMax = 1_000

/** The counts are kept for parts of the window, so that it slides. */
const parts = 12

interface GuessLimit {
  /**
   * Answers whether a server may be asked about the name: `wait` until questions under way have ended, if
   * they decide. A name that was answered before may be asked about again. After `go`, call `end`.
   */
  readonly begin: (account: string, localPart: string, now: number) => "go" | "wait" | "stop"
  /** Notes the server's answer, if it was asked. */
  readonly end: (account: string, localPart: string, now: number, smtp?: SmtpEvidence) => void
  /** Waits until any question of the account has ended. */
  readonly anyEnd: (account: string) => Effect.Effect<void>
}

/** The answers of servers within the window, for one account. */
interface AnsweredNames {
  /** The latest names, oldest first. */
  readonly names: Map<bigint, AnsweredName>
  /** The number of `names` that do not exist. */
  missing: number
  /** Counts of the names before those, oldest first. One that was asked about again may be counted twice. */
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
  /** The time when the first of its names was answered. */
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

const forgetAnswers = (known: AnsweredNames, time: number): void => {
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

/** `open` is the number of names that are being asked about, supposed to be missing. */
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

/** Makes the limit of one domain on guessed names. */
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
      forgetAnswers(known, now - window)
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

/** Probes end one after the other; this is for a wait that begins while the last one ends. */
const decideAgainEvery = Duration.seconds(1)

/**
 * Runs a probe unless its account guesses names at the domain. Many probes may start at once: those that
 * could be past the limit wait for the answers to the first.
 */
export const unlessGuessing = (
  limit: GuessLimit,
  request: ProbeRequest,
  probe: Effect.Effect<SmtpEvidence>
): Effect.Effect<SmtpEvidence> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const { waitUntil } = request
    const { account, localPart } = countedAs(request, request.address.localPart)
    const now = () => clock.currentTimeMillisUnsafe()
    const end = (exit: Exit.Exit<SmtpEvidence>) =>
      Effect.sync(() =>
        limit.end(account, localPart, now(), Exit.isSuccess(exit) ? exit.value : undefined)
      )
    const begin: Effect.Effect<SmtpEvidence> = Effect.suspend(() => {
      const decision = limit.begin(account, localPart, now())
      if (decision === "go") return Effect.onExit(probe, end)
      if (decision === "stop") return Effect.succeed(notChecked("smtp_abuse_throttled"))
      if (now() >= waitUntil) return Effect.succeed(notChecked("smtp_throttled"))
      const wait = Duration.min(decideAgainEvery, Duration.millis(waitUntil - now()))
      return Effect.andThen(Effect.timeoutOption(limit.anyEnd(account), wait), begin)
    })
    return begin
  })

/** Domains with probes in the last hour, each with a few hundred bytes. */
const domainsMax = 50_000

/** One limit per domain, made when it is first asked for. */
const perDomain = <Limit>(make: () => Limit): ((domain: string) => Limit) => {
  const limits = BoundedMap.make<string, Limit>(domainsMax)
  return (domain) => {
    const limit = limits.get(domain) ?? make()
    limits.set(domain, limit)
    return limit
  }
}

/** One visitor of a page may try this part of the names that all visitors may: the others leave room for more. */
const visitorShare = 4

/** A name that a visitor may not ask about does not count for all visitors. */
export const nameLimits = (quota: Quota | "off"): EnumerationLimits["Service"]["allow"] => {
  const accounts = perDomain(() => enumerationLimit(quota))
  const ofVisitor =
    quota === "off" ? quota : { ...quota, count: Math.ceil(quota.count / visitorShare) }
  const visitors = perDomain(() => enumerationLimit(ofVisitor))
  return (domain, localPart, asking, now) => {
    const { account, visitor } = asking
    const counted = countedAs(asking, localPart)
    return (
      (visitor === undefined || visitors(domain).allow(`${account} ${visitor}`, localPart, now)) &&
      accounts(domain).allow(counted.account, counted.localPart, now)
    )
  }
}

export class EnumerationLimits extends Context.Service<
  EnumerationLimits,
  {
    /** Answers whether a live request may ask about the name: for its account, or for its visitor and all visitors. */
    readonly allow: (domain: string, localPart: string, asking: Asking, now: number) => boolean
    /** Limits the names of all questions, those of jobs too. */
    readonly guessesAt: (domain: string) => GuessLimit
  }
>()("@rcpt/service/probing/domains/EnumerationLimits") {
  static readonly layer: Layer.Layer<EnumerationLimits, never, Config> = Layer.effect(
    EnumerationLimits,
    Effect.map(Config, ({ enumerationLimit: quota }) => ({
      allow: nameLimits(quota),
      guessesAt: perDomain(() => guessLimit(quota))
    }))
  )
}
