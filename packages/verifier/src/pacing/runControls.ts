/**
 * Makes control probes, in the session that needs them or in their own. The result for the real recipient does not
 * depend on their success: that probe is completed before.
 */
import { Effect } from "effect"

import { questionTo } from "../smtp/askRecipients.ts"
import { controlOutcome, needsControl, readFailure } from "../smtp/interpretProbe.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { probePolicyOf } from "../smtp/rules/probePolicies.ts"
import { openSession } from "../smtp/SmtpSession.ts"
import type { SmtpSession } from "../smtp/SmtpSession.ts"
import { noControlResult } from "./ControlProbe.ts"
import type { ControlProbe } from "./ControlProbe.ts"
import { isInDoubt } from "./knownCatchAlls.ts"
import type { Probe } from "./Probe.ts"
import { ask, reportResult } from "./SessionContext.ts"
import type { SessionContext } from "./SessionContext.ts"

/** Asks about the control address in a session of its own. */
const askInOwnSession = (context: SessionContext, control: ControlProbe, opens: boolean) => {
  const { client } = context
  const { mx, recipient, transcript } = control
  const question = questionTo(mx.host, control)
  return openSession(mx, client, question).pipe(
    Effect.flatMap((session) =>
      ask(context, session, [question], { opener: opens ? control : undefined, isLast: true })
    ),
    Effect.flatMap(({ results: [result] }) =>
      result === undefined ? Effect.die(new Error("no answer")) : Effect.succeed(result)
    ),
    Effect.catch((failure) =>
      Effect.sync(() => {
        transcript.recordFailure(failure, mx.host, true)
        const result = readFailure(failure, mx.host, recipient, client)
        reportResult(context, control, result, opens)
        return result
      })
    ),
    Effect.scoped
  )
}

/** Learns from a control probe, and completes it. */
const concludeControl = Effect.fnUntraced(function* (
  { knowledge, controls, recordReplies }: SessionContext,
  controlProbe: ControlProbe,
  control: RcptResult
) {
  const { domain, mx, teaches, transcript } = controlProbe
  const outcome = controlOutcome(control)
  if (teaches && (outcome === "accepted" || outcome === "refused")) {
    const takesAll = outcome === "accepted"
    yield* knowledge.learn(domain, { about: "catchAll", takesAll, source: mx.host })
  }
  recordReplies(transcript)
  controls.complete(controlProbe, { ...noControlResult, control, transcript: transcript.lines })
})

/** Concludes a control probe that was made in a shared session. If nothing was learnt there, it gets its own. */
export const concludeSharedControl = Effect.fnUntraced(function* (
  context: SessionContext,
  control: ControlProbe,
  result: RcptResult,
  together: boolean
) {
  // Some servers take one transaction per connection, and refuse the second MAIL.
  const isLost = result.phase === "mail" || (together && result.reply === undefined)
  const last = isLost ? yield* askInOwnSession(context, control, false) : result
  yield* concludeControl(context, control, last)
})

/** Makes control probes, each in a session of its own. */
export const runControlsApart = (
  context: SessionContext,
  controls: ReadonlyArray<ControlProbe>
): Effect.Effect<void> =>
  Effect.forEach(
    controls,
    Effect.fnUntraced(function* (control) {
      yield* concludeControl(context, control, yield* askInOwnSession(context, control, true))
    }),
    { discard: true }
  )

/**
 * Completes the probe. Returns the control probe that this session has to make: `undefined` if the result needs
 * none, if another session makes it, or if the domain's catch-all is known by now.
 */
export const completeAndRequestControl = Effect.fnUntraced(function* (
  context: SessionContext,
  probe: Probe,
  target: RcptResult,
  { address: { ip }, tls }: SmtpSession,
  host: string
): Effect.fn.Return<ControlProbe | undefined> {
  const { client, controls, knowledge, ownControls, recordReplies } = context
  const { request, transcript, domain, deadline, urgency } = probe
  const inDoubt = yield* isInDoubt(context, request, target)
  const isNeeded = needsControl(target, probePolicyOf(host), request.catchAll)
  recordReplies(transcript)
  if (!isNeeded && !inDoubt) {
    probe.hear(target, tls)
    return undefined
  }
  // Knowledge about the domain does not help to compare words.
  const comparesWords = target.reading.isUnclear
  const isBackup = !probe.hosts.includes(host)
  const options = { domain, mx: { host, ip }, deadline, urgency, comparesWords, isBackup }
  const { controlProbe, isOwner } = controls.join(client, options)
  probe.hear(target, tls, isNeeded ? controlProbe : undefined)
  if (!isOwner) return undefined
  ownControls.push(controlProbe)
  if (comparesWords || inDoubt) return controlProbe
  const { catchAll: knownCatchAll } = yield* knowledge.recall(domain)
  if (knownCatchAll._tag === "Unanswered") return controlProbe
  controls.complete(controlProbe, { ...noControlResult, knownCatchAll })
  return undefined
})
