/**
 * Reads the meaning of a reply. The phase counts first, then all lines as one without what they echo, then the
 * first rule that matches. If no rule is sure, the result is `unknown`: a false "invalid" costs a customer.
 *
 * Three laws stand above the rules: no reply before RCPT is about a mailbox, a 4xx never makes an address
 * undeliverable, and neither does a reply that speaks about us.
 */
import type { SmtpChecked, SmtpPhase, SmtpSubReason } from "@rcpt/domain/Smtp"

import { wellKnownProviders } from "../address/suggestDomain.ts"
import { boundedCache } from "../cache/boundedCache.ts"
import { longestSuffix } from "../lists/hostTable.ts"
import { isSentence, twoCausesIn } from "./otherCauses.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { replyMeanings } from "./ReplyRule.ts"
import type { ReplyMeaning, ReplyRule } from "./ReplyRule.ts"
import { providerReplyRules } from "./rules/providerReplyRules.ts"
import { replyRulesAboutLimits } from "./rules/replyRulesAboutLimits.ts"
import { replyRulesAboutMailbox } from "./rules/replyRulesAboutMailbox.ts"
import { replyRulesAboutUs } from "./rules/replyRulesAboutUs.ts"
import { replyRulesAboutWaiting } from "./rules/replyRulesAboutWaiting.ts"
import { replyRulesByDefault } from "./rules/replyRulesByDefault.ts"
import { spelled } from "./rules/spelling.ts"
import {
  folded,
  givesGrounds,
  hasUnknownLetters,
  namesRecipient,
  reasonsIn,
  refuses,
  speaksAboutUs,
  understand
} from "./understand.ts"
import type { Statement } from "./understand.ts"
import { domainMark, labelMark, noNames, recipientMark, us, withoutEcho } from "./withoutEcho.ts"
import type { OurNames } from "./withoutEcho.ts"

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
  /** The words that name the subject and say the predicate, where the rule looks for both. */
  readonly statement: Statement | undefined
  /** What the reply speaks about, and what it says of that, for people. */
  readonly subject: ReplyMeaning["subject"]
  readonly predicate: string
  /** The text of a reply whose words no rule knows, without addresses and names. */
  readonly unread: string | undefined
  /** Whether an unclear reply has a noun for the recipient. */
  readonly namesRecipient: boolean
  /** Whether the reply does not tell what was refused. A control probe may tell. */
  readonly isUnclear: boolean
}

export const generalReplyRules: ReadonlyArray<ReplyRule> = [
  ...replyRulesAboutWaiting,
  ...replyRulesAboutLimits,
  ...replyRulesAboutUs,
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

/** A value that is made when it is first asked for. */
const lazily = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/** Whether a text without echoes has words, and not only codes and tags such as `gsmtp`. */
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text)

/** The words of a text, in the forms in which rules look at them. */
const formsOf = (text: string) => {
  const reasons = lazily(() => reasonsIn(folded(text)))
  return {
    text,
    reasons,
    statements: lazily(() => understand(reasons())),
    isAboutUs: lazily(() => speaksAboutUs(reasons())),
    refuses: lazily(() => refuses(reasons())),
    givesGrounds: lazily(() => givesGrounds(reasons()) || hasUnknownLetters(reasons())),
    twoCauses: lazily(() => twoCausesIn(reasons())),
    isSentence: lazily(() => isSentence(reasons())),
    isWordless: lazily(() => !hasWords(text)),
    namesRecipient: lazily(() => namesRecipient(reasons()))
  }
}

/**
 * Texts whose forms are kept, 1 to 20 kB each. Servers say the same to many, apart from what they echo, and looking
 * through the words of all languages takes a tenth of a millisecond.
 */
const textsKeptMax = 300

const knownForms = boundedCache<ReturnType<typeof formsOf>>(textsKeptMax)

const wordsOf = (context: ReplyInContext) => {
  const text = isRefusal(context.reply) ? withoutEcho({ ours: noNames, ...context }) : ""
  const forms = knownForms.get(text) ?? formsOf(text)
  knownForms.set(text, forms)
  return { code: String(context.reply.code), ...forms }
}
type Words = ReturnType<typeof wordsOf>

const condemns = ({ status }: ReplyMeaning): boolean => status === "undeliverable"

