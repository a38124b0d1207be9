/**
 * The whole question about one mailbox: the address itself, then, where it helps, an address that
 * nobody has. The answer about the real one never hangs on the made-up one: it is asked first, and
 * kept whatever becomes of the other.
 */
import { print } from "@rcpt/domain/Address"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import { Clock, Effect } from "effect"

import type { Questions } from "../Resolver.ts"
import { probePolicyOf, providerIdOf } from "../rules/probePolicies.ts"
import { conclude, controlOutcome, needsControl, readStopped } from "./conclude.ts"
import type { Answered } from "./conclude.ts"
import { openConversation } from "./Conversation.ts"
import type { Caller, Conversation } from "./Conversation.ts"
import type { NoDoor } from "./findDoors.ts"
import { madeUpLocalPart } from "./madeUpLocalPart.ts"
import { openFirst, questionFor } from "./openFirst.ts"
import type { MailboxQuestion, Probe } from "./openFirst.ts"
import { readReply } from "./readReply.ts"
import { makeTranscript } from "./Transcript.ts"
import type { Door } from "./Wire.ts"

const ask = Effect.fnUntraced(function* (
  probe: Probe,
  conversation: Conversation,
  recipient: string,
  control: boolean
) {
  const { door } = conversation
  const mxHost = door.host
  const question = questionFor(probe, door, recipient, control)
  return yield* conversation.ask(recipient, question).pipe(
    Effect.map((reply): Answered => {
      const reading = readReply({ phase: "rcpt", reply, mxHost, recipient })
      return { reading, reply, mxHost, recipient }
    }),
    Effect.catch((stopped) => {
      probe.transcript.stopped(stopped, mxHost, control)
      return Effect.succeed(readStopped(stopped, mxHost, recipient))
    })
  )
})

/** In a conversation of its own, where a second recipient would disturb the first one's. */
const askApart = (probe: Probe, door: Door, recipient: string): Effect.Effect<Answered> =>
  openConversation(door, probe.caller, questionFor(probe, door, recipient, true)).pipe(
    Effect.flatMap((conversation) => ask(probe, conversation, recipient, true)),
    Effect.catch((stopped) => {
      probe.transcript.stopped(stopped, door.host, true)
      return Effect.succeed(readStopped(stopped, door.host, recipient))
    }),
    Effect.scoped
  )

/** What one probe brought. */
export interface Heard {
  readonly tls: boolean
  readonly door: Door
  readonly target: Answered
  readonly control?: Answered
}

/** Somebody at the domain whom nobody can know. */
const madeUpAt = ({ address }: Probe): string => `${madeUpLocalPart()}@${address.domain}`

/** Both questions, as far as one conversation may have both. It may have answered others before. */
export const askMailbox = Effect.fnUntraced(function* (
  probe: Probe,
  conversation: Conversation
): Effect.fn.Return<Heard> {
  const { door, tls } = conversation
  const policy = probePolicyOf(door.host)
  const target = yield* ask(probe, conversation, print(probe.address), false)
  return policy.control === "same" && needsControl(target, policy, probe.catchAll)
    ? { door, tls, target, control: yield* ask(probe, conversation, madeUpAt(probe), true) }
    : { door, tls, target }
})

/** The second question, where it needs a conversation of its own. */
export const askControlApart = Effect.fnUntraced(function* (
  probe: Probe,
  heard: Heard
): Effect.fn.Return<Heard> {
  const policy = probePolicyOf(heard.door.host)
  return policy.control === "apart" && needsControl(heard.target, policy, probe.catchAll)
    ? { ...heard, control: yield* askApart(probe, heard.door, madeUpAt(probe)) }
    : heard
})

const askFirst = (
  probe: Probe,
  dns: Pick<Questions, "a" | "aaaa">
): Effect.Effect<Heard | NoDoor> =>
  Effect.scoped(
    Effect.gen(function* () {
      const opened = yield* openFirst(probe, dns)
      if (typeof opened === "string") return opened
      if (!("stopped" in opened)) return yield* askMailbox(probe, opened)
      const { door, stopped } = opened
      return { door, tls: false, target: readStopped(stopped, door.host, print(probe.address)) }
    })
  )

export const probeMailbox = Effect.fnUntraced(function* (
  question: MailboxQuestion,
  caller: Caller,
  dns: Pick<Questions, "a" | "aaaa">
): Effect.fn.Return<SmtpEvidence> {
  const startedAt = yield* Clock.currentTimeMillis
  const transcript = makeTranscript()
  const probe: Probe = { ...question, caller, transcript }
  const first = yield* askFirst(probe, dns)
  if (typeof first === "string") return notChecked(first)

  const { door, tls, target, control } = yield* askControlApart(probe, first)
  const { host } = door
  const { status, subReason, catchAll } = conclude(
    target,
    control,
    probePolicyOf(host),
    question.catchAll
  )
  return {
    checked: true,
    status,
    subReason,
    responseCode: target.reply?.code,
    enhancedCode: target.reply?.enhancedCode,
    catchAll,
    tls,
    mxHost: host,
    provider: providerIdOf(host),
    latencyMillis: (yield* Clock.currentTimeMillis) - startedAt,
    control: controlOutcome(control),
    transcript: transcript.lines
  }
})
