/**
 * The control probe: RCPT for a control address, whose local part does not exist, if it matters whether the
 * domain is a catch-all and that is unknown. The result for the real recipient does not depend on its
 * success: that probe is completed before.
 */
import { createHmac } from "node:crypto"
import type { KeyObject } from "node:crypto"

import { Effect } from "effect"

import { askRecipient } from "../smtp/askRecipient.ts"
import type { RcptContext, RecipientQuestion } from "../smtp/askRecipient.ts"
import { controlOutcome, needsControl, readFailure } from "../smtp/interpretProbe.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { probePolicyOf } from "../smtp/rules/probePolicies.ts"
import type { MxAddress } from "../smtp/SmtpConnection.ts"
import { openSession } from "../smtp/SmtpSession.ts"
import type { SmtpSession } from "../smtp/SmtpSession.ts"
import type { Urgency } from "./FairQueue.ts"
import { isInDoubt } from "./knownCatchAlls.ts"
import type { PendingProbe } from "./PendingProbe.ts"
import type { ControlProbe } from "./ProbeResult.ts"
import { noControlResult } from "./ProbeResult.ts"
import { completeProbe, rcptContextFor } from "./SessionContext.ts"
import type { SessionContext } from "./SessionContext.ts"

const consonants = "bdfgklmnprstvzhj"
const vowels = "aeio"
const syllablesPerWord = 5
/** Syllables of 6 bits each, 60 bits together: too many to hit an existing name, in all probes that we ever make. */
const syllablesCount = 2 * syllablesPerWord

const syllable = (octet: number): string =>
  consonants.charAt((octet >> 2) & 15) + vowels.charAt(octet & 3)

/**
 * The local part of a control address, one that does not exist. It looks like a real one, so that a server
 * treats both alike. Without the key it cannot be guessed, so no server can let it through on purpose.
 *
 * It is always the same for a domain. A server that greylists has to see it again, or a domain that rejects
 * unknown recipients could never show that it does.
 */
const controlLocalPart = (key: KeyObject, domain: string): string => {
  const octets = createHmac("sha256", key).update(domain).digest().subarray(0, syllablesCount)
  const syllables = [...octets].map(syllable)
  return `${syllables.slice(0, syllablesPerWord).join("")}.${syllables.slice(syllablesPerWord).join("")}`
}

/** A control probe that is still to be made. */
export interface ControlRequest {
  readonly controlProbe: ControlProbe
  readonly domain: string
  readonly mx: MxAddress
  readonly deadline: number
  readonly urgency: Urgency
  /**
   * Whether the outcome shows if the domain is a catch-all. It does not if only two replies are compared, or if
   * a backup host is asked, which often takes mail for everybody and leaves the rest to the others.
   */
  readonly teaches: boolean
}

/** Asks about the control address in a session of its own. */
const askInOwnSession = (question: RecipientQuestion, { mx, deadline }: ControlRequest) => {
  const { rcpt, recipient } = question
  const listener = rcpt.transcript.listenerFor(mx.host, recipient, true)
  return openSession(mx, rcpt.client, { deadline, listener }).pipe(
    Effect.flatMap((session) =>
      askRecipient(session, question, {
        together: rcpt.pipelining.mayAskTogether(session),
        isLast: true
      })
    ),
    Effect.catch((failure) =>
      Effect.sync(() => {
        rcpt.transcript.recordFailure(failure, mx.host, true)
        const result = readFailure(failure, mx.host, recipient, rcpt.client)
        rcpt.onResult(result)
        return result
      })
    ),
    Effect.scoped
  )
}

/** Learns from a control probe, and completes it. */
const concludeControl = Effect.fnUntraced(function* (
  context: SessionContext,
  { controlProbe, domain, mx, teaches }: ControlRequest,
  { transcript }: RcptContext,
  control: RcptResult
) {
  const outcome = controlOutcome(control)
  if (teaches && (outcome === "accepted" || outcome === "refused")) {
    const takesAll = outcome === "accepted"
    yield* context.knowledge.learn(domain, { about: "catchAll", takesAll, source: mx.host })
  }
  context.recordReplies(transcript)
  const { lines } = transcript
  context.controls.complete(controlProbe, { ...noControlResult, control, transcript: lines })
})

/** A control probe as a question. */
export interface ControlQuestion extends RecipientQuestion {
  readonly request: ControlRequest
}

export const controlQuestionOf = (
  context: SessionContext,
  request: ControlRequest,
  isFirst: boolean
): ControlQuestion => {
  const { client } = context
  const { domain, mx } = request
  return {
    request,
    rcpt: rcptContextFor(context, request, isFirst),
    host: mx.host,
    recipient: `${controlLocalPart(client.controlKey, domain)}@${domain}`,
    control: true
  }
}

/** Concludes a control probe that was made in a shared session. If nothing was learnt there, it gets its own. */
export const concludeSharedControl = Effect.fnUntraced(function* (
  context: SessionContext,
  question: ControlQuestion,
  result: RcptResult,
  together: boolean
) {
  const { request, rcpt } = question
  // Some servers take one transaction per connection, and refuse the second MAIL.
  const isLost = result.phase === "mail" || (together && result.reply === undefined)
  const control = isLost ? yield* askInOwnSession(question, request) : result
  yield* concludeControl(context, request, rcpt, control)
})

/** Makes control probes, each in a session of its own. */
export const runControlsApart = (
  context: SessionContext,
  requests: ReadonlyArray<ControlRequest>
): Effect.Effect<void> =>
  Effect.forEach(
    requests,
    Effect.fnUntraced(function* (request) {
      const question = controlQuestionOf(context, request, true)
      const control = yield* askInOwnSession(question, request)
      yield* concludeControl(context, request, question.rcpt, control)
    }),
    { discard: true }
  )

/**
 * Completes the probe. Returns the control request that this session has to make: `undefined` if the
 * result needs none, if another session makes it, or if the domain's catch-all is known by now.
 */
export const completeAndRequestControl = Effect.fnUntraced(function* (
  context: SessionContext,
  probe: PendingProbe,
  rcpt: RcptContext,
  target: RcptResult,
  { address: mx, tls }: SmtpSession
): Effect.fn.Return<ControlRequest | undefined> {
  const { address, catchAll } = probe.request
  const { domain } = address
  const inDoubt = yield* isInDoubt(context, probe.request, target)
  const isNeeded = needsControl(target, probePolicyOf(mx.host), catchAll)
  if (!isNeeded && !inDoubt) {
    completeProbe(context, probe, rcpt, target, tls)
    return undefined
  }
  // An unclear refusal is compared with the reply to the control address. Knowledge about the domain does
  // not help there.
  const showsCatchAll = !target.reading.isUnclear
  const { controlProbe, isOwner } = context.controls.join(
    `${showsCatchAll ? "" : "words "}${domain}`
  )
  const { deadline } = probe
  completeProbe(context, probe, rcpt, target, tls, isNeeded ? controlProbe : undefined)
  if (!isOwner) return undefined
  context.ownControls.push(controlProbe)
  const knownCatchAll =
    showsCatchAll && !inDoubt
      ? (yield* context.knowledge.recall(domain)).catchAll
      : noControlResult.knownCatchAll
  if (knownCatchAll._tag === "Unanswered")
    return {
      controlProbe,
      domain,
      mx,
      deadline,
      urgency: probe.urgency,
      teaches: showsCatchAll && probe.hosts.includes(mx.host)
    }
  context.controls.complete(controlProbe, { ...noControlResult, knownCatchAll })
  return undefined
})
