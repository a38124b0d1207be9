/**
 * Mail transactions, each about one recipient: MAIL, RCPT, RSET, so that no recipient suffers from the reply to
 * another. RSET comes at once, because its reply shows whether the one before was really for RCPT: a server that
 * sent one line too many is one reply behind from then on.
 *
 * Where the server offers PIPELINING (RFC 2920), one write carries the transactions of several recipients. Their
 * replies come without anything between them, so all are counted before any is believed.
 */
import { Duration, Effect } from "effect"

import { closed, garbled } from "./ConnectionError.ts"
import type { ConnectionError } from "./ConnectionError.ts"
import type { SmtpTimeouts } from "./limits.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import type { Replies, TimedReply } from "./SmtpConnection.ts"
import { ConnectionLost, isPositive, Refused } from "./SmtpDialog.ts"
import type { CommandOptions, Dialog, PhaseCommand, SessionFailure } from "./SmtpDialog.ts"

/** A recipient to ask about, an address in ASCII. */
export interface Question extends CommandOptions {
  readonly recipient: string
}

/** The reply to RCPT, or why there is none. After a failure the session is over. */
export type Answer =
  | { readonly _tag: "Replied"; readonly reply: SmtpReply }
  | { readonly _tag: "Failed"; readonly failure: SessionFailure }

export interface AskOptions {
  /** Whether all commands are sent in one write, which only a session that `pipelines` takes. */
  readonly together: boolean
  /** Whether these are the last questions of the session, so that QUIT follows in the same write, if it is one. */
  readonly isLast?: boolean
}

export interface Transactions {
  /** The number of recipients asked about so far. Servers limit it, and so does `ProbePolicy`. */
  readonly recipientCount: () => number
  /** Whether the server has accepted a recipient of this domain. */
  readonly hasAccepted: (domain: string) => boolean
  /** Whether the connection broke, or the server closed it with 421, so that it takes no more recipients. */
  readonly isOver: () => boolean
  /** Whether another recipient needs another session, although the replies so far count. */
  readonly isSpent: () => boolean
  /** Asks about each recipient, and returns the answers in the same order. */
  readonly ask: (
    questions: ReadonlyArray<Question>,
    options: AskOptions
  ) => Effect.Effect<ReadonlyArray<Answer>>
}

export const domainOf = (recipient: string): string =>
  recipient.slice(recipient.lastIndexOf("@") + 1)

/** What a server says when it closes the session, to whichever command. */
export const closing = 421

/** MAIL, RCPT and RSET. */
const commandsEach = 3

const speaksOfSender = ({ enhancedCode, lines }: SmtpReply): boolean =>
  enhancedCode === "2.1.0" || lines.some((line) => /\b(?:sender|originator)\b/i.test(line))

/** Whether the reply to RCPT is in truth the one to MAIL, which came late. */
const isReplyToMail = (mail: SmtpReply, rcpt: SmtpReply): boolean =>
  isPositive(rcpt) && speaksOfSender(rcpt) && !speaksOfSender(mail)

/** Codes with which servers refuse RSET (RFC 5321 §4.2.2): closing, unknown, out of sequence. */
const refusalsOfRset: ReadonlyArray<number> = [closing, 500, 502, 503, 504]

/** The code for "out of sequence": there was no MAIL. */
const outOfSequence = 503

/** Whether this is a reply to RSET, and not a late one to RCPT. */
const isReplyToRset = (rcpt: SmtpReply, rset: SmtpReply): boolean =>
  isPositive(rset) ||
  (refusalsOfRset.includes(rset.code) && (rset.code !== outOfSequence || isPositive(rcpt)))

const failed = (failure: SessionFailure): Answer => ({ _tag: "Failed", failure })
const lost = (
  fault: ConnectionError | undefined,
  phase: "mail" | "rcpt" | "rset" = "rcpt"
): Answer => failed(new ConnectionLost({ phase, fault: fault ?? closed("closed") }))

