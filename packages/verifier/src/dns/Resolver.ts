/**
 * The DNS resolver: five questions, each with an answer and never an error.
 *
 * Answers are cached, and the same question is never in flight twice. A cached answer costs about a microsecond.
 */
import type { MailHost } from "@rcpt/domain/Evidence"
import { unanswered } from "@rcpt/domain/Fact"
import { Clock, Context, Effect, Exit, Layer } from "effect"
import type { Duration } from "effect"

import { sharedBy } from "../cache/boundedCache.ts"
import { byDeadline } from "../cache/Deadline.ts"
import type { Deadline } from "../cache/Deadline.ts"
import { jittered, makeCallbackCache } from "../cache/SharedCache.ts"
import {
  absentLifetime,
  answersKeptMax,
  failureLifetime,
  foundLifetime,
  policyRecordCharsMax
} from "../limits.ts"
import { found } from "./Answer.ts"
import type { Answer } from "./Answer.ts"
import { DnsClient } from "./DnsClient.ts"
import { recordKinds } from "./message.ts"
import type { RecordKind } from "./message.ts"
import type {
  Question,
  Questions,
  TimedAnswer,
  TimedQuestion,
  TimedQuestions
} from "./Questions.ts"
import { answerFrom, parseMailHost } from "./Zone.ts"
import type { RecordType, Zone } from "./Zone.ts"

/** Names are compared without case, and a trailing dot only says where the name ends (RFC 1035 §2.3.3). */
const canonical = (name: string): string => {
  const lowerCase = name.toLowerCase()
  return lowerCase.endsWith(".") ? lowerCase.slice(0, -1) : lowerCase
}

/** Sorts mail hosts, because DNS returns the records of a set in any order and our answers must not depend on it. */
const inOrder = (hosts: ReadonlyArray<MailHost>): ReadonlyArray<MailHost> =>
  hosts
    .map(({ host, preference }) => ({ host: host === "." ? "" : canonical(host), preference }))
    .sort((one, other) => one.preference - other.preference || (one.host < other.host ? -1 : 1))
    .filter(({ host }, index, sorted) => sorted.findIndex((one) => one.host === host) === index)

// oxlint-disable-next-line no-control-regex -- a zone may hold any octet; JSON and SQL may not
const controls = /[\u0000-\u001f\u007f]/g

const sharedText = sharedBy<string>()

/** Removes control characters and cuts the record at `policyRecordCharsMax`. */
const cleaned = (record: string): string => {
  const text = record.replace(controls, "").slice(0, policyRecordCharsMax).toWellFormed()
  return sharedText(text, text)
}

const policiesIn = (records: ReadonlyArray<string>): ReadonlyArray<string> =>
  records
    .filter((record) => /^v\s*=/i.test(record))
    .map(cleaned)
    .sort()

const inSpellingOrder = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.map(canonical).sort()

const unchanged = (records: ReadonlyArray<string>): ReadonlyArray<string> => records

/**
 * Guards against name servers that deny every name: a closed network often answers "no such name" for
 * all names that it does not know, and believing it would make every address invalid. While the canary,
 * a name that must exist, is denied too, "no such name" counts as unanswered.
 *
 * The canary's answer is cached like any other, so the check costs a question every few minutes.
 */
const withCanaryCheck = (questions: TimedQuestions, canary: string): TimedQuestions => {
  const checked =
    <Record>(ask: TimedQuestion<Record>): TimedQuestion<Record> =>
    (name, asker) =>
      Effect.flatMap(ask(name, asker), (timed) =>
        timed.answer._tag !== "NoDomain"
          ? Effect.succeed(timed)
          : Effect.map(questions.ns(canary, asker), ({ answer }) =>
              answer._tag === "Found"
                ? timed
                : { ...timed, answer: unanswered("denies every name") }
            )
      )
  return {
    a: checked(questions.a),
    aaaa: checked(questions.aaaa),
    mx: checked(questions.mx),
    ns: checked(questions.ns),
    policies: checked(questions.policies)
  }
}

/** The record type that a question asks for. Questions about policies ask for TXT. */
type AskedType = "a" | "aaaa" | "mx" | "ns" | "txt"

export interface ResolverOptions {
  /** Name servers as `ip[:port]`. An empty list means those of the operating system. */
  readonly servers?: ReadonlyArray<string>
  /**
   * A name that has name servers everywhere on the internet. While the servers deny this name too, "does not
   * exist" is not believed: closed networks deny every name, and every address would be invalid.
   */
  readonly canary?: string
  /** Called with every answer that is not from the cache, never with a name. */
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

/** Sends a question and calls `done` once. */
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

/** Makes questions to a network, which end with an answer within `questionWaitMax` of being sent. */
const makeQuestion = (client: DnsClient, onAnswer: ResolverOptions["onAnswer"]) => {
  let queriesSent = 0
  const question = <Raw, Record>(
    type: AskedType,
    kind: RecordKind<Raw>,
    read: (records: ReadonlyArray<Raw>) => ReadonlyArray<Record>
  ): TimedQuestion<Record> =>
    cached((name, done) => {
      queriesSent++
      client.ask(kind, name, (raw) => {
        const answer = raw._tag === "Found" ? found(read(raw.records)) : raw
        onAnswer?.(type, answer)
        done(answer)
      })
    })
  return { question, queriesSent: Effect.sync(() => queriesSent) }
}

const questionsTo = Effect.fnUntraced(function* ({
  servers = [],
  canary,
  onAnswer
}: ResolverOptions) {
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new DnsClient(servers)),
    (opened) => Effect.sync(() => opened.close())
  )
  const { question, queriesSent } = makeQuestion(client, onAnswer)
  const questions = {
    a: question("a", recordKinds.a, unchanged),
    aaaa: question("aaaa", recordKinds.aaaa, unchanged),
    mx: question("mx", recordKinds.mx, inOrder),
    ns: question("ns", recordKinds.ns, inSpellingOrder),
    policies: question("txt", recordKinds.txt, policiesIn)
  }
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
    ns: question("NS", inSpellingOrder),
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
    /** How many questions were sent to a server so far. Those answered from the cache are not counted. */
    readonly queriesSent: Effect.Effect<number>
  }
>()("@rcpt/verifier/dns/Resolver") {
  static readonly layer = (options: ResolverOptions): Layer.Layer<Resolver> =>
    Layer.effect(Resolver, questionsTo(options))

  /** Answers from a zone instead of the network, without a cache, so that a test defines what DNS says. */
  static readonly layerZone = (zone: Zone): Layer.Layer<Resolver> =>
    Layer.sync(Resolver, () => questionsIn(zone))
}
