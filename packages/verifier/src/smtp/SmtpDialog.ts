/** The dialog of one connection: commands and replies (RFC 5321 §2.4), each with its phase and timeout. */
import type { SmtpPhase } from "@rcpt/domain/Smtp"
import { Data, Effect } from "effect"
import type { Duration } from "effect"

import { traced, verifierSpans } from "../spans.ts"
import { closed } from "./ConnectionError.ts"
import type { ConnectionError } from "./ConnectionError.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import type { Command, MxAddress, Replies, SmtpConnection } from "./SmtpConnection.ts"

export interface PhaseReply {
  readonly phase: SmtpPhase
  readonly reply: SmtpReply
  /** How many commands were sent in one write with this one; absent if it was sent alone. */
  readonly together?: number | undefined
}

/** The server refused a command before RCPT: the session is over. */
export class Refused extends Data.TaggedError("Refused")<PhaseReply> {}
/** No reply came, or none that makes sense: the session is over. */
export class ConnectionLost extends Data.TaggedError("ConnectionLost")<{
  readonly phase: SmtpPhase
  readonly fault: ConnectionError
}> {}
export type SessionFailure = Refused | ConnectionLost

/** Called with every reply of a mail host, with nothing but its code. */
export type ReplyCounter = (host: string, phase: SmtpPhase, code: number) => void

/** Called with every reply, also in sessions that fail. */
export type ReplyListener = (reply: PhaseReply) => void

export interface CommandOptions {
  /** The time at which every wait ends, in epoch milliseconds. */
  readonly deadline: number
  /** The timeout for the reply to RCPT, in place of the client's timeout for commands. */
  readonly rcptTimeout?: Duration.Duration | undefined
  readonly listener: ReplyListener
}

/** A command of the dialog. Each one has its own listener: a group speaks about several recipients. */
export interface PhaseCommand extends Command {
  readonly phase: SmtpPhase
  readonly listener: ReplyListener
}

/** Makes the dialog of a connection. */
export const makeDialog = (
  connection: SmtpConnection,
  { host }: MxAddress,
  onReply: ReplyCounter | undefined
) => {
  const tell = (commands: ReadonlyArray<PhaseCommand>, replies: Replies["replies"]): void => {
    const together = commands.length === 1 ? undefined : commands.length
    for (const [index, { reply }] of replies.entries()) {
      const command = commands[index]
      if (command === undefined) return
      const { phase, listener } = command
      listener({ phase, reply, together })
      onReply?.(host, phase, reply.code)
    }
  }
  /** Sends commands in one write, and returns what came back before `deadline`. */
  const exchange = (
    commands: ReadonlyArray<PhaseCommand>,
    deadline: number,
    thenQuit = false
  ): Effect.Effect<Replies> =>
    connection
      .exchange(commands, {
        deadline,
        thenQuit,
        // Text in clear after the 220 to STARTTLS may not be the server's: it is dropped, not read.
        mayTrail: commands[0]?.phase === "starttls"
      })
      .pipe(
        Effect.tap(({ replies }) => Effect.sync(() => tell(commands, replies))),
        traced(verifierSpans.smtpPhase, { phase: phaseOf(commands) }, ({ replies }) => ({
          code: codeOf(commands, replies)
        }))
      )
  return {
    exchange,
    /** Sends one command, or awaits the greeting. A session that breaks fails with the phase in which it was lost. */
    send: (
      phase: SmtpPhase,
      text: string | undefined,
      timeout: Duration.Duration,
      { deadline, listener }: CommandOptions
    ): Effect.Effect<SmtpReply, ConnectionLost> =>
      Effect.flatMap(
        exchange([{ phase, timeout, listener, ...(text !== undefined && { text }) }], deadline),
        ({ replies: [first], fault }) =>
          first === undefined || fault !== undefined
            ? Effect.fail(new ConnectionLost({ phase, fault: fault ?? closed("closed") }))
            : Effect.succeed(first.reply)
      )
  }
}
export type Dialog = ReturnType<typeof makeDialog>

/** Commands that are sent together are one stage, that of their RCPT. */
const phaseOf = (commands: ReadonlyArray<PhaseCommand>): SmtpPhase | undefined =>
  commands.length === 1 ? commands[0]?.phase : "rcpt"

const codeOf = (
  commands: ReadonlyArray<PhaseCommand>,
  replies: Replies["replies"]
): number | undefined =>
  replies[commands.findIndex(({ phase }) => phase === phaseOf(commands))]?.reply.code

export const isPositive = ({ code }: SmtpReply): boolean => code >= 200 && code < 300

export const expectPositive = (
  phase: SmtpPhase,
  reply: SmtpReply
): Effect.Effect<SmtpReply, Refused> =>
  isPositive(reply) ? Effect.succeed(reply) : Effect.fail(new Refused({ phase, reply }))
