/**
 * The DNS resolver: five questions, each with an answer and never an error.
 *
 * Answers are cached, the same question is never in flight twice, and at most `questionsAtOnceMax` are
 * in flight together. A cached answer costs about a microsecond.
 */
import { Resolver as NodeResolver } from "node:dns/promises"

import type { MailHost } from "@rcpt/domain/Evidence"
import { unanswered } from "@rcpt/domain/Fact"
import { Clock, Context, Duration, Effect, Layer, Semaphore } from "effect"

import { byDeadline } from "../cache/Deadline.ts"
import type { Deadline } from "../cache/Deadline.ts"
import { jittered } from "../cache/jittered.ts"
import { makeSharedCache } from "../cache/SharedCache.ts"
import {
  absentLifetime,
  answersKeptMax,
  failureLifetime,
  foundLifetime,
  policyRecordCharsMax,
  questionsAtOnceMax,
  questionWaitMax,
  triesMax,
  tryWaitMillis
} from "../limits.ts"
import { found, noData, noDomain } from "./Answer.ts"
import type { Answer } from "./Answer.ts"
import { withCanaryCheck } from "./canaryCheck.ts"
import type {
  Question,
  Questions,
  TimedQuestion,
  TimedQuestions,
  TimedAnswer
} from "./Questions.ts"
import { answerFrom, parseMailHost } from "./Zone.ts"
import type { RecordType, Zone } from "./Zone.ts"

export interface ResolverOptions {
  /** `ip[:port]`; empty means the system's. */
  readonly servers?: ReadonlyArray<string>
  /**
   * A name that has name servers everywhere on the internet. While it "does not exist" either, no such
   * answer is believed: closed networks deny every name, and every address would be invalid.
   */
  readonly canary?: string
}

/** RFC 1035 §2.3.3: names compare without case; a trailing dot only says where the name ends. */
const canonical = (name: string): string => {
  const lowerCase = name.toLowerCase()
  return lowerCase.endsWith(".") ? lowerCase.slice(0, -1) : lowerCase
}

/** Sorted, because DNS returns the records of a set in any order and our answers must not depend on it. */
const inOrder = (hosts: ReadonlyArray<MailHost>): ReadonlyArray<MailHost> =>
  hosts
    .map(({ host, preference }) => ({ host: host === "." ? "" : canonical(host), preference }))
    .sort((one, other) => one.preference - other.preference || (one.host < other.host ? -1 : 1))
    .filter(({ host }, index, sorted) => sorted.findIndex((one) => one.host === host) === index)

// oxlint-disable-next-line no-control-regex -- a zone may hold any octet; JSON and SQL may not
const controls = /[\u0000-\u001f\u007f]/g

const policiesIn = (records: ReadonlyArray<string>): ReadonlyArray<string> =>
  records
    .filter((record) => /^v\s*=/i.test(record))
    .map((record) => record.replace(controls, "").slice(0, policyRecordCharsMax).toWellFormed())
    .sort()

/** RFC 1035 names in place of the error codes of node:dns. */
const failureNames: Readonly<Record<string, string>> = {
  ESERVFAIL: "SERVFAIL",
  EREFUSED: "REFUSED",
  ENOTIMP: "NOTIMP",
  ETIMEOUT: "timeout"
}

/** A few error codes of node:dns are an answer. Any other is a failure to get one. */
const answerOf = (cause: unknown): Answer<never> => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
  // EBADNAME: the name is longer than DNS allows, so nothing can be published there.
  if (code === "ENOTFOUND" || code === "EBADNAME") return noDomain
  if (code === "ENODATA") return noData
  return unanswered(failureNames[code] ?? code)
}

const lifetimeOf = ({ answer }: TimedAnswer<unknown>, name: string): Duration.Duration => {
  if (answer._tag === "Unanswered") return failureLifetime
  return jittered(answer._tag === "Found" ? foundLifetime : absentLifetime, name)
}

const timed =
  <Record>(ask: Question<Record>) =>
  (name: string): Effect.Effect<TimedAnswer<Record>> =>
    Effect.flatMap(ask(name), (answer) =>
      Effect.map(Clock.currentTimeMillis, (at) => ({ answer, at }))
    )

const missedDeadline =
  (deadline: Deadline): (() => TimedAnswer<never>) =>
  () => ({ answer: unanswered("deadline"), at: deadline.at })

const cached = <Record>(ask: Question<Record>): TimedQuestion<Record> => {
  const answers = makeSharedCache({ load: timed(ask), lifetimeOf, keysMax: answersKeptMax })
  return (name, deadline) =>
    answers.get(canonical(name), deadline && { deadline, orElse: missedDeadline(deadline) })
}

