/**
 * What a reply means: first the phase counts, then all lines as one without what they echo, then the
 * first rule that matches. Where no rule is sure, `unknown`: a false "invalid" costs a customer.
 *
 * Two laws stand above the rules: no reply before RCPT is about a mailbox, and a 4xx never makes an
 * address undeliverable.
 */
import type { SmtpChecked, SmtpPhase, SmtpSubReason } from "@rcpt/domain/Smtp"

import { longestSuffix } from "../lists/hostTable.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { replyMeanings } from "./ReplyRule.ts"
import type { ReplyMeaning, ReplyRule } from "./ReplyRule.ts"
import { providerReplyRules } from "./rules/providerReplyRules.ts"
import { replyRulesAboutMailbox } from "./rules/replyRulesAboutMailbox.ts"
import { replyRulesAboutUs } from "./rules/replyRulesAboutUs.ts"
import { replyRulesByDefault } from "./rules/replyRulesByDefault.ts"
import { withoutEcho } from "./withoutEcho.ts"

export interface ReplyInContext {
  readonly phase: SmtpPhase
  readonly reply: SmtpReply
  /** The host that sent it; some providers have words of their own. */
  readonly mxHost: string
  /** `local@domain`: servers repeat it, and its words are not theirs. */
  readonly recipient: string
}

export interface Reading {
  readonly status: SmtpChecked["status"]
  readonly subReason: SmtpSubReason | undefined
  /** Also known from some refusals; `undefined`: the reply does not say. */
  readonly mailboxExists: boolean | undefined
  readonly ruleId: string
  /** A refusal that no rule understands. A control probe may tell what it means. */
  readonly unrecognized: boolean
}

/** From host suffix to its rules, in their order. */
const byHost: ReadonlyMap<string, ReadonlyArray<ReplyRule>> = new Map(
  providerReplyRules
    .flatMap(({ hosts }) => hosts)
    .map((host) => [host, providerReplyRules.filter(({ hosts }) => hosts.includes(host))])
)

export const generalReplyRules: ReadonlyArray<ReplyRule> = [
  ...replyRulesAboutUs,
  ...replyRulesAboutMailbox,
  ...replyRulesByDefault
]

const matches = (
  { phases, code, enhanced, text, means }: ReplyRule,
  phase: SmtpPhase,
  { code: digits, enhancedCode = "" }: SmtpReply,
  words: string
): boolean => {
  const meaning: ReplyMeaning = replyMeanings[means]
  return (
    (phases === undefined || phases.includes(phase)) &&
    (meaning.aboutRecipient === undefined || phase === "rcpt") &&
    (code === undefined || code.test(String(digits))) &&
    (enhanced === undefined || enhanced.test(enhancedCode)) &&
    (text === undefined || text.test(words))
  )
}

/** Rules about refusals look for words that a greeting or an acceptance may contain too. */
const isRefusal = ({ code }: SmtpReply): boolean => code >= 400

const rulesFor = ({ mxHost, reply }: ReplyInContext): ReadonlyArray<ReplyRule> =>
  isRefusal(reply)
    ? [...(longestSuffix(byHost, mxHost.toLowerCase()) ?? []), ...generalReplyRules]
    : replyRulesByDefault

const existence = ({ status, exists }: ReplyMeaning): boolean | undefined => {
  if (exists === true || status === "deliverable") return true
  return status === "undeliverable" ? false : undefined
}

export const readReply = (context: ReplyInContext): Reading => {
  const { phase, reply } = context
  const words = isRefusal(reply) ? withoutEcho(context) : ""
  const rule = rulesFor(context).find((one) => matches(one, phase, reply, words))
  const meaning: ReplyMeaning = replyMeanings[rule?.means ?? "notUnderstood"]
  // RFC 5321 §4.2.1: 4xx may be different the next time.
  const read: ReplyMeaning =
    meaning.status === "undeliverable" && reply.code < 500
      ? { ...meaning, status: "unknown" }
      : meaning
  return {
    status: read.status,
    subReason: read.subReason,
    mailboxExists: existence(read),
    ruleId: rule?.id ?? "no-rule",
    unrecognized: rule?.id === "unread-refusal"
  }
}
