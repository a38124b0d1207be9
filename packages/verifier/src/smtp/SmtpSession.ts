/**
 * One SMTP session (RFC 5321) that only asks whether the server accepts recipients: greeting, EHLO, STARTTLS,
 * then MAIL, RCPT and RSET for each recipient. It never sends DATA, VRFY or EXPN. Only those three are sent
 * together, and only where the last reply to EHLO offers it: servers watch for clients that talk before their turn.
 */
import type { KeyObject } from "node:crypto"

import { Clock, Duration, Effect, Exit, Scope } from "effect"

import { traced, verifierSpans } from "../spans.ts"
import type { ConnectionError } from "./ConnectionError.ts"
import type { SmtpTimeouts } from "./limits.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { openConnection } from "./SmtpConnection.ts"
import type { ConnectionGate, MxAddress, SmtpConnection } from "./SmtpConnection.ts"
import { ConnectionLost, expectPositive, isPositive, makeDialog, Refused } from "./SmtpDialog.ts"
import type { CommandOptions, Dialog, ReplyCounter, SessionFailure } from "./SmtpDialog.ts"
import type { Socks5 } from "./socks5.ts"
import { makeTransactions } from "./transactions.ts"
import type { Transactions } from "./transactions.ts"

/** The settings that are the same for all sessions. */
export interface SmtpClient {
  /** Our name in EHLO, a host name that our address resolves to and from. */
  readonly helo: string
  /** Our sender. An empty text is the null sender, which some servers refuse. */
  readonly mailFrom: string
  readonly port: number
  readonly proxy: Socks5 | undefined
  /** The address of this machine that connections come from. Without it the machine chooses, as for a proxy. */
  readonly sourceAddress?: string | undefined
  /** Whether providers that refuse IPv6 are asked over it too. */
  readonly isIpv6Forced?: boolean | undefined
  readonly isPublic: (ip: string) => boolean
  /** Gives permits for connections. If it is absent, connections need none. */
  readonly gate?: ConnectionGate
  readonly timeouts: SmtpTimeouts
  /**
   * The secret that control addresses are made from (`controlLocalPart`). With plain octets each HMAC makes a new key
   * object: 25 µs instead of 4 (measured).
   */
  readonly controlKey: KeyObject
  readonly onReply?: ReplyCounter | undefined
}

export interface SmtpSession extends Transactions {
  readonly address: MxAddress
  readonly tls: boolean
  /** Whether the server takes commands that are sent together (RFC 2920). */
  readonly pipelines: boolean
}

/** A way to open a session. A server that breaks off the first one may accept the next. */
interface Manner {
  readonly verb: "EHLO" | "HELO"
  readonly mayEncrypt: boolean
}

/** Sends EHLO, or HELO to a server that does not know EHLO (RFC 5321 §3.2). */
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

/** Whether the reply to EHLO has this keyword. The first line is the name of the host. */
const offers = ({ lines }: SmtpReply, keyword: RegExp): boolean =>
  lines.slice(1).some((line) => keyword.test(line))

/** Starts TLS, and returns whether the session is encrypted. A server that withdraws its offer gets clear text. */
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

/** Connects, and continues to the point at which MAIL can be sent. */
const open = Effect.fnUntraced(function* (
  address: MxAddress,
  client: SmtpClient,
  options: CommandOptions,
  manner: Manner
): Effect.fn.Return<SmtpSession, SessionFailure, Scope.Scope> {
  const { timeouts, port, proxy, sourceAddress, isPublic, gate, onReply } = client
  const orLost = Effect.mapError(
    (fault: ConnectionError) => new ConnectionLost({ phase: "connect", fault })
  )
  if (gate !== undefined) yield* orLost(gate.acquirePermit(options.deadline))
  const left = Math.max(0, options.deadline - (yield* Clock.currentTimeMillis))
  const connection = yield* openConnection(address, {
    port,
    proxy,
    sourceAddress,
    isPublic,
    ...(gate !== undefined && { usePermit: () => gate.usePermit() }),
    connectTimeout: Duration.min(timeouts.connect, Duration.millis(left)),
    quitTimeout: timeouts.quit
  }).pipe(orLost, traced(verifierSpans.smtpPhase, { phase: "connect" }))
  const dialog = makeDialog(connection, address, onReply)

  const greeting = yield* dialog.send("greeting", undefined, timeouts.greeting, options)
  yield* expectPositive("greeting", greeting)
  const inClear = yield* sendEhlo(dialog, client, options, manner)
  const tls =
    manner.mayEncrypt &&
    offers(inClear, /^STARTTLS\b/i) &&
    (yield* startTls(connection, dialog, address, client, options))
  // Both sides forget what was said in clear text (RFC 3207 §4.2).
  const offer = tls ? yield* sendEhlo(dialog, client, options, manner) : inClear
  const pipelines = offers(offer, /^PIPELINING\b/i)
  return { address, tls, pipelines, ...makeTransactions(dialog, client) }
})

/** Closes the connection as soon as `effect` fails, not only when the caller's scope closes. */
const closeOnError = <A, E>(
  effect: Effect.Effect<A, E, Scope.Scope>
): Effect.Effect<A, E, Scope.Scope> =>
  Effect.gen(function* () {
    const own = yield* Scope.fork(yield* Effect.scope)
    return yield* Scope.provide(effect, own).pipe(Effect.onError(() => Scope.close(own, Exit.void)))
  })

/** The way to try after this failure, if there is another one. */
const otherManner = (failure: SessionFailure): Manner | undefined => {
  if (failure._tag !== "ConnectionLost") return undefined
  if (failure.phase === "starttls") return { verb: "EHLO", mayEncrypt: false }
  return failure.phase === "ehlo" && failure.fault.how === "closed"
    ? { verb: "HELO", mayEncrypt: false }
    : undefined
}

/**
 * Opens a session that is ready for its first recipient, and encrypted if the server offers that. If the
 * handshake fails, it tries once more in clear text, which a server that insists on TLS will refuse. If the
 * server hangs up at EHLO, it tries once more with HELO.
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
            // A server that hangs up again gave its reason the first time.
            (second) => (second._tag === "Refused" ? second : failure)
          )
    })
  )
