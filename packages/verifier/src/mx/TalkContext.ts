/** What a conversation needs of the line that it belongs to, and how it tells what it hears. */
import type { DomainMemory } from "../DomainMemory.ts"
import type { Questions } from "../Resolver.ts"
import type { Probe } from "../smtp/askRecipient.ts"
import type { Answered } from "../smtp/conclude.ts"
import type { Caller } from "../smtp/Conversation.ts"
import { makeTranscript } from "../smtp/Transcript.ts"
import type { Transcript } from "../smtp/Transcript.ts"
import type { Controls, Flight } from "./Controls.ts"
import type { Desk } from "./Desk.ts"
import type { Entry } from "./Entry.ts"
import { tidingsIn } from "./Heard.ts"
import type { Talk, Ticket } from "./Ticket.ts"

/** What all conversations of a line share. */
export interface TalkOptions {
  readonly desk: Desk
  readonly controls: Controls
  readonly caller: Caller
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly domains: DomainMemory["Service"]
  readonly now: () => number
  /** Hears what was said in the course of one question. */
  readonly show: (transcript: Transcript) => void
}

export interface TalkContext extends TalkOptions {
  readonly entry: Entry
  readonly talk: Talk
  /** Those that others may be waiting for: whatever becomes of us, they are ended. */
  readonly flights: Array<Flight>
}

export const probeOf = (
  context: TalkContext,
  { domain, deadline }: { readonly domain: string; readonly deadline: number },
  isFirst: boolean
): Probe => ({
  caller: { ...context.caller, entrance: context.entry },
  deadline,
  transcript: makeTranscript(),
  heard: (answered) => {
    const kind = tidingsIn(answered)
    // Who has let us in is not silent; and who ran out of time was impatient, perhaps with a fast one.
    const isSilence = kind === "silent" && isFirst && context.now() < deadline
    if (kind === undefined || (kind === "silent" && !isSilence)) return
    context.desk.tell({ kind, domain, startedAt: context.entry.startedAt, isFirst })
  }
})

export const settle = (
  { show }: TalkContext,
  ticket: Ticket,
  { transcript }: Probe,
  target: Answered,
  tls: boolean,
  flight?: Flight
): void => {
  const { startedAt = 0, deadline } = ticket
  show(transcript)
  const { lines } = transcript
  ticket.settle({ _tag: "Heard", target, tls, transcript: lines, startedAt, deadline, flight })
}