/** The replies to one transaction; those that did not come are absent. */
interface TransactionReplies {
  readonly mail: TimedReply | undefined
  readonly rcpt: TimedReply | undefined
  readonly rset: TimedReply | undefined
  /** Why not all came. */
  readonly fault: ConnectionError | undefined
}

/** The reply to RCPT, if it can be one. */
const answerOf = (replies: TransactionReplies, together: boolean): Answer => {
  const { fault } = replies
  const [mail, rcpt, rset] = [replies.mail?.reply, replies.rcpt?.reply, replies.rset?.reply]
  if (mail === undefined) return lost(fault, "mail")
  if (!isPositive(mail)) return failed(new Refused({ phase: "mail", reply: mail }))
  if (rcpt === undefined) return lost(fault)
  // A 3xx is neither yes nor no: it belongs to DATA.
  if (rcpt.code >= 300 && rcpt.code < 400) return lost(garbled(`${rcpt.code} to RCPT`))
  if (isReplyToMail(mail, rcpt)) return lost(garbled("the reply to MAIL"))
  const replied: Answer = { _tag: "Replied", reply: rcpt }
  if (rcpt.code === closing) return replied
  if (rset !== undefined) {
    return isReplyToRset(rcpt, rset) ? replied : lost(garbled("the reply to RSET"))
  }
  // A server that breaks off at RSET has given its reply. Of commands that were sent together, the last "yes" may
  // be that to another one.
  const isDoubtful = fault?.how === "garbled" || (together && isPositive(rcpt))
  return isDoubtful ? lost(fault, "rset") : replied
}

