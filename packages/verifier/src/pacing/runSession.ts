/**
 * Runs one session with one mail host, from its first probe to the last that the host or its policy allows.
 * Probes that wait for the host go together, as many as one write may have; only the first of a server goes alone.
 */
import { print } from "@rcpt/domain/Address"
import { notChecked } from "@rcpt/domain/Smtp"
import { Duration, Effect } from "effect"
import type { Scope } from "effect"

import { askRecipients } from "../smtp/askRecipient.ts"
import type { RcptContext } from "../smtp/askRecipient.ts"
import { askFirst } from "../smtp/connectFirst.ts"
import { isHeard, readFailure } from "../smtp/interpretProbe.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { recipientsPerGroupMax } from "../smtp/limits.ts"
import { probePolicyOf } from "../smtp/rules/probePolicies.ts"
import type { SmtpSession } from "../smtp/SmtpSession.ts"
import { traced, verifierSpans } from "../spans.ts"
import {
  completeAndRequestControl,
  concludeSharedControl,
  controlQuestionOf,
  runControlsApart
} from "./controlProbe.ts"
import type { ControlRequest } from "./controlProbe.ts"
import { answerFromKnowledge } from "./knownCatchAlls.ts"
import type { PendingProbe, RunningSession } from "./PendingProbe.ts"
import { noControlResult } from "./ProbeResult.ts"
import { completeProbe, rcptContextFor } from "./SessionContext.ts"
import type { SessionContext, SessionOptions, SessionSlot } from "./SessionContext.ts"

/** The session under the name of a host of this probe. The name that opened it belongs to other callers. */
const inNameOf = (session: SmtpSession, { request: { hosts } }: PendingProbe): SmtpSession => {
  const [first] = hosts
  const { address } = session
  return first === undefined || hosts.some(({ host }) => host === address.host)
    ? session
    : { ...session, address: { ...address, host: first.host } }
}

/** The answer to a probe. */
interface AskedProbe {
  readonly probe: PendingProbe
  readonly rcpt: RcptContext
  /** The session under the name of a host of this probe. */
  readonly session: SmtpSession
  readonly target: RcptResult
}

/** The control probes that are still to be made: in this session, as far as it has room, and in their own. */
interface Controls {
  readonly here: ReadonlyArray<ControlRequest>
  readonly apart: ReadonlyArray<ControlRequest>
}

/** Completes the probes, and returns their control probes. */
const concludeProbes = Effect.fnUntraced(function* (
  context: SessionContext,
  asked: ReadonlyArray<AskedProbe>
): Effect.fn.Return<Controls> {
  const here: Array<ControlRequest> = []
  const apart: Array<ControlRequest> = []
  for (const { probe, rcpt, session, target } of asked) {
    const request = yield* completeAndRequestControl(context, probe, rcpt, target, session)
    if (request === undefined) continue
    const { control, recipientsMax } = probePolicyOf(session.address.host)
    const hasRoom = !session.isSpent() && session.recipientCount() + here.length < recipientsMax
    const requests = control === "same" && hasRoom ? here : apart
    requests.push(request)
  }
  return { here, apart }
})

/**
 * Puts back a probe that lost its session through no fault of its own, once. It is then asked in turn.
 */
const requeued = (
  context: SessionContext,
  probe: PendingProbe,
  { transcript }: RcptContext,
  counts = true
): boolean => {
  if (probe.wasRequeued || context.now() >= probe.deadline) return false
  context.recordReplies(transcript)
  context.scheduler.requeue(probe, counts)
  return true
}

interface Group {
  readonly controls: ReadonlyArray<ControlRequest>
  readonly probes: ReadonlyArray<PendingProbe>
  /** The context of the first probe, if it has opened the session. */
  readonly opening?: RcptContext
}

