/**
 * One SMTP session (RFC 5321) that only asks whether the server accepts recipients: greeting, EHLO,
 * STARTTLS, then MAIL, RCPT and RSET for each recipient. Never DATA, VRFY or EXPN.
 * Nothing is pipelined: servers watch for clients that talk before their turn.
 */
import { Clock, Duration, Effect, Exit, Scope } from "effect"

import { traced, verifierSpans } from "../spans.ts"
import type { ConnectionError } from "./ConnectionError.ts"
import type { SmtpTimeouts } from "./limits.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { openConnection } from "./SmtpConnection.ts"
import type { MxAddress, ConnectionGate, SmtpConnection } from "./SmtpConnection.ts"
import { ConnectionLost, expectPositive, isPositive, makeDialog, Refused } from "./SmtpDialog.ts"
import type { CommandOptions, Dialog, ReplyCounter, SessionFailure } from "./SmtpDialog.ts"
import type { Socks5 } from "./socks5.ts"
import { makeTransactions } from "./transactions.ts"
import type { Transactions } from "./transactions.ts"

/** What is the same for all sessions. */
export interface SmtpClient {
  /** Our name in EHLO: a host name that our address resolves to and from. */
  readonly helo: string
  /** Empty: the null sender, which some servers refuse. */
  readonly mailFrom: string
  readonly port: number
  readonly proxy: Socks5 | undefined
  readonly isPublic: (ip: string) => boolean
  /** Absent: connections need no permit. */
  readonly gate?: ConnectionGate
  readonly timeouts: SmtpTimeouts
  /** Secret of the control addresses (`controlLocalPart`). */
  readonly controlKey: Uint8Array
  readonly onReply?: ReplyCounter | undefined
}

export interface SmtpSession extends Transactions {
  readonly address: MxAddress
  readonly tls: boolean
}

/** How a session is tried: a server that breaks off the first way may take the next. */
interface Manner {
  readonly verb: "EHLO" | "HELO"
  readonly mayEncrypt: boolean
}

/** EHLO, or HELO for a server that does not know EHLO (RFC 5321 §3.2). */
const sendEhlo = Effect.fnUntraced(function* (
  { send }: Dialog,
  { helo, timeouts }: SmtpClient,
  options: CommandOptions,
  { verb }: Manner
) {
  if (verb === "HELO") {
    const only = yield* send("ehlo", `HELO ${helo}`, timeouts.command, options)
    return yield* expectPositive("ehlo", only)
  }
  const reply = yield* send("ehlo", `EHLO ${helo}`, timeouts.command, options)
  if (isPositive(reply) || reply.code < 500) return yield* expectPositive("ehlo", reply)
  return yield* send("ehlo", `HELO ${helo}`, timeouts.command, options).pipe(
    // A server that hangs up on HELO has given its reason in the reply to EHLO.
    Effect.mapError(() => new Refused({ phase: "ehlo", reply })),
    Effect.flatMap((second) => expectPositive("ehlo", second))
  )
})

const offersTls = ({ lines }: SmtpReply): boolean =>
  lines.slice(1).some((line) => /^STARTTLS\b/i.test(line))

/** Whether the session is encrypted now. A server that takes its offer back gets clear text. */
const startTls = Effect.fnUntraced(function* (
  connection: SmtpConnection,
  { send }: Dialog,
  { host }: MxAddress,
  { timeouts }: SmtpClient,
  options: CommandOptions
) {
  const reply = yield* send("starttls", "STARTTLS", timeouts.command, options)
  if (reply.code === 421) return yield* new Refused({ phase: "starttls", reply })
  if (!isPositive(reply)) return false
  const left = Math.max(0, options.deadline - (yield* Clock.currentTimeMillis))
  yield* Effect.mapError(
    connection.startTls(host, Duration.min(timeouts.tls, Duration.millis(left))),
    (fault) => new ConnectionLost({ phase: "starttls", fault })
  )
  return true
})

/** From the connection to the point where MAIL can be sent. */
const open = Effect.fnUntraced(function* (
  address: MxAddress,
  client: SmtpClient,
  options: CommandOptions,
  manner: Manner
): Effect.fn.Return<SmtpSession, SessionFailure, Scope.Scope> {
  const { timeouts, port, proxy, isPublic, gate, onReply } = client
  const orLost = Effect.mapError(
    (fault: ConnectionError) => new ConnectionLost({ phase: "connect", fault })
  )
  if (gate !== undefined) yield* orLost(gate.acquirePermit(options.deadline))
  const left = Math.max(0, options.deadline - (yield* Clock.currentTimeMillis))
  const connection = yield* openConnection(address, {
    port,
    proxy,
    isPublic,
    ...(gate !== undefined && { usePermit: () => gate.usePermit() }),
    connectTimeout: Duration.min(timeouts.connect, Duration.millis(left)),
    quitTimeout: timeouts.quit
  }).pipe(orLost, traced(verifierSpans.smtpPhase, { phase: "connect" }))
  const dialog = makeDialog(connection, address, onReply)

  yield* expectPositive("greeting", yield* dialog.receive("greeting", timeouts.greeting, options))
  const offer = yield* sendEhlo(dialog, client, options, manner)
  const tls =
    manner.mayEncrypt &&
    offersTls(offer) &&
    (yield* startTls(connection, dialog, address, client, options))
  // RFC 3207 §4.2: both sides forget what was said in clear.
  if (tls) yield* sendEhlo(dialog, client, options, manner)

  return { address, tls, ...makeTransactions(dialog, client) }
})

/** Closes the connection as soon as `effect` fails, not only when the caller's scope closes. */
const closeOnError = <A, E>(
  effect: Effect.Effect<A, E, Scope.Scope>
): Effect.Effect<A, E, Scope.Scope> =>
  Effect.gen(function* () {
    const own = yield* Scope.fork(yield* Effect.scope)
    return yield* Scope.provide(effect, own).pipe(Effect.onError(() => Scope.close(own, Exit.void)))
  })

/** The way to try after a connection that was lost in this phase; `undefined`: none. */
const otherManner = (failure: SessionFailure): Manner | undefined => {
  if (failure._tag !== "ConnectionLost") return undefined
  if (failure.phase === "starttls") return { verb: "EHLO", mayEncrypt: false }
  return failure.phase === "ehlo" && failure.fault.how === "closed"
    ? { verb: "HELO", mayEncrypt: false }
    : undefined
}

/**
 * A session that is ready for its first recipient. It is encrypted if the server offers that. If the
 * handshake fails, it is tried once more in clear, which a server that insists on TLS will refuse; if the
 * server hangs up at EHLO, once more with HELO.
 */
export const openSession = (
  address: MxAddress,
  client: SmtpClient,
  options: CommandOptions
): Effect.Effect<SmtpSession, SessionFailure, Scope.Scope> =>
  closeOnError(open(address, client, options, { verb: "EHLO", mayEncrypt: true })).pipe(
    Effect.catch((failure) => {
      const manner = otherManner(failure)
      return manner === undefined
        ? Effect.fail(failure)
        : Effect.mapError(
            closeOnError(open(address, client, options, manner)),
            // A server that hangs up again has given its reason at first.
            (second) => (second._tag === "Refused" ? second : failure)
          )
    })
  )
