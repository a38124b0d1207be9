/**
 * The queue of one group of mail hosts, for one of our IP addresses. It turns probe requests into SMTP
 * evidence at a pace that the hosts accept, over as few sessions as possible, and fairly between accounts.
 * It knows only this process: with several, the caller has to give each group one queue.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Clock, Context, Effect, Fiber, Tracer } from "effect"
import type { Scope } from "effect"

import type { Questions } from "../dns/Questions.ts"
import type { DomainKnowledge } from "../DomainKnowledge.ts"
import type { Transcript } from "../smtp/askRecipients.ts"
import type { ProbePolicy } from "../smtp/rules/probePolicies.ts"
import type { SmtpClient } from "../smtp/SmtpSession.ts"
import type { OurNames } from "../smtp/withoutEcho.ts"
import { currentSpan, partOf, traced, verifierSpans } from "../spans.ts"
import { Alarm } from "./Alarm.ts"
import type { Connections } from "./ConnectionLimit.ts"
import { awaitControlProbe, ControlProbes, noControlResult } from "./ControlProbe.ts"
import { makeGoingAhead } from "./knownCatchAlls.ts"
import { repliesShownMax, unreadTextsMax, waitingMax } from "./limits.ts"
import { firstAddress, isAddressGroup } from "./mailHostGroups.ts"
import { isBlocked, isRested, limitsOf, restorePace, servedAt } from "./pace.ts"
import type { FixedPace, PaceState } from "./pace.ts"
import { makePaceStore } from "./PaceStore.ts"
import type { PaceStorage } from "./PaceStore.ts"
import { evidenceOf, Probe } from "./Probe.ts"
import type { Heard, ProbeOutcome, ProbeRequest, RunningSession } from "./Probe.ts"
import { ProbeScheduler } from "./ProbeScheduler.ts"
import type { ConnectionPermit } from "./ProbeScheduler.ts"
import { statusOf } from "./QueueStatus.ts"
import type { BlockAlarm, QueueStatus, ShownReply, UnreadReplies } from "./QueueStatus.ts"
import { runSession } from "./runSession.ts"
import type { SessionOptions } from "./SessionContext.ts"
import { sessionContext } from "./SessionContext.ts"

export interface MxQueueOptions {
  /** The group: a name, or the IP address that all its hosts have. */
  readonly group: string
  /** The policy of the group's hosts. */
  readonly policy: ProbePolicy
  /** A fixed pace, which replaces the policy's pace and everything that adapts it. */
  readonly pace?: FixedPace | undefined
  /** Since when the address of `client` is in use, in epoch milliseconds, if it has to warm up. */
  readonly warmsSince?: number | undefined
  readonly client: SmtpClient
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly knowledge: DomainKnowledge["Service"]
  /** The limit of connections, which is shared with other queues of the process. */
  readonly connections: Connections
  /** The storage in which the pace outlives the queue. */
  readonly storage?: PaceStorage | undefined
  /** Called when so many domains refuse us that we must be blocked: an operator has to act. */
  readonly onAlarm?: ((alarm: BlockAlarm) => Effect.Effect<void>) | undefined
  readonly waitingMax?: number | undefined
}

/** Times in epoch milliseconds. */
export interface QueuePace {
  /** When today's cap of a new address allows the next session; 0 means now. */
  readonly opensAt: number
  /** The last ordinary answer that is remembered; 0: none. */
  readonly servedAt: number
}

export interface MxQueue {
  readonly probe: (request: ProbeRequest) => Effect.Effect<SmtpEvidence>
  readonly status: Effect.Effect<QueueStatus>
  readonly pace: () => QueuePace
  /** Whether nothing waits and no connection is open, so that the queue may be closed. */
  readonly isIdle: () => boolean
  /** Whether the queue is idle and a new queue would do exactly the same. */
  readonly isRested: () => boolean
}

