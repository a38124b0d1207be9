/**
 * DNS, as this service asks it: five questions, each with an answer and never an error.
 *
 * Answers are remembered, the same question is never in flight twice, and no more than
 * `questionsAtOnceMax` are in flight together. An answer from memory costs about a microsecond.
 */
import { Resolver as NodeResolver } from "node:dns/promises"

import type { MailHost } from "@rcpt/domain/Evidence"
import { unanswered } from "@rcpt/domain/Fact"
import { Clock, Context, Duration, Effect, Layer, Semaphore } from "effect"

import { found, noData, noDomain } from "./Answer.ts"
import type { Answer } from "./Answer.ts"
import { byDeadline } from "./byDeadline.ts"
import type { Deadline } from "./byDeadline.ts"
import { doubting } from "./doubting.ts"
import { jittered } from "./jittered.ts"
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
} from "./limits.ts"
import { remember } from "./remember.ts"
import { answerFrom, parseMailHost } from "./Zone.ts"
import type { RecordType, Zone } from "./Zone.ts"

export type Question<Record> = (name: string) => Effect.Effect<Answer<Record>>

export interface Questions {
  readonly a: Question<string>
  readonly aaaa: Question<string>
  /** Lowest preference first, then by name. A null MX (RFC 7505) is one host with an empty name. */
  readonly mx: Question<MailHost>
  /** Names of the servers that hold the zone, in order, lower case. */
  readonly ns: Question<string>
  /**
   * Policy records only: TXT that begins with `v=`, as SPF, DMARC and their like all do. The rest
   * of a domain's TXT, often kilobytes of site verifications, is never kept.
   */
  readonly policies: Question<string>
}

/** An answer, and when it came: one from memory may be minutes old. Epoch milliseconds. */
export interface Told<Record> {
  readonly answer: Answer<Record>
  readonly at: number
}

/** Who has a deadline is told then that there was no answer; the question goes on. */
export type TimedQuestion<Record> = (
  name: string,
  deadline?: Deadline
) => Effect.Effect<Told<Record>>

/** The same questions, for whoever has to say how old the knowledge is. */
export type TimedQuestions = {
  readonly [Kind in keyof Questions]: Questions[Kind] extends Question<infer Record>
    ? TimedQuestion<Record>
    : never
}

export interface ResolverOptions {
  /** `ip[:port]`; the system's when empty. */
  readonly servers?: ReadonlyArray<string>
  /**
   * A name with name servers wherever the internet is. While it is denied as well, "no such name" is
   * not believed of any: closed networks answer so to everything, and every address would be invalid.
   */
  readonly canary?: string
}

/** RFC 1035 §2.3.3: names compare without case; a trailing dot only says where the name ends. */
const canonical = (name: string): string => {
  const lowerCase = name.toLowerCase()
  return lowerCase.endsWith(".") ? lowerCase.slice(0, -1) : lowerCase
}

/** Sorted, because DNS gives records of a set in any order and our answers must not depend on it. */
const inOrder = (hosts: ReadonlyArray<MailHost>): ReadonlyArray<MailHost> =>
  hosts
    .map(({ host, preference }) => ({ host: host === "." ? "" : canonical(host), preference }))
    .sort((one, other) => one.preference - other.preference || (one.host < other.host ? -1 : 1))
    .filter(({ host }, index, sorted) => sorted.findIndex((one) => one.host === host) === index)

// oxlint-disable-next-line no-control-regex -- a zone may hold any octet; JSON and SQL may not
const controls = /[\u0000-\u001f\u007f]/g

const policiesAmong = (records: ReadonlyArray<string>): ReadonlyArray<string> =>
  records
    .filter((record) => /^v\s*=/i.test(record))
    .map((record) => record.replace(controls, "").slice(0, policyRecordCharsMax).toWellFormed())
    .sort()

/** The words of RFC 1035 for what node:dns calls otherwise. */
const failures: Readonly<Record<string, string>> = {
  ESERVFAIL: "SERVFAIL",
  EREFUSED: "REFUSED",
  ENOTIMP: "NOTIMP",
  ETIMEOUT: "timeout"
}

/** A few codes of node:dns are an answer. Any other is a failure to get one. */
const answerOf = (cause: unknown): Answer<never> => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
  // EBADNAME: the name is longer than DNS can carry, so nobody can have published anything there.
  if (code === "ENOTFOUND" || code === "EBADNAME") return noDomain
  if (code === "ENODATA") return noData
  return unanswered(failures[code] ?? code)
}

const lifetimeOf = ({ answer }: Told<unknown>, name: string): Duration.Duration => {
  if (answer._tag === "Unanswered") return failureLifetime
  return jittered(answer._tag === "Found" ? foundLifetime : absentLifetime, name)
}

const timed =
  <Record>(ask: Question<Record>) =>
  (name: string): Effect.Effect<Told<Record>> =>
    Effect.flatMap(ask(name), (answer) =>
      Effect.map(Clock.currentTimeMillis, (at) => ({ answer, at }))
    )

