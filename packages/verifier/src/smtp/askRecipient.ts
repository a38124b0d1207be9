/** One question about one recipient in an open conversation: what came back, and what it means. */
import { Effect } from "effect"

import { probePolicyOf } from "../rules/probePolicies.ts"
import { readStopped } from "./conclude.ts"
import type { Answered } from "./conclude.ts"
import type { Caller, Conversation, Question } from "./Conversation.ts"
import { readReply } from "./readReply.ts"
import type { Transcript } from "./Transcript.ts"

/** A question on its way. */
export interface Probe {
  readonly caller: Caller
  /** Epoch milliseconds. */
  readonly deadline: number
  readonly transcript: Transcript
  /** Hears what each host made of it, also of those that were passed over. */
  readonly heard: (answered: Answered) => void
}

export const questionFor = (
  { deadline, transcript }: Probe,
  host: string,
  recipient: string,
  control: boolean
): Question => ({
  deadline,
  wait: probePolicyOf(host).rcptWait,
  listener: transcript.listener(host, recipient, control)
})

export const askRecipient = (
  probe: Probe,
  conversation: Conversation,
  recipient: string,
  control: boolean
): Effect.Effect<Answered> => {
  const mxHost = conversation.door.host
  return conversation.ask(recipient, questionFor(probe, mxHost, recipient, control)).pipe(
    Effect.map((reply): Answered => {
      const reading = readReply({ phase: "rcpt", reply, mxHost, recipient })
      return { reading, reply, mxHost, recipient }
    }),
    Effect.catch((stopped) => {
      probe.transcript.stopped(stopped, mxHost, control)
      return Effect.succeed(readStopped(stopped, mxHost, recipient))
    }),
    Effect.tap((answered) => Effect.sync(() => probe.heard(answered)))
  )
}
