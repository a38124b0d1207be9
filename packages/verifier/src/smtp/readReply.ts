/**
 * What a reply says: first the phase, then all lines as one without what they echo, then the first
 * row that fits. Where no row is sure, `unknown`: a false "invalid" costs somebody a customer.
 *
 * Two laws stand above the rows: before RCPT nothing is about a mailbox, and a 4xx condemns nobody.
 */
import type { SmtpChecked, SmtpPhase, SmtpSubReason } from "@rcpt/domain/Smtp"

import { longestSuffix } from "../hostTable.ts"
import { providerReplyRules } from "../rules/providerReplyRules.ts"
import { replyRulesAboutMailbox } from "../rules/replyRulesAboutMailbox.ts"
import { replyRulesAboutUs } from "../rules/replyRulesAboutUs.ts"
import { replyRulesByDefault } from "../rules/replyRulesByDefault.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { replyMeanings } from "./ReplyRule.ts"
import type { ReplyMeaning, ReplyRule } from "./ReplyRule.ts"
import { withoutEcho } from "./withoutEcho.ts"

export interface Spoken {
  readonly phase: SmtpPhase
  readonly reply: SmtpReply
  /** Whose words these are; some providers have words of their own. */
  readonly mxHost: string
  /** Whom we asked about, `local@domain`: servers repeat it, and its words are not theirs. */
  readonly recipient: string
}

export interface Reading {
  readonly status: SmtpChecked["status"]
  readonly subReason: SmtpSubReason | undefined
  /** Also known where the reply is no acceptance; `undefined`: not said. */
  readonly mailboxExists: boolean | undefined
  readonly ruleId: string
  /** A refusal that nobody has taught us to read; a second question may. */
  readonly unread: boolean
}

/** From suffix to its rows, in their order. */
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

const fits = (
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

/** Rows about refusals have words that a greeting or an acceptance may hold too. */
const isRefusal = ({ code }: SmtpReply): boolean => code >= 400

const rulesFor = ({ mxHost, reply }: Spoken): ReadonlyArray<ReplyRule> =>
  isRefusal(reply)
    ? [...(longestSuffix(byHost, mxHost.toLowerCase()) ?? []), ...generalReplyRules]
    : replyRulesByDefault

const existence = ({ status, exists }: ReplyMeaning): boolean | undefined => {
  if (exists === true || status === "deliverable") return true
  return status === "undeliverable" ? false : undefined
}

export const readReply = (spoken: Spoken): Reading => {
  const { phase, reply } = spoken
  const words = isRefusal(reply) ? withoutEcho(spoken) : ""
  const rule = rulesFor(spoken).find((one) => fits(one, phase, reply, words))
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
    unread: rule?.id === "unread-refusal"
  }
}