/** Stores what a result shows about its domain. The control probe stores whether it is a catch-all. */
const learnFrom = Effect.fnUntraced(function* (
  { knowledge }: MxQueueOptions,
  { probe: { request }, target: { reading, mxHost: source } }: Heard,
  now: number
) {
  const { address, deferredAt } = request
  const { domain } = address
  if (reading.subReason === "tls_required") {
    yield* knowledge.learn(domain, { about: "tls", needed: true, source })
  }
  if (deferredAt !== undefined && reading.mailboxExists !== undefined) {
    const delayMillis = Math.max(0, now - deferredAt)
    yield* knowledge.learn(domain, { about: "greylist", delayMillis, source })
  }
})

/** The evidence of an outcome. It waits for the control probe, if there is one. */
const evidenceFrom = Effect.fnUntraced(function* (
  options: MxQueueOptions,
  outcome: ProbeOutcome
): Effect.fn.Return<SmtpEvidence> {
  if (!("_tag" in outcome)) return outcome
  const { probe, controlProbe } = outcome
  const control =
    controlProbe === undefined
      ? noControlResult
      : yield* awaitControlProbe(controlProbe, probe.deadline)
  const now = yield* Clock.currentTimeMillis
  yield* learnFrom(options, outcome, now)
  const { catchAll } = probe.request
  const knownCatchAll = catchAll._tag === "Unanswered" ? control.knownCatchAll : catchAll
  return evidenceOf(outcome, { ...control, knownCatchAll }, now)
})

type Fork = (effect: Effect.Effect<void>) => Fiber.Fiber<void>

/** Keeps the latest replies and the faults, each with its time, and the texts that no rule understood. */
const replyRing = (now: () => number) => {
  let replies: ReadonlyArray<ShownReply> = []
  let unread: UnreadReplies | undefined
  return {
    latest: () => ({ lastReplies: replies, ...(unread && { unread }) }),
    record: ({ lines, unread: texts }: Transcript): void => {
      if (texts.length > 0) {
        const { count, texts: before } = unread ?? { count: 0, texts: [] }
        const different = [...new Set([...before, ...texts])].slice(-unreadTextsMax)
        unread = { count: count + texts.length, texts: different }
      }
      const at = now()
      const decisive = lines.filter(({ ruleId, fault }) => (ruleId ?? fault) !== undefined)
      replies = [...replies, ...decisive.map((line) => ({ ...line, at }))].slice(-repliesShownMax)
    }
  }
}

/** The running sessions, each in a fiber of its own. */
const makeSessions = (fork: Fork, options: () => SessionOptions) => {
  const sessions = new Set<RunningSession>()
  return {
    start: (permit: ConnectionPermit, probe: Probe): void => {
      const session = sessionContext(options(), permit)
      sessions.add(session)
      session.fiber = fork(partOf(probe.span)(runSession(session, probe)))
      session.fiber.addObserver(() => sessions.delete(session))
    },
    interruptAll: Effect.suspend(() =>
      Fiber.interruptAll([...sessions].flatMap(({ fiber }) => fiber ?? []))
    )
  }
}

/** The probes whose callers wait for an outcome. */
const makeProbes = (scheduler: ProbeScheduler, ours: OurNames) => {
  const probes = new Set<Probe>()
  return {
    isEmpty: () => probes.size === 0,
    outcomeOf: (request: ProbeRequest, ip: string | undefined): Effect.Effect<ProbeOutcome> =>
      Effect.withFiber((fiber) =>
        Effect.callback((resume) => {
          const onComplete = (outcome: ProbeOutcome) => {
            probes.delete(probe)
            // A caller that probes one address after the other finds the session idle by then.
            queueMicrotask(() => resume(Effect.succeed(outcome)))
          }
          const span = currentSpan(fiber)
          const probe = new Probe(request, { ip, ours, onComplete, span })
          probes.add(probe)
          scheduler.enqueue(probe)
          return Effect.sync(() => {
            probes.delete(probe)
            scheduler.cancel(probe)
          })
        })
      ),
    completeAll: Effect.sync(() => {
      for (const probe of probes) probe.complete(notChecked("smtp_unavailable"))
    })
  }
}

