/**
 * Mail transactions that ask about one recipient each: MAIL, RCPT, RSET, so that no recipient suffers from
 * the reply to another. RSET comes at once, because its reply shows whether the one to RCPT was that: a
 * server that once said a line too many is a reply behind from then on.
 */
import type { SmtpPhase } from "@rcpt/domain/Smtp"
import { Clock, Duration, Effect, Result } from "effect"

import { garbled } from "./ConnectionError.ts"
import type { SmtpTimeouts } from "./limits.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { ConnectionLost, expectPositive, isPositive } from "./SmtpDialog.ts"
import type { CommandOptions, Dialog, SessionFailure } from "./SmtpDialog.ts"

export interface Transactions {
  /** Recipients asked about so far. Servers limit them, and so does `ProbePolicy`. */
  readonly recipientCount: () => number
  /** Whether the server has accepted a recipient of this domain. */
  readonly hasAccepted: (domain: string) => boolean
  /** The connection broke, or the server closed it with 421: no more recipients. */
  readonly isOver: () => boolean
  /** Its replies count, but another recipient needs a session of its own. */
  readonly isSpent: () => boolean
  /** The reply to RCPT for an address in ASCII. After a failure the session is over. */
  readonly ask: (
    recipient: string,
    options: CommandOptions
  ) => Effect.Effect<SmtpReply, SessionFailure>
}

export const domainOf = (recipient: string): string =>
  recipient.slice(recipient.lastIndexOf("@") + 1)

const speaksOfSender = ({ enhancedCode, lines }: SmtpReply): boolean =>
  enhancedCode === "2.1.0" || lines.some((line) => /\b(?:sender|originator)\b/i.test(line))

/** A reply that came before its command: one to MAIL that is taken for one to RCPT. */
const isReplyToMail = (mail: SmtpReply, rcpt: SmtpReply): boolean =>
  isPositive(rcpt) && speaksOfSender(rcpt) && !speaksOfSender(mail)

/** What servers say to RSET if they do not take it (RFC 5321 §4.2.2): closing, unknown, out of sequence. */
const refusalsOfRset: ReadonlyArray<number> = [421, 500, 502, 503, 504]

/** Out of sequence: there was no MAIL. */
const outOfSequence = 503

/** Whether this is a reply to RSET, and not the one to RCPT, which comes only now. */
const isReplyToRset = (rcpt: SmtpReply, rset: SmtpReply): boolean =>
  isPositive(rset) ||
  (refusalsOfRset.includes(rset.code) && (rset.code !== outOfSequence || isPositive(rcpt)))

const lost = (why: string) => new ConnectionLost({ phase: "rcpt", fault: garbled(why) })

/** The reply to RCPT, if it can be one. */
const checkedReply = (
  mail: SmtpReply,
  rcpt: SmtpReply
): Effect.Effect<SmtpReply, ConnectionLost> => {
  // Neither yes nor no: 3xx belongs to DATA.
  if (rcpt.code >= 300 && rcpt.code < 400) return Effect.fail(lost(`${rcpt.code} to RCPT`))
  return isReplyToMail(mail, rcpt) ? Effect.fail(lost("the reply to MAIL")) : Effect.succeed(rcpt)
}

export const makeTransactions = (
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

  /** A server that breaks off here has given its reply, unless it turns out to be another one. */
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