const untimed =
  <Record>(ask: TimedQuestion<Record>): Question<Record> =>
  (name) =>
    Effect.map(ask(name), ({ answer }) => answer)

const serviceOf = (questions: TimedQuestions, queriesSent: Effect.Effect<number>) => ({
  a: untimed(questions.a),
  aaaa: untimed(questions.aaaa),
  mx: untimed(questions.mx),
  ns: untimed(questions.ns),
  policies: untimed(questions.policies),
  timed: questions,
  queriesSent
})

const questionsTo = Effect.fnUntraced(function* (options: ResolverOptions) {
  const dns = yield* Effect.acquireRelease(
    Effect.sync(
      () => new NodeResolver({ timeout: tryWaitMillis, maxTimeout: tryWaitMillis, tries: triesMax })
    ),
    (dns) => Effect.sync(() => dns.cancel())
  )
  if (options.servers !== undefined && options.servers.length > 0) dns.setServers(options.servers)
  const inFlight = yield* Semaphore.make(questionsAtOnceMax)
  let queriesSent = 0

  /** Has its own timer, because c-ares checks its limits only once a second. */
  const send = <Record>(ask: () => Promise<ReadonlyArray<Record>>) =>
    Effect.callback<Answer<Record>>((resume) => {
      queriesSent++
      const finish = (answer: Answer<Record>) => {
        clearTimeout(timer)
        resume(Effect.succeed(answer))
      }
      const wait = Duration.toMillis(questionWaitMax)
      const timer = setTimeout(() => finish(unanswered("timeout")), wait)
      ask().then(
        (records) => finish(found(records)),
        (cause: unknown) => finish(answerOf(cause))
      )
    })

  const question = <Record>(ask: (name: string) => Promise<ReadonlyArray<Record>>) =>
    cached((name) => inFlight.withPermit(send(() => ask(name))))

  const questions = {
    a: question((name) => dns.resolve4(name)),
    aaaa: question((name) => dns.resolve6(name)),
    mx: question(async (name) =>
      inOrder(
        (await dns.resolveMx(name)).map((mx) => ({ host: mx.exchange, preference: mx.priority }))
      )
    ),
    ns: question(async (name) => (await dns.resolveNs(name)).map(canonical).sort()),
    // A record comes in chunks of up to 255 octets, to be joined without blanks (RFC 7208 §3.3).
    policies: question(async (name) =>
      policiesIn((await dns.resolveTxt(name)).map((chunks) => chunks.join("")))
    )
  }
  return serviceOf(
    options.canary === undefined ? questions : withCanaryCheck(questions, options.canary),
    Effect.sync(() => queriesSent)
  )
})

const questionsIn = (zone: Zone) => {
  let queriesSent = 0
  const question = <Record>(
    type: RecordType,
    read: (values: ReadonlyArray<string>) => ReadonlyArray<Record>
  ): TimedQuestion<Record> => {
    const ask = timed((name: string): Effect.Effect<Answer<Record>> =>
      Effect.suspend(() => {
        queriesSent++
        const answer = answerFrom(zone, type, canonical(name))
        if (answer === "silence") return Effect.never
        return Effect.succeed(answer._tag === "Found" ? found(read(answer.records)) : answer)
      })
    )
    return (name, deadline) =>
      deadline ? byDeadline(ask(name), deadline, missedDeadline(deadline)) : ask(name)
  }
  const questions = {
    a: question("A", (values) => values),
    aaaa: question("AAAA", (values) => values),
    mx: question("MX", (values) => inOrder(values.map(parseMailHost))),
    ns: question("NS", (values) => values.map(canonical).sort()),
    policies: question("TXT", policiesIn)
  }
  return serviceOf(
    questions,
    Effect.sync(() => queriesSent)
  )
}

export class Resolver extends Context.Service<
  Resolver,
  Questions & {
    readonly timed: TimedQuestions
    /** Questions sent to a server so far, without those answered from the cache. */
    readonly queriesSent: Effect.Effect<number>
  }
>()("@rcpt/verifier/dns/Resolver") {
  static readonly layer = (options: ResolverOptions): Layer.Layer<Resolver> =>
    Layer.effect(Resolver, questionsTo(options))

  /** Answers from a zone instead of the network, uncached: a test defines what DNS says. */
  static readonly layerZone = (zone: Zone): Layer.Layer<Resolver> =>
    Layer.sync(Resolver, () => questionsIn(zone))
}