const questionOf = (
  context: SessionContext,
  session: SmtpSession,
  probe: PendingProbe,
  opening: RcptContext | undefined
) => {
  const { deadline, wasRequeued, request } = probe
  const { address } = request
  const named = inNameOf(session, probe)
  const own = { domain: address.domain, deadline, wasRequeued }
  return {
    probe,
    session: named,
    rcpt: opening ?? rcptContextFor(context, own, false),
    host: named.address.host,
    recipient: print(address),
    control: false
  }
}

/**
 * Asks about control addresses and probes in one write, if the server takes that. Concludes the controls, and returns
 * the answers to the probes in the same order.
 */
const askGroup = Effect.fnUntraced(function* (
  context: SessionContext,
  session: SmtpSession,
  { controls, probes, opening }: Group
): Effect.fn.Return<ReadonlyArray<AskedProbe>> {
  const aboutControls = controls.map((request) => controlQuestionOf(context, request, false))
  const aboutProbes = probes.map((probe, index) =>
    questionOf(context, session, probe, index === 0 ? opening : undefined)
  )
  const questions = [...aboutControls, ...aboutProbes]
  const together = questions.every(({ rcpt }) => rcpt.pipelining.mayAskTogether(session))
  const results = yield* askRecipients(session, questions, { together })
  if (!isBroken(context, session)) {
    if (session.isSpent()) context.pipelines.delete(session.address.ip)
    else context.pipelines.set(session.address.ip, "proven")
  }
  for (const [index, question] of aboutControls.entries()) {
    const result = results[index]
    if (result !== undefined) yield* concludeSharedControl(context, question, result, together)
  }
  return aboutProbes.flatMap((question, index) => {
    const target = results[controls.length + index]
    return target === undefined ? [] : [{ ...question, target }]
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
  const isAnswered = [...asked.entries()]
    .toReversed()
    .map(
      ([index, { probe, rcpt, target }]) =>
        isHeard(target) || !requeued(context, probe, rcpt, index === brokeAt)
    )
    .toReversed()
  return asked.filter((_, index) => isAnswered[index])
}

const attach = ({ session, client, now }: SessionContext, probe: PendingProbe): void =>
  probe.attach(session, now(), Duration.toMillis(client.timeouts.total))

/** Whether the server has to be asked for this probe. If not, the probe is completed. */
const isToAsk = Effect.fnUntraced(function* (context: SessionContext, probe: PendingProbe) {
  if (probe.isCancelled || !probe.isWanted()) return false
  const known = yield* answerFromKnowledge(context, probe.request)
  if (known !== undefined) probe.complete(known)
  return known === undefined
})

/**
 * Whether a probe may be asked about together with others. Somebody who waits does not wait for rows of a list, a
 * probe that has little time would take it from the others, and one that lost a session before is asked alone. A
 * recipient of a domain whose control probe is still to come takes the place of two.
 */
const fitsInto =
  (context: SessionContext, room: number, group: ReadonlyArray<PendingProbe>) =>
  (probe: PendingProbe): boolean => {
    const all = [...group, probe]
    const isUnknown = (domain: string) =>
      (context.knowledge.known(domain, context.now())?.catchAll._tag ?? "Unanswered") ===
      "Unanswered"
    const domains = all.flatMap(({ request: { catchAll, address } }) =>
      catchAll._tag === "Unanswered" && isUnknown(address.domain) ? [address.domain] : []
    )
    const { command } = context.client.timeouts
    return (
      !probe.wasRequeued &&
      all.every(({ urgency }) => urgency === probe.urgency) &&
      probe.deadline - context.now() > Duration.toMillis(command) &&
      all.length + new Set(domains).size <= room
    )
  }

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
  first: PendingProbe | undefined,
  controls: ReadonlyArray<ControlRequest> = []
): Effect.fn.Return<ReadonlyArray<PendingProbe>> {
  const { recipientsMax, pipelining } = probePolicyOf(session.address.host)
  const room = recipientsMax - session.recipientCount() - controls.length
  const isProven = context.pipelines.get(session.address.ip) === "proven"
  const mayJoin =
    session.pipelines &&
    pipelining === "recipients" &&
    (isProven || (session.recipientCount() > 0 && !isBroken(context, session))) &&
    // Somebody waits for a control probe of real time.
    controls.every(({ urgency }) => urgency === "bulk") &&
    (first === undefined || fitsInto(context, room, [])(first))
  const group = first === undefined ? [] : [first]
  const most = mayJoin ? recipientsPerGroupMax - controls.length : group.length
  while (group.length < most) {
    const fits = fitsInto(context, room, group)
    const isOfList = (probe: PendingProbe) => group.length > 0 || probe.urgency === "bulk"
    const next = context.scheduler.takeNext(
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
): Effect.fn.Return<ReadonlyArray<PendingProbe>> {
  // Callers wait for the control probes that need their own sessions.
  if (apart.length > 0) return []
  if (here.length > 0) return yield* joinedBy(context, session, undefined, here)
  const { scheduler } = context
  const { recipientsMax } = probePolicyOf(session.address.host)
  while (!session.isSpent() && session.recipientCount() < recipientsMax) {
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
  first: PendingProbe
): Effect.fn.Return<PendingProbe | undefined> {
  const [host = ""] = first.hosts
  let probe: PendingProbe | undefined = first
  while (probe !== undefined && !(yield* isToAsk(context, probe)))
    probe = context.scheduler.takeNext(host)
  return probe
})

/** Runs all probes of one session. It ends with the first control probes that need their own sessions. */
const runProbes = Effect.fnUntraced(function* (
  context: SessionContext,
  taken: PendingProbe
): Effect.fn.Return<ReadonlyArray<ControlRequest>, never, Scope.Scope> {
  const first = yield* firstToAsk(context, taken)
  if (first === undefined) return []
  attach(context, first)
  const { address, hosts } = first.request
  const { domain } = address
  const { deadline, wasRequeued } = first
  const rcpt = rcptContextFor(context, { domain, deadline, wasRequeued }, true)
  const others: Array<AskedProbe> = []
  const askWithOthers = Effect.fnUntraced(function* (session: SmtpSession) {
    const probes = yield* joinedBy(context, session, first)
    const group = { controls: [], probes, opening: rcpt }
    const [asked, ...rest] = yield* askGroup(context, session, group)
    others.push(...withoutRequeued(context, rest))
    return asked === undefined ? yield* Effect.die(new Error("no answer")) : asked.target
  })
  const opened = yield* askFirst(rcpt, { address, hosts }, context.dns, askWithOthers)
  if (typeof opened === "string") {
    first.complete(notChecked(opened))
    return []
  }
  if ("failure" in opened) {
    const target = readFailure(opened.failure, opened.mx.host, print(address), context.client)
    completeProbe(context, first, rcpt, target, false)
    // `connectFirst` has reported each refusal. Silence counts once, however many hosts are silent.
    if (opened.failure._tag === "ConnectionLost") rcpt.onResult(target)
    return []
  }
  const { session, target } = opened
  // Sending its commands together has cost the answer.
  const isLost = target.reply === undefined && isBroken(context, session)
  const isAsked = !isLost || !requeued(context, first, rcpt)
  const asked = isAsked ? [{ probe: first, rcpt, session, target }, ...others] : others
  let controls = yield* concludeProbes(context, asked)
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
export const runSession = Effect.fnUntraced(function* (
  options: SessionOptions,
  slot: SessionSlot,
  session: RunningSession,
  first: PendingProbe
) {
  const context: SessionContext = { ...options, slot, session, ownControls: [] }
  yield* Effect.scoped(runProbes(context, first)).pipe(
    traced(verifierSpans.smtpSession, {}),
    Effect.flatMap((apart) => runControlsApart(context, apart)),
    Effect.catchDefect((defect) => Effect.logError("An SMTP session broke off.", defect)),
    Effect.ensuring(
      Effect.sync(() => {
        slot.releaseUnused()
        for (const controlProbe of context.ownControls)
          context.controls.complete(controlProbe, noControlResult)
        for (const probe of session.probes) probe.complete(notChecked("smtp_unavailable"))
      })
    )
  )
})
