/**
 * The DNS resolver: five questions, each with an answer and never an error.
 *
 * Answers are cached, the same question is never in flight twice, and at most `questionsAtOnceMax` are
 * in flight together. A cached answer costs about a microsecond.
 */
import { Resolver as NodeResolver } from "node:dns"
import type { MxRecord } from "node:dns"

import type { MailHost } from "@rcpt/domain/Evidence"
import { unanswered } from "@rcpt/domain/Fact"
import { Clock, Context, Duration, Effect, Exit, Layer } from "effect"

import { byDeadline } from "../cache/Deadline.ts"
import type { Deadline } from "../cache/Deadline.ts"
import { jittered } from "../cache/jittered.ts"
import { makeCallbackCache } from "../cache/SharedCache.ts"
import {
  absentLifetime,
  answersKeptMax,
  failureLifetime,
  foundLifetime,
  questionsAtOnceMax,
  questionWaitMax,
  triesMax,
  tryWaitMillis
} from "../limits.ts"
import { found } from "./Answer.ts"
import type { Answer } from "./Answer.ts"
import { withCanaryCheck } from "./canaryCheck.ts"
import type {
  Question,
  Questions,
  TimedQuestion,
  TimedQuestions,
  TimedAnswer
} from "./Questions.ts"
import { answerOf, canonical, inOrder, mailHosts, policiesIn, unchanged } from "./readRecords.ts"
import { Turns } from "./Turns.ts"
import { answerFrom, parseMailHost } from "./Zone.ts"
import type { RecordType, Zone } from "./Zone.ts"

/** What a question asks for: those about policies ask for TXT. */
export type AskedType = "a" | "aaaa" | "mx" | "ns" | "txt"

export interface ResolverOptions {
  /** `ip[:port]`; empty means the system's. */
  readonly servers?: ReadonlyArray<string>
  /**
   * A name that has name servers everywhere on the internet. While it "does not exist" either, no such
   * answer is believed: closed networks deny every name, and every address would be invalid.
   */
  readonly canary?: string
  /** Is called with every answer that is not from the cache; never with a name. */
  readonly onAnswer?: (type: AskedType, answer: Answer<unknown>) => void
}

const lifetimeOf = ({ answer }: TimedAnswer<unknown>, name: string): Duration.Duration => {
  if (answer._tag === "Unanswered") return failureLifetime
  return jittered(answer._tag === "Found" ? foundLifetime : absentLifetime, name)
}

const timeIn = (context: Context.Context<never>): number =>
  Context.get(context, Clock.Clock).currentTimeMillisUnsafe()

const missedDeadline =
  (deadline: Deadline): (() => TimedAnswer<never>) =>
  () => ({ answer: unanswered("deadline"), at: deadline.at })

/** Calls `done` once. */
type Send<Record> = (name: string, done: (answer: Answer<Record>) => void) => void

const cached = <Record>(send: Send<Record>): TimedQuestion<Record> => {
  const answers = makeCallbackCache<TimedAnswer<Record>>({
    begin: (name, context, done) =>
      send(name, (answer) => done(Exit.succeed({ answer, at: timeIn(context) }))),
    lifetimeOf,
    keysMax: answersKeptMax
  })
  return (name, { context, deadline }) =>
    answers.getNow(
      context,
      canonical(name),
      deadline && { deadline, orElse: missedDeadline(deadline) }
    )
}

const untimed =
  <Record>(ask: TimedQuestion<Record>): Question<Record> =>
  (name) =>
    Effect.contextWith((context: Context.Context<never>) =>
      Effect.map(ask(name, { context }), ({ answer }) => answer)
    )

const serviceOf = (questions: TimedQuestions, queriesSent: Effect.Effect<number>) => ({
  a: untimed(questions.a),
  aaaa: untimed(questions.aaaa),
  mx: untimed(questions.mx),
  ns: untimed(questions.ns),
  policies: untimed(questions.policies),
  timed: questions,
  queriesSent
})

const openResolver = ({ servers = [] }: ResolverOptions) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const dns = new NodeResolver({
        timeout: tryWaitMillis,
        maxTimeout: tryWaitMillis,
        tries: triesMax
      })
      if (servers.length > 0) dns.setServers(servers)
      return dns
    }),
    (dns) => Effect.sync(() => dns.cancel())
  )

type Ask<Raw> = (name: string, done: (error: Error | null, records: Raw) => void) => void

/** Every question ends with an answer, in its turn and in time. */
const makeQuestion = (options: ResolverOptions) => {
  const turns = new Turns(questionsAtOnceMax)
  let queriesSent = 0
  const question = <Raw, Record>(
    type: AskedType,
    ask: Ask<Raw>,
    read: (records: Raw) => ReadonlyArray<Record>
  ): TimedQuestion<Record> =>
    cached((name, done) =>
      turns.take((release) => {
        queriesSent++
        let isDone = false
        const finish = (answer: Answer<Record>): void => {
          if (isDone) return
          isDone = true
          clearTimeout(timer)
          release()
          options.onAnswer?.(type, answer)
          done(answer)
        }
        // A timer of its own, because c-ares checks its limits only once a second.
        const timer = setTimeout(
          () => finish(unanswered("timeout")),
          Duration.toMillis(questionWaitMax)
        )
        try {
          ask(name, (error, records) =>
            finish(error === null ? found(read(records)) : answerOf(error))
          )
        } catch (error) {
          // A name that DNS does not allow is not even sent.
          finish(answerOf(error))
        }
      })
    )
  return { question, queriesSent: Effect.sync(() => queriesSent) }
}

const questionsTo = Effect.fnUntraced(function* (options: ResolverOptions) {
  const dns = yield* openResolver(options)
  const { question, queriesSent } = makeQuestion(options)
  const questions = {
    a: question<Array<string>, string>("a", (name, done) => dns.resolve4(name, done), unchanged),
    aaaa: question<Array<string>, string>(
      "aaaa",
      (name, done) => dns.resolve6(name, done),
      unchanged
    ),
    mx: question<Array<MxRecord>, MailHost>(
      "mx",
      (name, done) => dns.resolveMx(name, done),
      mailHosts
    ),
    ns: question<Array<string>, string>(
      "ns",
      (name, done) => dns.resolveNs(name, done),
      (names) => names.map(canonical).sort()
    ),
    // A record comes in chunks of up to 255 octets, to be joined without blanks (RFC 7208 §3.3).
    policies: question<Array<Array<string>>, string>(
      "txt",
      (name, done) => dns.resolveTxt(name, done),
      (records) => policiesIn(records.map((chunks) => chunks.join("")))
    )
  }
  const { canary } = options
  return serviceOf(
    canary === undefined ? questions : withCanaryCheck(questions, canary),
    queriesSent
  )
})

const questionsIn = (zone: Zone) => {
  let queriesSent = 0
  const question = <Record>(
    type: RecordType,
    read: (values: ReadonlyArray<string>) => ReadonlyArray<Record>
  ): TimedQuestion<Record> => {
    const ask = (name: string, at: number): Effect.Effect<TimedAnswer<Record>> =>
      Effect.suspend(() => {
        queriesSent++
        const answer = answerFrom(zone, type, canonical(name))
        if (answer === "silence") return Effect.never
        const known = answer._tag === "Found" ? found(read(answer.records)) : answer
        return Effect.succeed({ answer: known, at })
      })
    return (name, { context, deadline }) => {
      const answer = ask(name, timeIn(context))
      return deadline ? byDeadline(answer, deadline, missedDeadline(deadline)) : answer
    }
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