const addressPattern =
  /(?<![^\s<>()[\]"',;:])[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]*[^\s<>()[\]"',;:.]/g

/** Whether the reply names the recipient of another question, and not its own. */
const namesAnother = (
  { lines }: SmtpReply,
  { recipient }: Question,
  questions: ReadonlyArray<Question>
): boolean => {
  const named = new Set(lines.join(" ").toLowerCase().match(addressPattern))
  return (
    !named.has(recipient.toLowerCase()) &&
    questions.some((other) => named.has(other.recipient.toLowerCase()))
  )
}

/** Whether the server seems to take a recipient although it refused the sender. */
const isWithoutSender = ({ mail, rcpt }: TransactionReplies): boolean =>
  mail !== undefined && rcpt !== undefined && !isPositive(mail.reply) && isPositive(rcpt.reply)

/** Why no reply of commands that were sent together can be believed; `undefined` if each is the one to its command. */
const faultOf = (
  { fault }: Replies,
  questions: ReadonlyArray<Question>,
  transacted: ReadonlyArray<Transacted>
): ConnectionError | undefined => {
  if (fault !== undefined && fault.how !== "closed") return fault
  for (const [index, { answer, replies }] of transacted.entries()) {
    const question = questions[index]
    if (questions.length > 1 && isWithoutSender(replies))
      return garbled("a recipient without a sender")
    if (answer._tag === "Replied" && question && namesAnother(answer.reply, question, questions))
      return garbled("the reply to another recipient")
    if (answer._tag !== "Failed" || answer.failure._tag === "Refused") continue
    if (answer.failure.fault.how === "garbled") return answer.failure.fault
  }
  return undefined
}

interface Client {
  readonly mailFrom: string
  readonly timeouts: SmtpTimeouts
}

const commandsFor = (
  { mailFrom, timeouts }: Client,
  { recipient, rcptTimeout = timeouts.command, listener }: Question
): ReadonlyArray<PhaseCommand> => [
  { phase: "mail", text: `MAIL FROM:<${mailFrom}>`, timeout: timeouts.command, listener },
  { phase: "rcpt", text: `RCPT TO:<${recipient}>`, timeout: rcptTimeout, listener },
  { phase: "rset", text: "RSET", timeout: timeouts.reset, listener }
]

interface Transacted {
  readonly answer: Answer
  readonly replies: TransactionReplies
}

/** Sends one command after the other. The first reply that ends the transaction is the last one. */
const transactInTurn = Effect.fnUntraced(function* (
  { exchange }: Dialog,
  client: Client,
  question: Question
): Effect.fn.Return<Transacted> {
  const all: Array<TimedReply> = []
  let fault: ConnectionError | undefined
  for (const command of commandsFor(client, question)) {
    const one = yield* exchange([command], question.deadline)
    all.push(...one.replies)
    fault = one.fault
    const reply = one.replies[0]?.reply
    if (fault !== undefined || reply === undefined || reply.code === closing) break
    if (command.phase === "mail" && !isPositive(reply)) break
  }
  const [mail, rcpt, rset] = all
  const replies = { mail, rcpt, rset, fault }
  // More than one reply to a command: it is unknown which one is right.
  const isGarbled = fault?.how === "garbled"
  const answer = isGarbled ? lost(fault, rcpt ? "rcpt" : "mail") : answerOf(replies, false)
  return { answer, replies }
})

/** Sends all commands in one write. If one reply cannot be believed, none is. */
const transactTogether = (
  { exchange }: Dialog,
  client: Client,
  questions: ReadonlyArray<Question>,
  thenQuit: boolean
): Effect.Effect<ReadonlyArray<Transacted>> => {
  const commands = questions.flatMap((question) => commandsFor(client, question))
  const deadline = Math.min(...questions.map((question) => question.deadline))
  return Effect.map(exchange(commands, deadline, thenQuit), (all) => {
    const transacted = questions.map((_, index) => {
      const [mail, rcpt, rset] = all.replies.slice(index * commandsEach)
      const replies = { mail, rcpt, rset, fault: all.fault }
      return { replies, answer: answerOf(replies, true) }
    })
    const fault = faultOf(all, questions, transacted)
    return fault === undefined
      ? transacted
      : transacted.map(({ replies }) => ({ replies, answer: lost(fault) }))
  })
}

export const makeTransactions = (dialog: Dialog, client: Client): Transactions => {
  let recipientCount = 0
  let isOver = false
  let isSpent = false
  const accepted = new Set<string>()
  const slowMillis = Duration.toMillis(client.timeouts.slowRefusal)

  const conclude = (question: Question, { answer, replies: { rcpt, rset } }: Transacted) => {
    recipientCount += 1
    if (answer._tag === "Failed" || answer.reply.code === closing) isOver = true
    else if (isPositive(answer.reply)) accepted.add(domainOf(question.recipient))
    if (rcpt === undefined) return answer
    // A slow refusal is that of a tarpit, which is slower each time.
    const isSlow = !isPositive(rcpt.reply) && rcpt.tookMillis >= slowMillis
    isSpent ||= isSlow || rset === undefined || !isPositive(rset.reply)
    return answer
  }

  const ask = Effect.fnUntraced(function* (
    questions: ReadonlyArray<Question>,
    { together, isLast = false }: AskOptions
  ): Effect.fn.Return<ReadonlyArray<Answer>> {
    const answers: Array<Answer> = []
    const inOneWrite = together
      ? yield* transactTogether(dialog, client, questions, isLast)
      : undefined
    for (const [index, question] of questions.entries()) {
      if (inOneWrite === undefined && isOver) {
        answers.push(lost(closed("the session was over"), "mail"))
        continue
      }
      const transacted = inOneWrite?.[index] ?? (yield* transactInTurn(dialog, client, question))
      answers.push(conclude(question, transacted))
    }
    return answers
  })

  return {
    recipientCount: () => recipientCount,
    hasAccepted: (domain) => accepted.has(domain),
    isOver: () => isOver,
    isSpent: () => isSpent || isOver,
    ask: (questions, options) =>
      Effect.onError(ask(questions, options), () =>
        Effect.sync(() => {
          isOver = true
        })
      )
  }
}
