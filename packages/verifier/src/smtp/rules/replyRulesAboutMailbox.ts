/**
 * Rules for replies to RCPT about the recipient or its domain. Words come first, and codes follow where no words
 * help: servers copy codes, but people wrote the words.
 */
import type { ReplyRule } from "../ReplyRule.ts"
import { domainMark, labelMark } from "../withoutEcho.ts"

const bounces =
  "public bounce corpora: Sisimai (BSD-2), SMTP Field Manual (MIT), KumoMTA (Apache-2.0)"

const understood = "understand.ts: a noun and a predicate of languages.ts in one clause"

/** Codes that judge a recipient. 500 to 504 are about the form of a command (RFC 5321 §4.2.2). */
const verdictCode = /^(?:4|5(?!0[0-4]))/

/** Words about commands and their order. */
const commandWords =
  /command|sequence|syntax|argument|parameter|\bneed|first|before|\bauth|login|log in|implemented|\bvalid (?:user|recipient)s?$/i

/** The same where a server has taken a code that is not meant for recipients: `503 this account is disabled`. */
const alsoWithOddCodes = (rules: ReadonlyArray<ReplyRule>): ReadonlyArray<ReplyRule> =>
  rules.flatMap((rule) => [
    rule,
    { ...rule, id: `${rule.id}-odd-code`, code: /^50[0-4]$/, unless: commandWords }
  ])

/** Our name before a domain that is not named: `<probe.rcpt.test>: no such domain` is said of our name. */
const labelsADomain = new RegExp(`${labelMark}(?!.*${domainMark})`)

