/**
 * Reads what returned mail, or a sender's log, says about a mailbox. The reply of the mail server is taken out of
 * the words around it and read by the same rules as a reply to ourselves. It counts against the mailbox only if
 * it calls the mailbox missing or disabled for good: a full one gets emptied, a refused domain may be the
 * sender's own relay, and an unclear reply, which a control probe would have to decide, stays open.
 */
import type { SmtpPhase } from "@rcpt/domain/Smtp"

import { readReply } from "./readReply.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import {
  absentWords,
  bounceForms,
  passingWords,
  repliesToMessage,
  replyingHosts,
  sendersWords
} from "./rules/bounceForms.ts"

interface Bounce {
  readonly text: string
  /** The recipient as `local@domain`. Servers repeat it, and its words are not theirs. */
  readonly recipient: string
}

interface BounceReading {
  readonly isAboutMailbox: boolean
  /** The rule that read the reply; `no-reply` if the text has none, `program-words` if a program's own words say enough. */
  readonly ruleId: string
}

/** Phases by the verb of the command. A reply after the message may still be about its recipient. */
const phases: Readonly<Record<string, SmtpPhase>> = {
  HELO: "ehlo",
  EHLO: "ehlo",
  STARTTLS: "starttls",
  MAIL: "mail",
  INITIAL: "greeting"
}

const phaseAfter = (command: string): SmtpPhase =>
  phases[/[A-Z]+/i.exec(command)?.[0].toUpperCase() ?? ""] ?? "rcpt"

/** A code of three digits that is not part of an IP address, a date or a port. Some programs write a colon behind it. */
const replyCode = /(?<![\w.:/-])([245]\d\d)(?=[\s-]|$)|^([245]\d\d)(?=:\s)/m
const enhancedCode = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/

/** The reply code that an enhanced code stands for. Programs leave out the three digits if the other code says more. */
const codeOf = (enhanced: string): number => Number(`${enhanced[0]}50`)

/** A line break, which a log may write as two characters. */
const lineBreak = /\r?\n|\\r\\n|\\n/

/** The field that names who replied (RFC 3464 §2.3.5). Its host or address is no word of the reply. */
const replier = /\n(?:Remote|Reporting)-MTA:/i

/** The reply in a text; `undefined` if it has no code, because then it is unknown whose words they are. */
const toReply = (text: string, around: string): SmtpReply | undefined => {
  const found = replyCode.exec(text)
  const [from = ""] = text.slice(found?.index ?? 0).split(replier, 1)
  const enhanced = enhancedCode.exec(from)?.[1] ?? enhancedCode.exec(around)?.[1]
  const code = found?.[1] ?? found?.[2]
  if (code === undefined && enhanced === undefined) return undefined
  const digits = new RegExp(`^\\s*${code ?? "(?!)"}(?:[\\s:-]|$)`)
  return {
    code: code === undefined ? codeOf(enhanced!) : Number(code),
    enhancedCode: enhanced,
    lines: from.split(lineBreak).map((line) => line.replace(digits, "").trim())
  }
}

const hostIn = (text: string): string =>
  replyingHosts.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])[0] ?? ""

export const readBounce = ({ text, recipient }: Bounce): BounceReading => {
  const groups = bounceForms
    .map((form) => form.text.exec(text)?.groups)
    .find((found) => found !== undefined)
  const others = groups === undefined ? [...sendersWords, ...repliesToMessage] : repliesToMessage
  const isOther = others.some((words) => words.text.test(text))
  const reply = isOther ? undefined : toReply(groups?.["reply"] ?? text, text)
  const isAbsent = !isOther && absentWords.some((words) => words.text.test(text))
  const byWords = { isAboutMailbox: isAbsent, ruleId: isAbsent ? "program-words" : "no-reply" }
  if (reply === undefined) return byWords
  const phase = phaseAfter(groups?.["command"] ?? "")
  const { status, subReason, isUnclear, ruleId } = readReply({
    phase,
    reply,
    mxHost: hostIn(text),
    recipient
  })
  // A program that delivers says what it found; the code around it is that of any failure.
  if (isAbsent && (isUnclear || ruleId === "unread-refusal")) return byWords
  const isNamed = subReason === "mailbox_not_found" || subReason === "mailbox_disabled"
  const isPassing =
    subReason === "mailbox_disabled" && passingWords.some((words) => words.text.test(text))
  // Words that may be about a policy too are not, with the code for a mailbox that does not exist (RFC 3463 §3.2).
  const isSure = !isUnclear || (isNamed && reply.enhancedCode === "5.1.1")
  const isAboutMailbox = status === "undeliverable" && isNamed && isSure && !isPassing
  return { isAboutMailbox, ruleId }
}
