/** The dialog of one connection: commands and replies (RFC 5321 §2.4), each with its phase and timeout. */
import type { SmtpPhase } from "@rcpt/domain/Smtp"
import { Clock, Data, Duration, Effect } from "effect"

import { traced, verifierSpans } from "../spans.ts"
import type { ConnectionError } from "./ConnectionError.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import type { MxAddress, SmtpConnection } from "./SmtpConnection.ts"

export interface PhaseReply {
  readonly phase: SmtpPhase
  readonly reply: SmtpReply
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

/** Called with every reply as it comes, also in sessions that fail. */
export type ReplyListener = (reply: PhaseReply) => void

export interface CommandOptions {
  /** The time at which every wait ends, in epoch milliseconds. */
  readonly deadline: number
  /** The timeout for the reply to RCPT, in place of the client's timeout for commands. */
  readonly rcptTimeout?: Duration.Duration | undefined
  readonly listener: ReplyListener
}

/** Makes the dialog of a connection. A session that breaks fails with the phase in which it was lost. */
export const makeDialog = (
  connection: SmtpConnection,
  { host }: MxAddress,
  onReply: ReplyCounter | undefined
) => {
  const receive = Effect.fnUntraced(function* (
    phase: SmtpPhase,
    timeout: Duration.Duration,
    { deadline, listener }: CommandOptions
  ) {
    const left = Math.max(0, deadline - (yield* Clock.currentTimeMillis))
    const reply = yield* connection.read(Duration.min(timeout, Duration.millis(left)))
    listener({ phase, reply })
    onReply?.(host, phase, reply.code)
    // Text in clear after the 220 to STARTTLS may not be the server's: it is dropped, not read.
    if (phase !== "starttls") yield* connection.inSync
    return reply
  })
  const orLost = (phase: SmtpPhase) =>
    Effect.mapError((fault: ConnectionError) => new ConnectionLost({ phase, fault }))
  const asPhase = (phase: SmtpPhase) =>
    traced(verifierSpans.smtpPhase, { phase }, ({ code }: SmtpReply) => ({ code }))
  return {
    receive: (phase: SmtpPhase, timeout: Duration.Duration, options: CommandOptions) =>
      receive(phase, timeout, options).pipe(orLost(phase), asPhase(phase)),
    /** Sends a command and receives its reply. */
    send: (
      phase: SmtpPhase,
      command: string,
      timeout: Duration.Duration,
      options: CommandOptions
    ) =>
      Effect.andThen(connection.write(command), receive(phase, timeout, options)).pipe(
        orLost(phase),
        asPhase(phase)
      )
  }
}
export type Dialog = ReturnType<typeof makeDialog>

export const isPositive = ({ code }: SmtpReply): boolean => code >= 200 && code < 300

export const expectPositive = (
  phase: SmtpPhase,
  reply: SmtpReply
): Effect.Effect<SmtpReply, Refused> =>
  isPositive(reply) ? Effect.succeed(reply) : Effect.fail(new Refused({ phase, reply }))
