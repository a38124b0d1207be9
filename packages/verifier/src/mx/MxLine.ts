/**
 * The line in front of one group of mail hosts, seen from one of our addresses: questions in, what
 * the servers said out, at a pace that the hosts bear, over as few conversations as they allow, fair
 * between accounts. Of this process: whoever has many sees to it that a group has one line.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Clock, Effect, Fiber } from "effect"
import type { Scope } from "effect"

import type { DomainMemory } from "../DomainMemory.ts"
import type { Questions } from "../Resolver.ts"
import type { ProbePolicy } from "../rules/probePolicies.ts"
import type { Caller } from "../smtp/Conversation.ts"
import type { Transcript } from "../smtp/Transcript.ts"
import { awaitFlight, Controls } from "./Controls.ts"
import { Desk } from "./Desk.ts"
import type { Turn } from "./Desk.ts"
import { Entry } from "./Entry.ts"
import { evidenceOf, nothingKnown } from "./Heard.ts"
import type { Heard } from "./Heard.ts"
import { makeKeeper } from "./Keeper.ts"
import type { PaceMemory } from "./Keeper.ts"
import { repliesShownMax, waitingMax } from "./limits.ts"
import { statusOf } from "./LineStatus.ts"
import type { BlockAlarm, LineStatus, ShownReply } from "./LineStatus.ts"
import { isBlocked, isRested, limitsOf, restorePace } from "./pace.ts"
import type { FixedPace, PaceState } from "./pace.ts"
import type { Places } from "./Places.ts"
import { haveTalk } from "./talk.ts"
import type { TalkOptions } from "./TalkContext.ts"
import { Ticket } from "./Ticket.ts"
import type { LineQuestion, Settled, Talk } from "./Ticket.ts"
import { Waker } from "./Waker.ts"

export interface MxLineOptions {
  readonly group: string
  /** Of its hosts. */
  readonly policy: ProbePolicy
  /** In place of the policy's pace and of all that adapts it. */
  readonly pace?: FixedPace | undefined
  readonly caller: Caller
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly domains: DomainMemory["Service"]
  /** Shared with all other lines of the process. */
  readonly places: Places
  /** Where the pace outlives the line. */
  readonly memory?: PaceMemory | undefined
  /** So many domains refuse us that we must be blocked: somebody has to do something. */
  readonly onAlarm?: ((alarm: BlockAlarm) => Effect.Effect<void>) | undefined
  readonly waitingMax?: number | undefined
}

export interface MxLine {
  readonly ask: (question: LineQuestion) => Effect.Effect<SmtpEvidence>
  readonly status: Effect.Effect<LineStatus>
  /** Nothing waits, nothing is open: it may be closed. */
  readonly isIdle: () => boolean
  /** And a new one would do exactly the same. */
  readonly isRested: () => boolean
}

/** What an answer teaches of a domain, apart from what it does with strangers. */
const learnFrom = Effect.fnUntraced(function* (
  { domains }: MxLineOptions,
  { address: { domain }, deferredAt }: LineQuestion,
  { target: { reading, mxHost: source } }: Heard,
  now: number
) {
  if (reading.subReason === "tls_required") {
    yield* domains.learn(domain, { about: "tls", needed: true, source })
  }
  if (deferredAt !== undefined && reading.mailboxExists !== undefined) {
    const delayMillis = Math.max(0, now - deferredAt)
    yield* domains.learn(domain, { about: "greylist", delayMillis, source })
  }
})

const answerTo = Effect.fnUntraced(function* (
  options: MxLineOptions,
  question: LineQuestion,
  settled: Settled
): Effect.fn.Return<SmtpEvidence> {
  if (!("_tag" in settled)) return settled
  const answer =
    settled.flight === undefined
      ? nothingKnown
      : yield* awaitFlight(settled.flight, settled.deadline)
  const now = yield* Clock.currentTimeMillis
  yield* learnFrom(options, question, settled, now)
  const { catchAll } = question
  const known = catchAll._tag === "Unanswered" ? answer.known : catchAll
  return evidenceOf(settled, { ...answer, known }, now)
})

