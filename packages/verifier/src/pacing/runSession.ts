/**
 * Runs one session with one mail host, from its first probe to the last that the host or its policy allows.
 * Probes that wait for the host go together, as many as one write may have; only the first of a server goes alone.
 */
import { notChecked } from "@rcpt/domain/Smtp"
import { Duration, Effect } from "effect"
import type { Scope } from "effect"

import { questionTo } from "../smtp/askRecipients.ts"
import { askFirst } from "../smtp/connectFirst.ts"
import { isHeard, readFailure } from "../smtp/interpretProbe.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { probePolicyOf } from "../smtp/rules/probePolicies.ts"
import type { SmtpSession } from "../smtp/SmtpSession.ts"
import { traced, verifierSpans } from "../spans.ts"
import { noControlResult } from "./ControlProbe.ts"
import type { ControlProbe } from "./ControlProbe.ts"
import { answerFromKnowledge } from "./knownCatchAlls.ts"
import type { Probe } from "./Probe.ts"
import {
  completeAndRequestControl,
  concludeSharedControl,
  runControlsApart
} from "./runControls.ts"
import { ask, reportResult } from "./SessionContext.ts"
import type { SessionContext } from "./SessionContext.ts"
import { companyMax, fitsInto, hostFor, roomIn } from "./sessionRules.ts"

/** The answer to a probe. */
interface AskedProbe {
  readonly probe: Probe
  readonly session: SmtpSession
  readonly target: RcptResult
}

/** The control probes that are still to be made: in this session, as far as it has room, and in their own. */
interface Controls {
  readonly here: ReadonlyArray<ControlProbe>
  readonly apart: ReadonlyArray<ControlProbe>
}

/** Completes the probes, and returns their control probes. */
const concludeProbes = Effect.fnUntraced(function* (
  context: SessionContext,
  asked: ReadonlyArray<AskedProbe>
): Effect.fn.Return<Controls> {
  const here: Array<ControlProbe> = []
  const apart: Array<ControlProbe> = []
  for (const { probe, session, target } of asked) {
    const host = hostFor(probe, session)
    const control = yield* completeAndRequestControl(context, probe, target, session, host)
    if (control === undefined) continue
    const isSame = probePolicyOf(host).control === "same"
    const controls = isSame && roomIn(session, here, host) > 0 ? here : apart
    controls.push(control)
  }
  return { here, apart }
})

/** Puts back a probe that lost its session through no fault of its own, once. It is then asked in turn. */
const requeued = (context: SessionContext, probe: Probe, counts = true): boolean => {
  if (probe.wasRequeued || context.now() >= probe.deadline) return false
  context.recordReplies(probe.transcript)
  context.scheduler.requeue(probe, counts)
  return true
}

interface Group {
  readonly controls: ReadonlyArray<ControlProbe>
  readonly probes: ReadonlyArray<Probe>
  /** The probe that has opened the session. */
  readonly opener?: Probe
}

/**
 * Asks about control addresses and probes in one write, if the server takes that. Concludes the controls, and returns
 * the answers to the probes in the same order.
 */
const askGroup = Effect.fnUntraced(function* (
  context: SessionContext,
  session: SmtpSession,
  { controls, probes, opener }: Group
): Effect.fn.Return<ReadonlyArray<AskedProbe>> {
  const { ip } = session.address
  const aboutControls = controls.map((control) => questionTo(control.mx.host, control))
  const aboutProbes = probes.map((probe) => questionTo(hostFor(probe, session), probe))
  const questions = [...aboutControls, ...aboutProbes]
  const { results, together } = yield* ask(context, session, questions, { opener })
  if (!isBroken(context, session)) {
    if (session.isSpent()) context.pipelines.delete(ip)
    else context.pipelines.set(ip, "proven")
  }
  for (const [index, control] of controls.entries()) {
    const result = results[index]
    if (result !== undefined) yield* concludeSharedControl(context, control, result, together)
  }
  return probes.flatMap((probe, index) => {
    const target = results[controls.length + index]
    return target === undefined ? [] : [{ probe, session, target }]
  })
})

/**
 * Puts back the probes for which there was no answer, because the session broke or the server ended it because of
 * others. Returns the rest. The last goes back first, so that their order stays.
 */
const withoutRequeued = (
  context: SessionContext,
  asked: ReadonlyArray<AskedProbe>
): ReadonlyArray<AskedProbe> => {
  const brokeAt = asked.findIndex(({ target }) => !isHeard(target))
  return [...asked.entries()]
    .toReversed()
    .filter(
      ([index, { probe, target }]) =>
        isHeard(target) || !requeued(context, probe, index === brokeAt)
    )
    .map(([, one]) => one)
    .toReversed()
}

const attach = (context: SessionContext, probe: Probe): void =>
  probe.attach(context, context.now(), Duration.toMillis(context.client.timeouts.total))

/** Whether the server has to be asked for this probe. If not, the probe is completed. */
const isToAsk = Effect.fnUntraced(function* (context: SessionContext, probe: Probe) {
  if (probe.isDone || !probe.isWanted()) return false
  const known = yield* answerFromKnowledge(context, probe.request)
  if (known !== undefined) probe.complete(known)
  return !probe.isDone
})

const isBroken = ({ pipelines }: SessionContext, { address }: SmtpSession): boolean =>
  pipelines.get(address.ip) === "broken"

const queueKeyOf = ({ group }: SessionContext, { address: { host, ip } }: SmtpSession): string =>
  ip === group ? ip : host

/**
 * The probe, with those that wait for this host and may go together with it and with the control probes that are still
 * to be made, as far as one write and the session have room.
 */
