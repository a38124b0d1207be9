/**
 * Rules for replies to RCPT about the recipient or its domain. Words come first, and codes follow where no words
 * help: servers copy codes, but people wrote the words.
 */
import type { ReplyRule } from "../ReplyRule.ts"

const bounces =
  "public bounce corpora: Sisimai (BSD-2), SMTP Field Manual (MIT), KumoMTA (Apache-2.0)"

export const replyRulesAboutMailbox: ReadonlyArray<ReplyRule> = [
  {
    // The domain is named, or the words are an MTA's default for a domain that it does not serve.
    id: "relay-words",
    text: /relay(?:ing)? access denied|relaying denied|unable to relay recipient in non-accepted domain|relay(?:ing)? (?:mail )?(?:to|for) (?:\S*\*|th(?:is|at) (?:recipient|domain|address))|^(?=.*\*).*(?:\bno|\bnot|\bunable to|\bcan ?not|\bcan't|\bwon't|\bdon't|refus\w+ to) (?:\S+ )?relay|relay(?:ing)? (?:\S+ ){0,4}(?:denied|disallowed|prohibited|forbidden|refused|rejected|not (?:permitted|allowed|supported)).*\*|\*.*relay(?:ing)? (?:\S+ ){0,4}(?:denied|disallowed|prohibited|forbidden|refused|rejected|not (?:permitted|allowed|supported))/i,
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
    text: /rcpthosts|not a? ?local (?:host|domain)|(?:don'?t|do not|doesn'?t|does not) (?:handle|host|serve|accept) (?:(?:e-?)?mail|th(?:is|at) domain)|(?:tenant|domain) (?:or domain )?not found|no mail-enabled subscriptions|host unknown|unknown host|invalid domain|domain (?:is )?(?:unknown|invalid|not (?:hosted|local|served))|(?:not|n't) (?:our|a local|one of our) domain|not (?:handled|hosted|served) (?:here|by us|on this)/i,
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
    text: /quota (?:is )?(?:exceeded|full)|over (?:\S+ ){0,2}quota|exceed\w* (?:\S+ ){0,3}(?:quota|storage)|out of storage|(?:mailbox|inbox|mail ?dir|folder) (?:\S+ ){0,2}full|(?:not enough|insufficient) (?:disk |storage |mailbox )?(?:space|storage)|too many messages? in (?:\S+ )?(?:mailbox|inbox|folder|account)|(?:mailbox|inbox|folder) (?:\S+ ){0,4}too many messages|bo[iî]te pleine|OFR\d*_417|exceed (?:the )?mailbox/i,
    means: "mailboxFull",
    source: bounces
  },
  {
    id: "disabled-words",
    text: /(?:account|mailbox|user|recipient|address) (?:(?:\S*\*\S*|that you tried to reach|is|has|been|was|currently|temporarily|permanently|-) ){0,4}?(?:disabled|suspended|deactivated|inactive|discontinued|locked|frozen|expired|closed|terminated)|recipient (?:\S+ ){0,2}blocked|(?:disabled|suspended|deactivated|inactive|closed|expired) (?:recipient|account|mailbox|user|(?:e-?mail )?address)|no longer (?:valid|available|active|accept\w*|in use)|blocked due to inactivity|OFR\d*_4(?:20|26)|\b554\.30\b/i,
    means: "mailboxDisabled",
    source: bounces
  },
  {
    id: "moved-words",
    text: /has moved|no longer (?:on|at) |please try </i,
    means: "mailboxMissing",
    source: "RFC 5321 §3.4: 551 please try; iCloud: recipient no longer on server"
  },
  {
    id: "missing-words",
    text: /(?:user|recipient|mailbox|account|address|alias|addressee|local part) (?:\S+ ){0,3}?(?:unknown|not (?:found|exist\w*|known|valid|recogni[sz]ed|listed)|invalid|unallocated|nonexist\w*|lookup failed)|(?:unknown|no such|invalid|illegal|non-?existent|undeliverable|unrout\w+)[ -](?:or illegal )?(?:destination |local )?(?:user|recipient|mailbox|person|address|account|alias|local[- ]part)/i,
    means: "mailboxMissing",
    source: bounces
  },
  {
    id: "missing-phrases",
    text: /do(?:es)?(?:n'?t| not|sn'?t) have (?:an? )?(?:\S+ )?account|(?:user|recipient|mailbox|account|address|alias|addressee|person|e-?mail|inbox|\*)\S* (?:[^\s.;]+ ){0,7}(?:do(?:es)?(?:n'?t| not|sn'?t)|dosn'?t) exist|(?:user|recipient|mailbox|account|address) no longer exists?|no (?:mailbox|account|user) (?:here )?by that name|no one at this address|not a valid (?:mailbox|user|recipient|address)|could not be found,? or was misspelled|(?:bad|valid)rcptto|recip(?:ient)?notfound|not our customer|unknown recipient/i,
    means: "mailboxMissing",
    source: `${bounces}; qmail chkusr, validrcptto; Exchange RESOLVER.ADR.RecipNotFound`
  },
  {
    id: "recipient-rejected",
    code: /^5/,
    // 5.7.x says "not authorized", so it takes more than "rejected" to speak about the mailbox.
    enhanced: /^(?!5\.7)/,
    text: /(?:recipient|address) rejected\W*$/i,
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
    code: /^556$/,
    means: "domainRefused",
    source: "RFC 7504 §4, RFC 7505 §4.1: 556 5.1.10, the domain takes no mail"
  },
  {
    id: "domain-code",
    isUnclear: true,
    enhanced: /^[45]\.1\.(?:2|10)$|^[45]\.4\.4$|^5\.7\.64$/,
    means: "domainRefused",
    source: "RFC 3463 §3.2: x.1.2, §3.5: x.4.4; RFC 7505: x.1.10; Exchange: 5.7.64"
  },
  {
    id: "full-code",
    enhanced: /^[45]\.2\.2$/,
    means: "mailboxFull",
    source: "RFC 3463 §3.3: x.2.2, mailbox full"
  },
  {
    id: "disabled-code",
    isUnclear: true,
    enhanced: /^5\.2\.1$|^5\.7\.13$/,
    means: "mailboxDisabled",
    source: "RFC 3463 §3.3: 5.2.1, mailbox disabled (4.2.1 is said of pace too); IANA: x.7.13"
  },
  {
    id: "missing-code",
    isUnclear: true,
    enhanced: /^[45]\.1\.[0136]$/,
    means: "mailboxMissing",
    source: "RFC 3463 §3.2: x.1.1, x.1.3, x.1.6; x.1.0 in bounces without other words"
  },
  {
    // This comes after rules whose words about us say more. From here on nothing else may condemn.
    id: "subject-is-us",
    isAboutUs: true,
    code: /^5/,
    means: "policyBlocked",
    source:
      "our judgement: who speaks about the client does not speak about the mailbox (readReply.ts)"
  }
]