/**
 * The group's address, if mail for this request goes there. Then any session with that address will do,
 * whichever domain it was opened for. DNS is asked again, because the host may have moved meanwhile.
 */
const sharedAddress = (
  { group, dns, client }: MxQueueOptions,
  { hosts: [first], deadline }: ProbeRequest
): Effect.Effect<string | undefined> =>
  !isAddressGroup(group) || first === undefined
    ? Effect.undefined
    : Effect.map(firstAddress(dns, client.isPublic, first.host, deadline), (ip) =>
        ip === group ? ip : undefined
      )

const asked = (
  options: MxQueueOptions,
  { outcomeOf }: ReturnType<typeof makeProbes>,
  request: ProbeRequest
): Effect.Effect<SmtpEvidence> =>
  sharedAddress(options, request).pipe(
    Effect.flatMap((ip) => outcomeOf(request, ip)),
    Effect.flatMap((outcome) => evidenceFrom(options, outcome))
  )

export const makeMxQueue = Effect.fnUntraced(function* (
  options: MxQueueOptions
): Effect.fn.Return<MxQueue, never, Scope.Scope> {
  const { group, policy, pace, connections, onAlarm } = options
  const clock = yield* Clock.Clock
  // A session belongs to the span of its first probe, not to that of the caller that opened the queue.
  const fork = Effect.runForkWith(Context.omit(Tracer.ParentSpan)(yield* Effect.context()))
  const now = (): number => clock.currentTimeMillisUnsafe()
  const limits = limitsOf(policy, pace, options.warmsSince)
  const paceStore = yield* makePaceStore(limits.isFixed ? undefined : options.storage)
  const replies = replyRing(now)
  const alarm = new Alarm(clock, fork, () => scheduler.dispatch())
  const sessions = makeSessions(fork, () => sessionOptions)
  const onPaceChange = (before: PaceState, after: PaceState): void => {
    paceStore.onChange(before, after)
    const isNewBlock = isBlocked(after, now()) && after.pause !== before.pause
    if (isNewBlock && onAlarm) fork(onAlarm({ group, until: after.pause?.until ?? now() }))
  }
  const scheduler = new ProbeScheduler(restorePace(paceStore.saved, limits), {
    limits,
    connections,
    waitingMax: options.waitingMax ?? waitingMax,
    now,
    wakeAt: (at) => alarm.set(at),
    startSession: sessions.start,
    onPaceChange
  })
  const controls = new ControlProbes()
  const sessionOptions: SessionOptions = {
    ...options,
    scheduler,
    controls,
    pipelines: new Map(),
    now,
    recordReplies: replies.record
  }
  const probes = makeProbes(scheduler, options.client)
  const unlessKnown = makeGoingAhead(options.knowledge)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => scheduler.close()).pipe(
      Effect.andThen(sessions.interruptAll),
      Effect.andThen(probes.completeAll)
    )
  )
  const isIdle = (): boolean => scheduler.isIdle && probes.isEmpty()
  return {
    probe: (request) =>
      unlessKnown(request, asked(options, probes, request)).pipe(
        traced(verifierSpans.probe, { urgency: request.urgency }, (smtp) => ({
          checked: smtp.checked,
          status: smtp.status,
          reason: smtp.checked ? undefined : smtp.reason,
          provider: smtp.checked ? smtp.provider : undefined
        }))
      ),
    status: Effect.sync(() => statusOf(group, scheduler, limits, replies.latest(), now())),
    pace: () => ({ opensAt: scheduler.opensAt, servedAt: servedAt(scheduler.pace) }),
    isIdle,
    isRested: () => isIdle() && isRested(scheduler.pace, limits, now())
  }
})
