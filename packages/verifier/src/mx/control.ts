/**
 * The other question: about somebody made up, where it matters what a domain does with strangers and
 * nobody knows. The answer about the real one never hangs on it: that was given before.
 */
import { Effect } from "effect"

import { probePolicyOf } from "../rules/probePolicies.ts"
import { askRecipient } from "../smtp/askRecipient.ts"
import type { Probe } from "../smtp/askRecipient.ts"
import { controlOutcome, needsControl, readStopped } from "../smtp/conclude.ts"
import type { Answered } from "../smtp/conclude.ts"
import { openConversation } from "../smtp/Conversation.ts"
import type { Conversation } from "../smtp/Conversation.ts"
import { madeUpLocalPart } from "../smtp/madeUpLocalPart.ts"
import type { Door } from "../smtp/Wire.ts"
import type { Flight } from "./Controls.ts"
import { nothingKnown } from "./Heard.ts"
import { probeOf, settle } from "./TalkContext.ts"
import type { TalkContext } from "./TalkContext.ts"
import type { Ticket } from "./Ticket.ts"

/** A question about somebody made up, and all that wait for its answer. */
export interface Control {
  readonly flight: Flight
  readonly domain: string
  readonly door: Door
  readonly deadline: number
  /** The server had taken somebody, so that what it does with strangers is worth knowing. */
  readonly teaches: boolean
}

/** Asked in the conversation given, or in one of its own. */
export const askControl = Effect.fnUntraced(function* (
  context: TalkContext,
  { flight, domain, door, deadline, teaches }: Control,
  conversation: Conversation | undefined
) {
  const probe = probeOf(context, { domain, deadline }, conversation === undefined)
  const recipient = `${madeUpLocalPart(context.caller.controlKey, domain)}@${domain}`
  const ask = (one: Conversation) => askRecipient(probe, one, recipient, true)
  const control =
    conversation === undefined
      ? yield* openConversation(door, probe.caller, {
          deadline,
          listener: probe.transcript.listener(door.host, recipient, true)
        }).pipe(
          Effect.flatMap(ask),
          Effect.catch((stopped) =>
            Effect.sync(() => {
              probe.transcript.stopped(stopped, door.host, true)
              const answered = readStopped(stopped, door.host, recipient)
              probe.heard(answered)
              return answered
            })
          )
        )
      : yield* ask(conversation)
  const outcome = controlOutcome(control)
  if (teaches && (outcome === "accepted" || outcome === "refused")) {
    const takesAll = outcome === "accepted"
    yield* context.domains.learn(domain, { about: "catchAll", takesAll, source: door.host })
  }
  context.show(probe.transcript)
  context.controls.end(flight, { ...nothingKnown, control, lines: probe.transcript.lines })
})

/** The question about a stranger, if this answer needs it, nobody asks it and nobody knows. */
export const controlFor = Effect.fnUntraced(function* (
  context: TalkContext,
  ticket: Ticket,
  probe: Probe,
  target: Answered,
  { door, tls }: Conversation
): Effect.fn.Return<Control | undefined> {
  const { address, catchAll } = ticket.question
  const { domain } = address
  if (!needsControl(target, probePolicyOf(door.host), catchAll)) {
    settle(context, ticket, probe, target, tls)
    return undefined
  }
  // Words that nobody can read are compared, so that what is known is no help there.
  const teaches = !target.reading.unread
  const { flight, isMine } = context.controls.join(`${teaches ? "" : "words "}${domain}`)
  const { deadline } = ticket
  settle(context, ticket, probe, target, tls, flight)
  if (!isMine) return undefined
  context.flights.push(flight)
  const known = teaches ? (yield* context.domains.recall(domain)).catchAll : nothingKnown.known
  if (known._tag === "Unanswered") return { flight, domain, door, deadline, teaches }
  context.controls.end(flight, { ...nothingKnown, known })
  return undefined
})
