/**
 * One SMTP session (RFC 5321) that only asks whether the server accepts recipients: greeting, EHLO, STARTTLS,
 * then MAIL, RCPT and RSET for each recipient. It never sends DATA, VRFY or EXPN. Nothing is pipelined,
 * because servers watch for clients that talk before their turn.
 */
import type { SmtpPhase } from "@rcpt/domain/Smtp"
import { Clock, Duration, Effect, Exit, Result, Scope } from "effect"

import { traced, verifierSpans } from "../spans.ts"
import type { ConnectionError } from "./ConnectionError.ts"
import { garbled } from "./ConnectionError.ts"
import type { SmtpTimeouts } from "./limits.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { openConnection } from "./SmtpConnection.ts"
import type { ConnectionGate, MxAddress, SmtpConnection } from "./SmtpConnection.ts"
import { ConnectionLost, expectPositive, isPositive, makeDialog, Refused } from "./SmtpDialog.ts"
import type { CommandOptions, Dialog, ReplyCounter, SessionFailure } from "./SmtpDialog.ts"
import type { Socks5 } from "./socks5.ts"

/**
 * Mail transactions, each about one recipient: MAIL, RCPT, RSET, so that no recipient suffers from the reply
 * to another. RSET comes at once, because its reply shows whether the one before was really for RCPT: a server
 * that sent one line too many is one reply behind from then on.
 */
interface Transactions {
  /** The number of recipients asked about so far. Servers limit it, and so does `ProbePolicy`. */
  readonly recipientCount: () => number
  /** Whether the server has accepted a recipient of this domain. */
  readonly hasAccepted: (domain: string) => boolean
  /** Whether the connection broke, or the server closed it with 421, so that it takes no more recipients. */
  readonly isOver: () => boolean
  /** Whether another recipient needs another session, although the replies so far count. */
  readonly isSpent: () => boolean
  /** Asks about an address in ASCII, and returns the reply to RCPT. After a failure the session is over. */
  readonly ask: (
    recipient: string,
    options: CommandOptions
  ) => Effect.Effect<SmtpReply, SessionFailure>
}

export const domainOf = (recipient: string): string =>
  recipient.slice(recipient.lastIndexOf("@") + 1)

const speaksOfSender = ({ enhancedCode, lines }: SmtpReply): boolean =>
  enhancedCode === "2.1.0" || lines.some((line) => /\b(?:sender|originator)\b/i.test(line))

/** Whether the reply to RCPT is in truth the one to MAIL, which came late. */
const isReplyToMail = (mail: SmtpReply, rcpt: SmtpReply): boolean =>
  isPositive(rcpt) && speaksOfSender(rcpt) && !speaksOfSender(mail)

/** Codes with which servers refuse RSET (RFC 5321 §4.2.2): closing, unknown, out of sequence. */
const refusalsOfRset: ReadonlyArray<number> = [421, 500, 502, 503, 504]

/** The code for "out of sequence": there was no MAIL. */
const outOfSequence = 503

/** Whether this is a reply to RSET, and not a late one to RCPT. */
const isReplyToRset = (rcpt: SmtpReply, rset: SmtpReply): boolean =>
  isPositive(rset) ||
  (refusalsOfRset.includes(rset.code) && (rset.code !== outOfSequence || isPositive(rcpt)))

const lost = (why: string) => new ConnectionLost({ phase: "rcpt", fault: garbled(why) })

/** The reply to RCPT, if it can be one. Otherwise the connection counts as lost. */
const checkedReply = (
  mail: SmtpReply,
  rcpt: SmtpReply
): Effect.Effect<SmtpReply, ConnectionLost> => {
  // A 3xx is neither yes nor no: it belongs to DATA.
  if (rcpt.code >= 300 && rcpt.code < 400) return Effect.fail(lost(`${rcpt.code} to RCPT`))
  return isReplyToMail(mail, rcpt) ? Effect.fail(lost("the reply to MAIL")) : Effect.succeed(rcpt)
}

const makeTransactions = (
  { send }: Dialog,
  { mailFrom, timeouts }: { readonly mailFrom: string; readonly timeouts: SmtpTimeouts }
): Transactions => {
  let recipientCount = 0
  let isOver = false
  let isSpent = false
  const accepted = new Set<string>()
  const command = (phase: SmtpPhase, text: string, options: CommandOptions) =>
    Effect.flatMap(send(phase, text, timeouts.command, options), (reply) =>
      expectPositive(phase, reply)
    )

  /** Sends RSET. A server that breaks off here has given its reply, unless that turns out to be another one. */
  const reset = Effect.fnUntraced(function* (rcpt: SmtpReply, options: CommandOptions) {
    const rset = yield* Effect.result(send("rset", "RSET", timeouts.reset, options))
    isSpent ||= Result.isFailure(rset) || !isPositive(rset.success)
    if (Result.isSuccess(rset))
      return isReplyToRset(rcpt, rset.success) ? undefined : yield* lost("the reply to RSET")
    if (rset.failure.fault.how === "garbled") return yield* rset.failure
  })

  const transact = Effect.fnUntraced(function* (recipient: string, options: CommandOptions) {
    recipientCount += 1
    const mail = yield* command("mail", `MAIL FROM:<${mailFrom}>`, options)
    const askedAt = yield* Clock.currentTimeMillis
    const timeout = options.rcptTimeout ?? timeouts.command
    const rcpt = yield* send("rcpt", `RCPT TO:<${recipient}>`, timeout, options)
    const reply = yield* checkedReply(mail, rcpt)
    const took = (yield* Clock.currentTimeMillis) - askedAt
    isSpent = !isPositive(reply) && took >= Duration.toMillis(timeouts.slowRefusal)
    isOver = reply.code === 421
    if (!isOver) yield* reset(reply, options)
    if (isPositive(reply)) accepted.add(domainOf(recipient))
    return reply
  })
  return {
    recipientCount: () => recipientCount,
    hasAccepted: (domain) => accepted.has(domain),
    isOver: () => isOver,
    isSpent: () => isSpent || isOver,
    ask: (recipient, options) =>
      Effect.onError(transact(recipient, options), () =>
        Effect.sync(() => {
          isOver = true
        })
      )
  }
}

/** The settings that are the same for all sessions. */
export interface SmtpClient {
  /** Our name in EHLO, a host name that our address resolves to and from. */
  readonly helo: string
  /** Our sender. An empty text is the null sender, which some servers refuse. */
  readonly mailFrom: string
  readonly port: number
  readonly proxy: Socks5 | undefined
  readonly isPublic: (ip: string) => boolean
  /** Gives permits for connections. If it is absent, connections need none. */
  readonly gate?: ConnectionGate
  readonly timeouts: SmtpTimeouts
  /** The secret that control addresses are made from (`controlLocalPart`). */
  readonly controlKey: Uint8Array
  readonly onReply?: ReplyCounter | undefined
}

export interface SmtpSession extends Transactions {
  readonly address: MxAddress
  readonly tls: boolean
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

const offersTls = ({ lines }: SmtpReply): boolean =>
  lines.slice(1).some((line) => /^STARTTLS\b/i.test(line))

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
  // Both sides forget what was said in clear text (RFC 3207 §4.2).
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