const tooLate =
  (deadline: Deadline): (() => Told<never>) =>
  () => ({ answer: unanswered("deadline"), at: deadline.at })

const remembered = <Record>(ask: Question<Record>): TimedQuestion<Record> => {
  const told = remember({ learn: timed(ask), lifetimeOf, keysMax: answersKeptMax })
  return (name, deadline) =>
    told.ask(canonical(name), deadline && { deadline, orElse: tooLate(deadline) })
}

const untimed =
  <Record>(ask: TimedQuestion<Record>): Question<Record> =>
  (name) =>
    Effect.map(ask(name), ({ answer }) => answer)

const service = (questions: TimedQuestions, asked: Effect.Effect<number>) => ({
  a: untimed(questions.a),
  aaaa: untimed(questions.aaaa),
  mx: untimed(questions.mx),
  ns: untimed(questions.ns),
  policies: untimed(questions.policies),
  timed: questions,
  asked
})

const questionsTo = Effect.fnUntraced(function* (options: ResolverOptions) {
  const dns = yield* Effect.acquireRelease(
    Effect.sync(
      () => new NodeResolver({ timeout: tryWaitMillis, maxTimeout: tryWaitMillis, tries: triesMax })
    ),
    (dns) => Effect.sync(() => dns.cancel())
  )
  if (options.servers !== undefined && options.servers.length > 0) dns.setServers(options.servers)
  const turns = yield* Semaphore.make(questionsAtOnceMax)
  let asked = 0

  /** With a timer of its own: c-ares keeps its limits by a clock that ticks once a second. */
  const send = <Record>(ask: () => Promise<ReadonlyArray<Record>>) =>
    Effect.callback<Answer<Record>>((resume) => {
      asked++
      const tell = (answer: Answer<Record>) => {
        clearTimeout(timer)
        resume(Effect.succeed(answer))
      }
      const wait = Duration.toMillis(questionWaitMax)
      const timer = setTimeout(() => tell(unanswered("timeout")), wait)
      ask().then(
        (records) => tell(found(records)),
        (cause: unknown) => tell(answerOf(cause))
      )
    })

  const question = <Record>(ask: (name: string) => Promise<ReadonlyArray<Record>>) =>
    remembered((name) => turns.withPermit(send(() => ask(name))))

  const questions = {
    a: question((name) => dns.resolve4(name)),
    aaaa: question((name) => dns.resolve6(name)),
    mx: question(async (name) =>
      inOrder(
        (await dns.resolveMx(name)).map((mx) => ({ host: mx.exchange, preference: mx.priority }))
      )
    ),
    ns: question(async (name) => (await dns.resolveNs(name)).map(canonical).sort()),
    // A record comes in chunks of 255 octets, to be joined without blanks (RFC 7208 §3.3).
    policies: question(async (name) =>
      policiesAmong((await dns.resolveTxt(name)).map((chunks) => chunks.join("")))
    )
  }
  return service(
    options.canary === undefined ? questions : doubting(questions, options.canary),
    Effect.sync(() => asked)
  )
})

const questionsIn = (zone: Zone) => {
  let asked = 0
  const question = <Record>(
    type: RecordType,
    read: (values: ReadonlyArray<string>) => ReadonlyArray<Record>
  ): TimedQuestion<Record> => {
    const ask = timed((name: string): Effect.Effect<Answer<Record>> =>
      Effect.suspend(() => {
        asked++
        const answer = answerFrom(zone, type, canonical(name))
        if (answer === "silence") return Effect.never
        return Effect.succeed(answer._tag === "Found" ? found(read(answer.records)) : answer)
      })
    )
    return (name, deadline) =>
      deadline ? byDeadline(ask(name), deadline, tooLate(deadline)) : ask(name)
  }
  const questions = {
    a: question("A", (values) => values),
    aaaa: question("AAAA", (values) => values),
    mx: question("MX", (values) => inOrder(values.map(parseMailHost))),
    ns: question("NS", (values) => values.map(canonical).sort()),
    policies: question("TXT", policiesAmong)
  }
  return service(
    questions,
    Effect.sync(() => asked)
  )
}

export class Resolver extends Context.Service<
  Resolver,
  Questions & {
    readonly timed: TimedQuestions
    /** Questions sent to a server so far, answers from memory not counted. */
    readonly asked: Effect.Effect<number>
  }
>()("@rcpt/verifier/Resolver") {
  static readonly layer = (options: ResolverOptions): Layer.Layer<Resolver> =>
    Layer.effect(Resolver, questionsTo(options))

  /** A zone in place of the network, not remembered: a test says what the world answers. */
  static readonly layerZone = (zone: Zone): Layer.Layer<Resolver> =>
    Layer.sync(Resolver, () => questionsIn(zone))
}
