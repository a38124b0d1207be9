/**
 * Runs one session with one mail host, from its first probe to the last that the host or its policy allows.
 * It completes each probe as soon as the reply arrives, then takes the next one for this host from the queue.
 */
import { print } from "@rcpt/domain/Address"
import { notChecked } from "@rcpt/domain/Smtp"
import { Duration, Effect } from "effect"
import type { Scope } from "effect"

import { askRecipient } from "../smtp/askRecipient.ts"
import type { RcptContext } from "../smtp/askRecipient.ts"
import { askFirst } from "../smtp/connectFirst.ts"
import { readFailure } from "../smtp/interpretProbe.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { probePolicyOf } from "../smtp/rules/probePolicies.ts"
import type { SmtpSession } from "../smtp/SmtpSession.ts"
import { traced, verifierSpans } from "../spans.ts"
import { completeAndRequestControl, runControl } from "./controlProbe.ts"
import type { ControlRequest } from "./controlProbe.ts"
import { answerFromKnowledge } from "./knownCatchAlls.ts"
import type { PendingProbe, RunningSession } from "./PendingProbe.ts"
import { noControlResult } from "./ProbeResult.ts"
import { completeProbe, rcptContextFor } from "./SessionContext.ts"
import type { SessionContext, SessionOptions, SessionSlot } from "./SessionContext.ts"

/**
 * Completes the probe, and makes its control probe if this session has room. Returns one that needs its own
 * session.
 */
const concludeProbe = Effect.fnUntraced(function* (
  context: SessionContext,
  session: SmtpSession,
  probe: PendingProbe,
  rcpt: RcptContext,
  target: RcptResult
): Effect.fn.Return<ControlRequest | undefined> {
  const control = yield* completeAndRequestControl(context, probe, rcpt, target, session)
  if (control === undefined) return undefined
  const policy = probePolicyOf(session.address.host)
  const hasRoom = !session.isSpent() && session.recipientCount() < policy.recipientsMax
  const fits = policy.control === "same" && hasRoom
  if (!fits) return control
  yield* Effect.scoped(runControl(context, control, session))
  return undefined
})

/** Runs a probe that is not the first of its session. */
const runProbe = Effect.fnUntraced(function* (
  context: SessionContext,
  session: SmtpSession,
  probe: PendingProbe,
  rcpt: RcptContext
): Effect.fn.Return<ControlRequest | undefined> {
  const target = yield* askRecipient(rcpt, session, print(probe.request.address), false)
  // The session broke, or the server ended it, because of earlier probes: no result for this one.
  const broke = session.isOver() && (target.reply?.code ?? 400) >= 400
  if (broke && !probe.wasRequeued && context.now() < probe.deadline) {
    context.recordReplies(rcpt.transcript)
    context.scheduler.requeue(probe)
    return undefined
  }
  return yield* concludeProbe(context, session, probe, rcpt, target)
})

const attach = ({ session, client, now }: SessionContext, probe: PendingProbe): void =>
  probe.attach(session, now(), Duration.toMillis(client.timeouts.total))

const nextProbe = (
  { scheduler, group }: SessionContext,
  session: SmtpSession
): Effect.Effect<PendingProbe | undefined> =>
  Effect.suspend(() => {
    const { host, ip } = session.address
    const isDone =
      session.isSpent() || session.recipientCount() >= probePolicyOf(host).recipientsMax
    if (isDone) return Effect.undefined
    const at = ip === group ? ip : host
    const probe = scheduler.takeNext(at)
    return probe === undefined ? scheduler.awaitNext(at) : Effect.succeed(probe)
  })

/** The session under the name of a host of this probe. The name that opened it belongs to other callers. */
const inNameOf = (session: SmtpSession, { request: { hosts } }: PendingProbe): SmtpSession => {
  const [first] = hosts
  const { address } = session
  return first === undefined || hosts.some(({ host }) => host === address.host)
    ? session
    : { ...session, address: { ...address, host: first.host } }
}

/** Whether the server has to be asked for this probe. If not, the probe is completed. */
const isToAsk = Effect.fnUntraced(function* (context: SessionContext, probe: PendingProbe) {
  if (probe.isCancelled || !probe.isWanted()) return false
  const known = yield* answerFromKnowledge(context, probe.request)
  if (known !== undefined) probe.complete(known)
  return known === undefined
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

/** Runs all probes of one session. It ends with the first control probe that needs its own session. */
const runProbes = Effect.fnUntraced(function* (
  context: SessionContext,
  taken: PendingProbe
): Effect.fn.Return<ControlRequest | undefined, never, Scope.Scope> {
  const first = yield* firstToAsk(context, taken)
  if (first === undefined) return undefined
  attach(context, first)
  const { address, hosts } = first.request
  const { domain } = address
  let rcpt = rcptContextFor(context, { domain, deadline: first.deadline }, true)
  const opened = yield* askFirst(rcpt, { address, hosts }, context.dns)
  if (typeof opened === "string") {
    first.complete(notChecked(opened))
    return undefined
  }
  if ("failure" in opened) {
    const target = readFailure(opened.failure, opened.mx.host, print(address), context.client)
    completeProbe(context, first, rcpt, target, false)
    // `connectFirst` has reported each refusal. Silence counts once, however many hosts are silent.
    if (opened.failure._tag === "ConnectionLost") rcpt.onResult(target)
    return undefined
  }
  const { session } = opened
  let separateControl = yield* concludeProbe(context, session, first, rcpt, opened.target)
  while (separateControl === undefined) {
    const probe = yield* nextProbe(context, session)
    if (probe === undefined) break
    if (!(yield* isToAsk(context, probe))) continue
    attach(context, probe)
    rcpt = rcptContextFor(context, { ...probe.request.address, deadline: probe.deadline }, false)
    separateControl = yield* runProbe(context, inNameOf(session, probe), probe, rcpt)
  }
  return separateControl
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
    Effect.flatMap((separateControl) =>
      separateControl === undefined
        ? Effect.void
        : Effect.scoped(runControl(context, separateControl, undefined))
    ),
    Effect.catchDefect((defect) => Effect.logError("An SMTP session broke off.", defect)),
    Effect.ensuring(
      Effect.sync(() => {
        slot.releaseUnused()
        for (const controlProbe of context.ownControls)
          context.controls.complete(controlProbe, noControlResult)
        session.probe?.complete(notChecked("smtp_unavailable"))
      })
    )
  )
})