export const replyRulesAboutMailbox: ReadonlyArray<ReplyRule> = [
  {
    // An Italian certified mailbox may exist and take certified mail alone.
    id: "certified-mail-only",
    text: /posta (?:elettronica )?(?:non )?certificata/i,
    isUnclear: true,
    means: "notUnderstood",
    source:
      "Aruba PEC: Indirizzo destinatario sconosciuto o non abilitato alla ricezione di posta non certificata"
  },
  {
    id: "two-causes",
    namesTwoCauses: "mailbox and else",
    code: /^5/,
    isUnclear: true,
    means: "notUnderstood",
    source: "our judgement: 550 Mailbox unavailable or access denied is one of the two"
  },
  {
    // The domain is named, or the words are an MTA's default for a domain that it does not serve.
    id: "relay-words",
    text: /relay(?:ing)? access denied|relaying denied|unable to relay recipient in non-accepted domain|relay(?:ing)? (?:mail )?(?:to|for) (?:\S*[*›]|th(?:is|at) (?:recipient|domain|address))|^(?=.*[*›]).*(?:\bno|\bnot|\bunable to|\bcan ?not|\bcan't|\bwon't|\bdon't|refus\w+ to) (?:\S+ )?relay|relay(?:ing)? (?:\S+ ){0,4}(?:denied|disallowed|prohibited|forbidden|refused|rejected|not (?:permitted|allowed|supported)).*[*›]|[*›].*relay(?:ing)? (?:\S+ ){0,4}(?:denied|disallowed|prohibited|forbidden|refused|rejected|not (?:permitted|allowed|supported))/i,
    means: "domainRefused",
    source: "Postfix 554 5.7.1 Relay access denied; sendmail, Exim, Exchange, Mimecast alike"
  },
  {
    id: "relay-unclear",
    text: /relay(?:ing)?\b(?: \S+){0,4} (?:denied|disallowed|prohibited|forbidden|refused|rejected|not (?:permitted|allowed|supported))|(?:\bno|\bnot|\bunable to|\bcan ?not|\bcan't|\bwon't|\bdon't|refus\w+ to) (?:an? |open )?relay/i,
    isUnclear: true,
    means: "domainRefused",
    source: "the same words about nobody: they may refuse us, or the domain"
  },
  {
    id: "domain-words",
    text: /rcpthosts|not a? ?local (?:host|domain)|(?:don'?t|do not|doesn'?t|does not) (?:handle|host|serve|accept) (?:(?:e-?)?mail|th(?:is|at) domain)|(?:tenant|domain) (?:or domain )?not found|no mail-enabled subscriptions|host unknown|unknown host|(?:not|n't) (?:our|a local|one of our) domain|(?:not|n't) responsible for (?:th(?:is|at) )?(?:domain|‹\.›)|‹\.› (?:is )?no longer (?:host|serv|handl)|(?:no longer (?:host|serv|handl)e?|not a domain of ours)\b|(?:mail|messages?) (?:is |are )?(?:to|for) ‹\.› (?:is |are )?(?:not|n't|isn't|aren't) accepted(?: (?:here|by|at|on)\b|\W*$)|no (?:e-?mail|mail|messages) (?:is |are )?accepted (?:to|for) (?:domain )?‹\.›|not (?:handled|hosted|served) (?:here|by us|on this)/i,
    // After the address of the client, "host" may be the client; a mailbox may be hosted elsewhere.
    unless: new RegExp(
      `${labelMark}|^(?!.*(?:domain|host\\b|rcpthosts|${domainMark})).*\\b(?:mailbox|user|account|recipient)`,
      "i"
    ),
    means: "domainRefused",
    source: bounces
  },
  {
    id: "server-storage",
    text: /insufficient system/i,
    means: "serverTrouble",
    source: "RFC 5321 §4.2.3: 452 insufficient system storage"
  },
  {
    id: "full-words",
    // x.7.x is never about space.
    enhanced: /^(?![45]\.7\.)/,
    reason:
      /(?<!\b(?!(?:mailbox|mailbox's|inbox|maildir|folder|user|user's|account|recipient|recipient's|disk|storage|mail|e-?mail|space|size|hard|soft|over|the|a|is|has|its|his|her|their|your|and|of|out|exceed\w*) )[a-z][\w'-]* )quota (?:\S+ ){0,2}(?:exceed|full)|over (?:\S+ ){0,2}quota|exceed\w* (?:\S+ ){0,3}(?:quota|storage)|out of storage|boi?te pleine|ofr\d*_417/,
    unless:
      /(?:\bno|\bnot|n't|\bnever|\bnor|\bcannot|\bunable to|\bnone|dont|doesnt|isnt|cant|does'nt|is'nt|failed to) (?:\S+ )?(?:quota|over|out|exceed)/i,
    means: "mailboxFull",
    source: `${bounces}; limits of a client have been read before`
  },
  {
    id: "disabled-words",
    // 5.7.x says "not authorized": then it may be us who are blocked.
    enhanced: /^(?!5\.7)/,
    text: /recipient (?:\S+ ){0,2}blocked|blocked due to inactivity|OFR\d*_4(?:20|26)|\b554\.30\b/i,
    means: "mailboxDisabled",
    source: bounces
  },
  {
    id: "moved-words",
    text: /has moved|moved away|no forwarding address|no longer (?:on|at) |please try </i,
    means: "mailboxMissing",
    source: "RFC 5321 §3.4: 551 please try; iCloud: recipient no longer on server"
  },
  {
    // 556 is a permanent refusal of one address (RFC 7504 §3), and names no other grounds.
    id: "unavailable-address",
    code: /^556/,
    text: /^\W*address unavailable\W*$/i,
    means: "mailboxMissing",
    source: "Courier: 556 Address unavailable."
  },
  {
    id: "missing-phrases",
    text: /no one at this address|could not be found,? or was misspelled|(?:bad|valid)rcptto|recip(?:ient)?[ .]?not ?found|not our customer|(?:no (?:mailbox|account|user|one)|nobody) (?:here )?by that name/i,
    means: "mailboxMissing",
    source: `${bounces}; qmail chkusr, validrcptto; Exchange RESOLVER.ADR.RecipNotFound`
  },
  {
    id: "system-closed",
    text: /system (?:is )?not (?:currently )?accepting (?:network )?(?:messages|mail)/i,
    means: "notUnderstood",
    source: "RFC 3463 §3.4: x.3.2, the host is overloaded, in maintenance or shutting down"
  },
  ...alsoWithOddCodes([
    {
      id: "recipient-closed",
      code: verdictCode,
      says: { subject: ["recipient"], predicate: "closed" },
      means: "mailboxDisabled",
      source: understood
    }
  ]),
  {
    id: "domain-closed",
    code: verdictCode,
    unless: labelsADomain,
    says: { subject: ["domain"], predicate: "closed" },
    means: "domainRefused",
    source: understood
  },
  {
    id: "domain-code-said",
    enhanced: /^[45]\.1\.2$/,
    says: { subject: ["recipient", "domain"], predicate: "absent" },
    means: "domainRefused",
    source: "RFC 3463 §3.2: x.1.2, bad destination system address"
  },
  ...alsoWithOddCodes([
    {
      id: "recipient-absent",
      code: verdictCode,
      says: { subject: ["recipient"], predicate: "absent" },
      means: "mailboxMissing",
      source: understood
    }
  ]),
  {
    id: "domain-absent",
    code: verdictCode,
    unless: labelsADomain,
    says: { subject: ["domain"], predicate: "absent" },
    means: "domainRefused",
    source: understood
  },
  {
    id: "recipient-unavailable",
    isUnclear: true,
    // In a 4xx it is said by greylisting, too, which a later attempt tells.
    code: /^5(?!0[0-4])/,
    says: { subject: ["recipient"], predicate: "unavailable" },
    means: "mailboxMissing",
    source: "RFC 5321 §4.2.3: 550 mailbox unavailable: not found, no access, or policy"
  },
  {
    id: "recipient-rejected",
    code: /^5/,
    // 5.7.x says "not authorized", so it takes more than "rejected" to speak about the mailbox.
    enhanced: /^(?!5\.7)/,
    reason: /(?:recipient|address) rejected(?: ‹›)?(?: ?[([][^()[\]]{1,20}[)\]])?[^\w‹]*$/,
    saysNothingElse: "grounds",
    means: "mailboxMissing",
    source: bounces
  },
  {
    // The reply is for an address without a mailbox or a list without members, and does not say which.
    id: "expands-to-nobody",
    enhanced: /^5\.2\.4$/,
    means: "notUnderstood",
    source: "OpenSMTPD: 524 5.2.4 Mailing list expansion problem, where tables expand to nobody"
  },
  {
    id: "null-mx-code",
    text: /domain|host|mail|accept/i,
    code: /^556$/,
    means: "domainRefused",
    source: "RFC 7504 §4, RFC 7505 §4.1: 556 5.1.10, the domain takes no mail"
  },
  {
    id: "null-mx-enhanced-code",
    enhanced: /^[45]\.1\.10$/,
    means: "domainRefused",
    source: "RFC 7505 §4.1: x.1.10, the domain takes no mail"
  },
  {
    id: "domain-code",
    isUnclear: true,
    enhanced: /^[45]\.1\.2$|^[45]\.4\.4$|^5\.7\.64$/,
    saysNothingElse: "refusals and grounds",
    means: "domainRefused",
    source: "RFC 3463 §3.2: x.1.2, §3.5: x.4.4; Exchange: 5.7.64"
  },
  {
    id: "full-code",
    enhanced: /^[45]\.2\.2$/,
    saysNothingElse: "refusals and grounds",
    means: "mailboxFull",
    source: "RFC 3463 §3.3: x.2.2, mailbox full"
  },
  {
    id: "disabled-code",
    enhanced: /^5\.2\.1$/,
    saysNothingElse: "refusals and grounds",
    means: "mailboxDisabled",
    source: "RFC 3463 §3.3: 5.2.1, mailbox disabled (4.2.1 is said of pace too)"
  },
  {
    id: "disabled-for-mail-code",
    isUnclear: true,
    enhanced: /^5\.7\.13$/,
    means: "mailboxDisabled",
    source: "IANA enhanced codes: 5.7.13, user account disabled, which may be the sender's"
  },
  {
    id: "syntax-code",
    enhanced: /^[45]\.1\.3$/,
    reason: /syntax|malformed/,
    means: "mailboxMissing",
    source: "RFC 3463 §3.2: x.1.3, bad destination mailbox address syntax"
  },
  {
    id: "missing-code",
    enhanced: /^[45]\.1\.[136]$/,
    saysNothingElse: "refusals and grounds",
    means: "mailboxMissing",
    source: "RFC 3463 §3.2: x.1.1, x.1.3, x.1.6, with words that say nothing else"
  },
  {
    id: "address-code",
    isUnclear: true,
    enhanced: /^[45]\.1\.0$/,
    saysNothingElse: "refusals and grounds",
    means: "mailboxMissing",
    source: "RFC 3463 §3.2: x.1.0, other address status, in bounces without other words"
  },
  {
    // This comes after rules whose words about us say more. From here on nothing else may condemn.
    id: "subject-is-us",
    isAboutUs: true,
    code: /^5/,
    means: "policyBlocked",
    source:
      "our judgement: who speaks about the client does not speak about the mailbox (understand.ts)"
  },
  {
    id: "subject-may-be-us",
    text: new RegExp(labelMark),
    code: /^5/,
    means: "policyBlocked",
    source: "our judgement: our address beside words that say nothing else"
  }
]
