/**
 * Reads the meaning of a reply. The phase counts first, then all lines as one without what they echo, then the
 * first rule that matches. If no rule is sure, the result is `unknown`: a false "invalid" costs a customer.
 *
 * Three laws stand above the rules: no reply before RCPT is about a mailbox, a 4xx never makes an address
 * undeliverable, and neither does a reply that speaks about us.
 */
import type { SmtpChecked, SmtpPhase, SmtpSubReason } from "@rcpt/domain/Smtp"

import { longestSuffix } from "../lists/hostTable.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { replyMeanings } from "./ReplyRule.ts"
import type { ReplyMeaning, ReplyRule } from "./ReplyRule.ts"
import { ourWords } from "./rules/ourWords.ts"
import { providerReplyRules } from "./rules/providerReplyRules.ts"
import { replyRulesAboutLimits } from "./rules/replyRulesAboutLimits.ts"
import { replyRulesAboutMailbox } from "./rules/replyRulesAboutMailbox.ts"
import { replyRulesAboutUs } from "./rules/replyRulesAboutUs.ts"
import { replyRulesAboutWaiting } from "./rules/replyRulesAboutWaiting.ts"
import { replyRulesByDefault } from "./rules/replyRulesByDefault.ts"
import { replyRulesInOtherLanguages } from "./rules/replyRulesInOtherLanguages.ts"
import { noNames, withoutEcho } from "./withoutEcho.ts"
import type { OurNames } from "./withoutEcho.ts"

const marks = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu

/** Letters that no decomposition turns into their plain form. */
const plain: Readonly<Record<string, string>> = { ł: "l", ı: "i", ø: "o", đ: "d", æ: "ae", ß: "ss" }
const special = /[łıøđæß]/g

/** Words in lower case and without accents, which servers write, leave out or lose. */
const folded = (words: string): string =>
  words
    .normalize("NFD")
    .replace(marks, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(marks, "$1")
    .replace(special, (letter) => plain[letter]!)

const clauses = /(?<=[.!?;])\s+|\s+[-–]\s+/

const advice =
  /^(?:\W*)(?:please|contact|check|if you|if this|for (?:more|further|assistance|help|explanation|information)|see|visit|learn|go to|refer|https?:)/

/**
 * Whether a refusal, as `folded` words, speaks about us. "Does not exist" may be said of the mailbox, of our host
 * name or of our sender, and "blocked" of an account or of an IP address: a refusal condemns an address only if
 * nothing in it speaks about us. Advice ("please contact …") is no reason and does not count.
 */
const speaksAboutUs = (words: string): boolean =>
  words
    .split(clauses)
    .filter((clause) => !advice.test(clause))
    .some((clause) => ourWords.some(({ text }) => text.test(clause)))

interface ReplyInContext {
  readonly phase: SmtpPhase
  readonly reply: SmtpReply
  /** The host that sent the reply. Some providers use words of their own. */
  readonly mxHost: string
  /** The recipient as `local@domain`. Servers repeat it, and its words are not theirs. */
  readonly recipient: string
  /** Our names; absent if they are unknown. */
  readonly ours?: OurNames
}

export interface Reading {
  readonly status: SmtpChecked["status"]
  readonly subReason: SmtpSubReason | undefined
  /** Whether the mailbox exists, which some refusals say too; `undefined` if the reply does not say. */
  readonly mailboxExists: boolean | undefined
  readonly ruleId: string
  /** Whether the reply does not tell what was refused. A control probe may tell. */
  readonly isUnclear: boolean
}

export const generalReplyRules: ReadonlyArray<ReplyRule> = [
  ...replyRulesAboutWaiting,
  ...replyRulesAboutLimits,
  ...replyRulesAboutUs,
  ...replyRulesInOtherLanguages,
  ...replyRulesAboutMailbox,
  ...replyRulesByDefault
]

/** The rules for refusals by host suffix, in their order. */
const byHost: ReadonlyMap<string, ReadonlyArray<ReplyRule>> = new Map(
  providerReplyRules
    .flatMap(({ hosts }) => hosts)
    .map((host) => [
      host,
      [...providerReplyRules.filter(({ hosts }) => hosts.includes(host)), ...generalReplyRules]
    ])
)

/** Rules about refusals look for words that a greeting or an acceptance may contain too. */
const isRefusal = ({ code }: SmtpReply): boolean => code >= 400

/** The words of a reply, in the forms in which rules look at them. */
const wordsOf = (context: ReplyInContext) => {
  const text = isRefusal(context.reply) ? withoutEcho({ ours: noNames, ...context }) : ""
  let foldedText: string | undefined
  let isAboutUs: boolean | undefined
  return {
    code: String(context.reply.code),
    text,
    folded: () => (foldedText ??= folded(text)),
    isAboutUs: () => (isAboutUs ??= speaksAboutUs((foldedText ??= folded(text))))
  }
}
type Words = ReturnType<typeof wordsOf>

const condemns = ({ status }: ReplyMeaning): boolean => status === "undeliverable"

const matchesWords = (
  { text, unless, all, isAboutUs, means }: ReplyRule,
  words: Words
): boolean => {
  const meaning: ReplyMeaning = replyMeanings[means]
  return (
    (text === undefined || text.test(words.text)) &&
    (unless === undefined || !unless.test(words.text)) &&
    (all === undefined || all.every((one) => one.test(words.folded()))) &&
    (isAboutUs === undefined || words.isAboutUs()) &&
    !(condemns(meaning) && words.isAboutUs())
  )
}

const matches = (
  rule: ReplyRule,
  phase: SmtpPhase,
  { enhancedCode = "" }: SmtpReply,
  words: Words
): boolean => {
  const { phases, code, enhanced, means } = rule
  const meaning: ReplyMeaning = replyMeanings[means]
  return (
    (phases === undefined || phases.includes(phase)) &&
    (meaning.aboutRecipient === undefined || phase === "rcpt") &&
    (code === undefined || code.test(words.code)) &&
    (enhanced === undefined || enhanced.test(enhancedCode)) &&
    matchesWords(rule, words)
  )
}

const rulesFor = ({ mxHost, reply }: ReplyInContext): ReadonlyArray<ReplyRule> =>
  isRefusal(reply)
    ? (longestSuffix(byHost, mxHost.toLowerCase()) ?? generalReplyRules)
    : replyRulesByDefault

const existence = ({ status, exists }: ReplyMeaning): boolean | undefined => {
  if (exists === true || status === "deliverable") return true
  return status === "undeliverable" ? false : undefined
}

export const readReply = (context: ReplyInContext): Reading => {
  const { phase, reply } = context
  const words = wordsOf(context)
  const rule = rulesFor(context).find((one) => matches(one, phase, reply, words))
  const meaning: ReplyMeaning = replyMeanings[rule?.means ?? "notUnderstood"]
  // A 4xx may be different the next time (RFC 5321 §4.2.1).
  const read: ReplyMeaning =
    meaning.status === "undeliverable" && reply.code < 500
      ? { ...meaning, status: "unknown" }
      : meaning
  return {
    status: read.status,
    subReason: read.subReason,
    mailboxExists: existence(read),
    ruleId: rule?.id ?? "no-rule",
    isUnclear: rule?.isUnclear === true && reply.code >= 500
  }
}