const joinedBy = Effect.fnUntraced(function* (
  context: SessionContext,
  session: SmtpSession,
  first: Probe | undefined,
  controls: ReadonlyArray<ControlProbe> = []
): Effect.fn.Return<ReadonlyArray<Probe>> {
  const { client, knowledge, now, pipelines, scheduler } = context
  const room = roomIn(session, controls)
  const isUnknown = (domain: string) =>
    (knowledge.known(domain, now())?.catchAll._tag ?? "Unanswered") === "Unanswered"
  const group: Array<Probe> = []
  const fits = (probe: Probe) => {
    const deadlineMin = now() + Duration.toMillis(client.timeouts.command)
    return fitsInto(group, probe, { room, deadlineMin, isUnknown })
  }
  let most = companyMax(session, pipelines.get(session.address.ip), controls)
  if (first !== undefined) {
    if (most > 0 && !fits(first)) most = 0
    group.push(first)
  }
  while (group.length < most) {
    const isOfList = (probe: Probe) => group.length > 0 || probe.urgency === "bulk"
    const next = scheduler.takeNext(
      queueKeyOf(context, session),
      (probe) => isOfList(probe) && fits(probe)
    )
    if (next === undefined) break
    if (yield* isToAsk(context, next)) group.push(next)
  }
  for (const probe of group) attach(context, probe)
  return group
})

/** The probes that this session asks about next. It waits a moment for the first, unless control probes are to be made. */
const nextProbes = Effect.fnUntraced(function* (
  context: SessionContext,
  session: SmtpSession,
  { here, apart }: Controls
): Effect.fn.Return<ReadonlyArray<Probe>> {
  // Callers wait for the control probes that need their own sessions.
  if (apart.length > 0) return []
  if (here.length > 0) return yield* joinedBy(context, session, undefined, here)
  const { scheduler } = context
  while (roomIn(session) > 0) {
    const at = queueKeyOf(context, session)
    const next = scheduler.takeNext(at) ?? (yield* scheduler.awaitNext(at))
    if (next === undefined) break
    if (yield* isToAsk(context, next)) return yield* joinedBy(context, session, next)
  }
  return []
})

/** This probe, or the first one behind it whose server has to be asked. */
const firstToAsk = Effect.fnUntraced(function* (
  context: SessionContext,
  first: Probe
): Effect.fn.Return<Probe | undefined> {
  const [host = ""] = first.hosts
  let probe: Probe | undefined = first
  while (probe !== undefined && !(yield* isToAsk(context, probe)))
    probe = context.scheduler.takeNext(host)
  return probe
})

/** Runs all probes of one session. It ends with the first control probes that need their own sessions. */
const runProbes = Effect.fnUntraced(function* (
  context: SessionContext,
  taken: Probe
): Effect.fn.Return<ReadonlyArray<ControlProbe>, never, Scope.Scope> {
  const first = yield* firstToAsk(context, taken)
  if (first === undefined) return []
  attach(context, first)
  const { client, dns } = context
  const others: Array<AskedProbe> = []
  const askWithOthers = Effect.fnUntraced(function* (session: SmtpSession) {
    const probes = yield* joinedBy(context, session, first)
    const group = { controls: [], probes, opener: first }
    const [asked, ...rest] = yield* askGroup(context, session, group)
    others.push(...withoutRequeued(context, rest))
    return asked === undefined ? yield* Effect.die(new Error("no answer")) : asked.target
  })
  const onRefusal = (result: RcptResult) => reportResult(context, first, result, true)
  const opening = { client, dns, rcpt: first, hosts: first.request.hosts, onRefusal }
  const opened = yield* askFirst(opening, askWithOthers)
  if (typeof opened === "string") {
    first.complete(notChecked(opened))
    return []
  }
  if ("failure" in opened) {
    const target = readFailure(opened.failure, opened.mx.host, first.recipient, client)
    context.recordReplies(first.transcript)
    first.hear(target, false)
    // `connectFirst` has reported each refusal. Silence counts once, however many hosts are silent.
    if (opened.failure._tag === "ConnectionLost") reportResult(context, first, target, true)
    return []
  }
  const { session, target } = opened
  // Sending its commands together has cost the answer.
  const isLost = target.reply === undefined && isBroken(context, session)
  const isAsked = !isLost || !requeued(context, first)
  let controls = yield* concludeProbes(
    context,
    isAsked ? [{ probe: first, session, target }, ...others] : others
  )
  while (true) {
    const probes = yield* nextProbes(context, session, controls)
    const { here, apart } = controls
    if (here.length + probes.length === 0) return apart
    const answers = yield* askGroup(context, session, { controls: here, probes })
    const next = yield* concludeProbes(context, withoutRequeued(context, answers))
    controls = { here: next.here, apart: [...apart, ...next.apart] }
  }
})

/** Runs a session until it ends. However it ends, it completes its probe and all control probes that it started. */
export const runSession = (context: SessionContext, first: Probe): Effect.Effect<void> =>
  Effect.scoped(runProbes(context, first)).pipe(
    traced(verifierSpans.smtpSession, {}),
    Effect.flatMap((apart) => runControlsApart(context, apart)),
    Effect.catchDefect((defect) => Effect.logError("An SMTP session broke off.", defect)),
    Effect.ensuring(
      Effect.sync(() => {
        const { controls, ownControls, probes, slot } = context
        slot.releaseUnused()
        for (const controlProbe of ownControls) controls.complete(controlProbe, noControlResult)
        for (const probe of probes) probe.complete(notChecked("smtp_unavailable"))
      })
    )
  )
