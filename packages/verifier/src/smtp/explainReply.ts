/** Explains how a reply is read, and by which rule, to people who want to know why. */
import { SmtpPhase } from "@rcpt/domain/Smtp"
import { Result, Schema } from "effect"

import { generalReplyRules, readReply } from "./readReply.ts"
import { ReplyReader } from "./ReplyReader.ts"
import { providerReplyRules } from "./rules/providerReplyRules.ts"

export interface ReplyText {
  /** The reply as the server sent it, with its codes and all its lines. */
  readonly reply: string
  readonly phase?: string
  readonly mxHost?: string
  readonly recipient?: string
}

export interface ReplyExplanation {
  readonly phase: SmtpPhase
  readonly code: number
  readonly enhancedCode: string | undefined
  readonly status: string
  readonly subReason: string | undefined
  readonly mailboxExists: boolean | undefined
  /** What the reply speaks about and what it says of that, with its words where they were looked for. */
  readonly subject: string
  readonly predicate: string
  readonly words: readonly [subject: string, predicate: string] | undefined
  readonly rule: string
  readonly source: string
}

const isPhase = Schema.is(SmtpPhase)

const sourceOf = (ruleId: string): string =>
  [...providerReplyRules, ...generalReplyRules].find(({ id }) => id === ruleId)?.source ?? ""

/** Fails with a sentence that says what is wrong with the input. */
export const explainReply = ({
  reply: text,
  phase = "rcpt",
  mxHost = "",
  recipient = ""
}: ReplyText): Result.Result<ReplyExplanation, string> => {
  if (!isPhase(phase)) {
    return Result.fail(`"${phase}" is no phase; phases are ${SmtpPhase.literals.join(", ")}.`)
  }
  const reader = new ReplyReader()
  reader.push(Buffer.from(`${text.trim().replaceAll(/\r?\n/g, "\r\n")}\r\n`))
  const reply = reader.take()
  if (reply === undefined) return Result.fail("The reply has no last line.")
  if (typeof reply === "string") return Result.fail(`The reply is none: ${reply}.`)
  if (reader.hasUnsolicitedReply) return Result.fail("There is more than one reply.")
  const { status, subReason, mailboxExists, ruleId, subject, predicate, statement } = readReply({
    phase,
    reply,
    mxHost,
    recipient
  })
  const { code, enhancedCode } = reply
  return Result.succeed({
    phase,
    code,
    enhancedCode,
    status,
    subReason,
    mailboxExists,
    subject,
    predicate,
    words: statement?.words,
    rule: ruleId,
    source: sourceOf(ruleId)
  })
}