type Fork = (effect: Effect.Effect<void>) => Fiber.Fiber<void>

/** The last replies that counted, and when. */
const replyRing = (now: () => number) => {
  let shown: ReadonlyArray<ShownReply> = []
  return {
    shown: () => shown,
    show: ({ lines }: Transcript): void => {
      const at = now()
      const counted = lines.filter(({ ruleId, fault }) => (ruleId ?? fault) !== undefined)
      shown = [...shown, ...counted.map((line) => ({ ...line, at }))].slice(-repliesShownMax)
    }
  }
}

/** Conversations under way, each a fiber of its own. */
const makeTalks = (fork: Fork, options: () => TalkOptions) => {
  const talks = new Set<Talk>()
  return {
    begin: (turn: Turn, ticket: Ticket): void => {
      const talk: Talk = { fiber: undefined, ticket: undefined }
      const entry = new Entry(options().desk, options().now, turn)
      talks.add(talk)
      talk.fiber = fork(haveTalk(options(), entry, talk, ticket))
      talk.fiber.addObserver(() => talks.delete(talk))
    },
    endAll: Effect.suspend(() => Fiber.interruptAll([...talks].flatMap(({ fiber }) => fiber ?? [])))
  }
}

/** Those who wait for an answer. */
const makeTickets = (desk: Desk) => {
  const tickets = new Set<Ticket>()
  return {
    isEmpty: () => tickets.size === 0,
    settled: (question: LineQuestion): Effect.Effect<Settled> =>
      Effect.callback((resume) => {
        const ticket = new Ticket(question, (answer) => {
          tickets.delete(ticket)
          // Who asks one after the other finds this conversation free, not about to be.
          queueMicrotask(() => resume(Effect.succeed(answer)))
        })
        tickets.add(ticket)
        desk.offer(ticket)
        return Effect.sync(() => {
          tickets.delete(ticket)
          desk.abandon(ticket)
        })
      }),
    settleAll: Effect.sync(() => {
      for (const ticket of tickets) ticket.settle(notChecked("smtp_unavailable"))
    })
  }
}

export const makeMxLine = Effect.fnUntraced(function* (
  options: MxLineOptions
): Effect.fn.Return<MxLine, never, Scope.Scope> {
  const { group, policy, pace, places, onAlarm } = options
  const clock = yield* Clock.Clock
  const fork = Effect.runForkWith(yield* Effect.context())
  const now = (): number => clock.currentTimeMillisUnsafe()
  const limits = limitsOf(policy, pace)
  const keeper = yield* makeKeeper(limits.isFixed ? undefined : options.memory)
  const replies = replyRing(now)
  const waker = new Waker(clock, fork, () => desk.work())
  const talks = makeTalks(fork, () => talkOptions)
  const onPace = (before: PaceState, after: PaceState): void => {
    keeper.keep(before, after)
    const isNews = isBlocked(after, now()) && after.pause !== before.pause
    if (isNews && onAlarm) fork(onAlarm({ group, until: after.pause?.until ?? now() }))
  }
  const desk = new Desk(restorePace(keeper.kept, limits), {
    limits,
    places,
    waitingMax: options.waitingMax ?? waitingMax,
    now,
    wakeAt: (at) => waker.set(at),
    begin: talks.begin,
    onPace
  })
  const controls = new Controls()
  const talkOptions: TalkOptions = { ...options, desk, controls, now, show: replies.show }
  const tickets = makeTickets(desk)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => desk.close()).pipe(
      Effect.andThen(talks.endAll),
      Effect.andThen(tickets.settleAll)
    )
  )
  const isIdle = (): boolean => desk.isIdle && tickets.isEmpty()
  return {
    ask: (question) =>
      Effect.flatMap(tickets.settled(question), (answer) => answerTo(options, question, answer)),
    status: Effect.sync(() => statusOf(group, desk, limits, replies.shown(), now())),
    isIdle,
    isRested: () => isIdle() && isRested(desk.pace, limits, now())
  }
})
