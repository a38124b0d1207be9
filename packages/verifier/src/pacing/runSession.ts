/**
 * Runs one session with one mail host, from its first probe to the last that the host or its policy allows.
 * The first probe goes alone, and shows how the server answers. Those that wait for the host then go in groups.
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
import { completeAndRequestControl, runControls } from "./controlProbe.ts"
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

/**
 * Completes the probes, and makes their control probes as far as this session has room. Returns those that need
 * their own sessions.
 */
const concludeProbes = Effect.fnUntraced(function* (
  context: SessionContext,
  asked: ReadonlyArray<AskedProbe>
): Effect.fn.Return<ReadonlyArray<ControlRequest>> {
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
  yield* runControls(context, here, asked[0]?.session)
  return apart
})

/**
 * Puts back a probe that lost its session through no fault of its own, once. It is then asked in turn: the server is
 * one of those `inTurn`.
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

/** Runs probes that are not the first of their session. */
const runGroup = Effect.fnUntraced(function* (
  context: SessionContext,
  session: SmtpSession,
  probes: ReadonlyArray<PendingProbe>
): Effect.fn.Return<ReadonlyArray<ControlRequest>> {
  const questions = probes.map((probe) => {
    const { deadline, wasRequeued, request } = probe
    const { address } = request
    const named = inNameOf(session, probe)
    return {
      probe,
      session: named,
      rcpt: rcptContextFor(context, { domain: address.domain, deadline, wasRequeued }, false),
      host: named.address.host,
      recipient: print(address),
      control: false
    }
  })
  const together = questions.every(({ rcpt }) => rcpt.pipelining.mayAskTogether(session))
  const results = yield* askRecipients(session, questions, { together })
  const asked: Array<AskedProbe> = []
  const unheard: Array<(typeof questions)[number] & { readonly target: RcptResult }> = []
  for (const [index, question] of questions.entries()) {
    const target = results[index]
    if (target === undefined) continue
    const all = isHeard(target) ? asked : unheard
    all.push({ ...question, target })
  }
  // The session broke, or the server ended it, because of others: no result for these. The last goes back first.
  for (const [index, one] of [...unheard.entries()].toReversed())
    if (!requeued(context, one.probe, one.rcpt, index === 0)) asked.push(one)
  return yield* concludeProbes(context, asked)
})

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
    const domains = all.flatMap(({ request: { catchAll, address } }) =>
      catchAll._tag === "Unanswered" ? [address.domain] : []
    )
    const { command } = context.client.timeouts
    return (
      !probe.wasRequeued &&
      all.every(({ urgency }) => urgency === probe.urgency) &&
      probe.deadline - context.now() > Duration.toMillis(command) &&
      all.length + new Set(domains).size <= room
    )
  }

/** The probes that this session asks about next: those that wait for its host, as many as may be sent together. */
const nextProbes = Effect.fnUntraced(function* (
  context: SessionContext,
  session: SmtpSession
): Effect.fn.Return<ReadonlyArray<PendingProbe>> {
  const { scheduler, group: shared } = context
  const { host, ip } = session.address
  const { recipientsMax, pipelining } = probePolicyOf(host)
  const room = recipientsMax - session.recipientCount()
  if (session.isSpent() || room <= 0) return []
  const at = ip === shared ? ip : host
  const first = scheduler.takeNext(at) ?? (yield* scheduler.awaitNext(at))
  if (first === undefined) return []
  const group = (yield* isToAsk(context, first)) ? [first] : []
  const mayTakeMore =
    session.pipelines &&
    pipelining === "recipients" &&
    !context.inTurn.has(ip) &&
    fitsInto(context, room, [])(first)
  const most = mayTakeMore ? recipientsPerGroupMax : 1
  while (group.length < most) {
    const next = scheduler.takeNext(at, fitsInto(context, room, group))
    if (next === undefined) break
    if (yield* isToAsk(context, next)) group.push(next)
  }
  return group.length > 0 ? group : yield* nextProbes(context, session)
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
  const opened = yield* askFirst(rcpt, { address, hosts }, context.dns)
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
  const { session, target, together } = opened
  // The pipeline cost the answer.
  const isBroken = together && context.inTurn.has(session.address.ip)
  if (isBroken && target.reply === undefined && requeued(context, first, rcpt)) return []
  let apart = yield* concludeProbes(context, [{ probe: first, rcpt, session, target }])
  while (apart.length === 0) {
    const probes = yield* nextProbes(context, session)
    if (probes.length === 0) break
    for (const probe of probes) attach(context, probe)
    apart = yield* runGroup(context, session, probes)
  }
  return apart
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
    Effect.flatMap((apart) => runControls(context, apart, undefined)),
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