/** The statement of a reply for which a rule looks; `undefined` if the reply does not make it. */
const statementFor = ({ says, saysOtherThan }: ReplyRule, words: Words): Statement | undefined =>
  says &&
  words
    .statements()
    .find(
      ({ subject, predicate, words: [, said] }) =>
        says.subject.includes(subject) &&
        says.predicate === predicate &&
        saysOtherThan?.test(said) !== true
    )

const saysElse = (what: NonNullable<ReplyRule["saysNothingElse"]>, words: Words): boolean =>
  words.givesGrounds() ||
  (what === "refusals and grounds" && (words.refuses() || words.isSentence()))

const matchesWords = (rule: ReplyRule, words: Words): boolean => {
  const { text, reason, unless, says, isAboutUs, means } = rule
  return (
    (text === undefined || text.test(words.text)) &&
    (reason === undefined ||
      words.reasons().some((clause) => reason.test(clause) || reason.test(spelled(clause)))) &&
    (unless === undefined || !unless.test(words.text)) &&
    (says === undefined || statementFor(rule, words) !== undefined) &&
    (isAboutUs === undefined || words.isAboutUs()) &&
    (rule.refuses === undefined || words.refuses() || words.givesGrounds()) &&
    (rule.saysNothingElse === undefined || !saysElse(rule.saysNothingElse, words)) &&
    (rule.namesTwoCauses === undefined || words.twoCauses() === rule.namesTwoCauses) &&
    (rule.isWordless === undefined || words.isWordless()) &&
    !(condemns(replyMeanings[means]) && words.isAboutUs())
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

/** A provider's own hosts know its own domains: a refusal there is not about the domain. */
const isOfProvider = ({ recipient }: ReplyInContext): boolean =>
  wellKnownProviders.has(recipient.slice(recipient.lastIndexOf("@") + 1).toLowerCase())

const rulesFor = ({ mxHost, reply }: ReplyInContext): ReadonlyArray<ReplyRule> =>
  isRefusal(reply)
    ? (longestSuffix(byHost, mxHost.toLowerCase()) ?? generalReplyRules)
    : replyRulesByDefault

const existence = ({ status, exists }: ReplyMeaning): boolean | undefined => {
  if (exists === true || status === "deliverable") return true
  return status === "undeliverable" ? false : undefined
}

/** The most characters of a text that is shown. Longer ones explain, after they have said why. */
const shownCharsMax = 200

const shownMarks: Readonly<Record<string, string>> = {
  [recipientMark]: "<recipient>",
  [domainMark]: "<domain>",
  [labelMark]: "<us>",
  [us]: "<us>"
}

/** A text of a reply for people who report it: without addresses, and without the local part as a word. */
const textToShow = ({ reply, recipient }: ReplyInContext, { text }: Words): string => {
  const localPart = recipient.slice(0, Math.max(0, recipient.lastIndexOf("@"))).toLowerCase()
  const words = text
    .replace(/‹(?:us|[.:])?›/g, (mark) => shownMarks[mark] ?? "*")
    .split(" ")
    .map((word) => (word.toLowerCase().includes(localPart) && localPart.length > 2 ? "*" : word))
  return `${reply.code} ${words.join(" ")}`.slice(0, shownCharsMax)
}

export const readReply = (context: ReplyInContext): Reading => {
  const { phase, reply } = context
  const words = wordsOf(context)
  const knowsDomain = lazily(() => isOfProvider(context))
  const rule = rulesFor(context).find(
    (one) => matches(one, phase, reply, words) && !(one.means === "domainRefused" && knowsDomain())
  )
  const meaning: ReplyMeaning = replyMeanings[rule?.means ?? "notUnderstood"]
  // A 4xx may be different the next time (RFC 5321 §4.2.1).
  const read: ReplyMeaning =
    meaning.status === "undeliverable" && reply.code < 500
      ? { ...meaning, status: "unknown" }
      : meaning
  const isUnclear = rule?.isUnclear === true && reply.code >= 500
  return {
    status: read.status,
    subReason: read.subReason,
    mailboxExists: existence(read),
    ruleId: rule?.id ?? "no-rule",
    subject: read.subject,
    predicate: read.predicate,
    unread: rule?.isUnread === true ? textToShow(context, words) : undefined,
    statement: rule && statementFor(rule, words),
    isUnclear,
    namesRecipient: isUnclear && words.namesRecipient()
  }
}
