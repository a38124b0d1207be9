/**
 * Rules for replies about limits of a client in a session, in an hour or at once. They come before the rules about
 * mailboxes, which read "quota" and "too many" as full.
 */
import type { ReplyRule } from "../ReplyRule.ts"
import { us } from "../withoutEcho.ts"

const bounces =
  "public bounce corpora: Sisimai (BSD-2), SMTP Field Manual (MIT), KumoMTA (Apache-2.0)"

/** Words for an allowance. It may be one of space or of pace; a code x.7.x says that it is not of space. */
const allowance =
  /quot|kvot|kwot|limit|kontingent|contingent|cuota|\bcota|kota|kuota|квот|лимит|配额|配額|容量|한도|มขนาด|โควต|มกฎ|מכס|حصة|han muc|han ngach/

export const replyRulesAboutLimits: ReadonlyArray<ReplyRule> = [
  {
    id: "pace-quota",
    says: { subject: ["pace"], predicate: "full" },
    unless: /mailbox|mail box|inbox|storage|\bdisk\b|folder|maildir/i,
    means: "rateLimited",
    source:
      "Exchange: 450 4.7.3 Organization queue quota exceeded; what is over its quota is the noun beside it"
  },
  {
    id: "full-or-missing",
    namesTwoCauses: "full and missing",
    code: /^5/,
    enhanced: /^(?!5\.(?:1\.[16]|2\.[12])$)/,
    isUnclear: true,
    means: "notUnderstood",
    source: "our judgement: Mailbox does not exist or is over quota is one of the two"
  },
  {
    id: "recipient-full-not-by-code",
    code: /^(?:4|5(?!0[0-4]))/,
    enhanced: /^[45]\.7\./,
    says: { subject: ["recipient"], predicate: "full" },
    saysOtherThan: allowance,
    unless:
      /session|connection|\b(?:hour|minute|today)|\b(?:per|a|one|each|every|this) day|\bsen(?:t|d|ding)\b|\brate\b/i,
    means: "mailboxFull",
    source:
      "Tuta: 522 5.7.1 Recipient mailbox full; RFC 3463 §3.8: x.7.x is never about space, so a quota there is not"
  },
  {
    id: "recipient-full",
    code: /^(?:4|5(?!0[0-4]))/,
    enhanced: /^(?![45]\.7\.)/,
    says: { subject: ["recipient"], predicate: "full" },
    unless:
      /session|connection|\b(?:hour|minute|today)|\b(?:per|a|one|each|every|this) day|\bsen(?:t|d|ding)\b|\brate\b/i,
    means: "mailboxFull",
    source: "understand.ts: whose storage is full is not one who asks too much"
  },
  {
    id: "mailbox-rate",
    text: /receiving mail (?:too quickly|at a rate)|at a rate that prevents additional messages/i,
    means: "mailboxBusy",
    source: "Google SMTP errors: 450 4.2.1 and 550 5.2.1, receiving mail at a rate"
  },
  {
    id: "mailbox-rate-code",
    enhanced: /^[45]\.2\.12[12]$/,
    means: "mailboxBusy",
    source: "Microsoft NDR codes: 5.2.121 and 5.2.122, recipient's limit"
  },
  {
    id: "too-many",
    text: /number of (?:rcpts?|recipients) (?:is )?(?:over|exceed|too)|too many (?:\S+ ){0,2}(?:connections|sessions|recipients|users|errors|commands|attempts|lookups|handshakes|requests|queries|rcpts?)\b/i,
    means: "rateLimited",
    source: bounces
  },
  {
    id: "rate-words",
    text: /rate[ -]?limit|unusual rate|connection rate|frequency limit|excessive volume|unexpected volume|messages? per connection|try again later, closing|throttl|trop de connexions|try again slower|server (?:is )?(?:too )?busy|deferred due to volume/i,
    means: "rateLimited",
    source: bounces
  },
  {
    id: "rate-tag",
    text: /\bTSS?0[1-5]\b|VS1-IP|VS98-IP|\bRP-00\d|AS780090|\bHCM1|RP:ORQ|HL:ITC|DT:SPM/,
    means: "rateLimited",
    source: "postmaster pages of Yahoo, Microsoft, Apple and NetEase: tags of deferrals"
  },
  {
    id: "our-limit",
    text: new RegExp(
      `^(?=.*(?:${us}|\\byour (?:ip|client|host|server|domain|network)))(?=.*(?:quota|limit|exceed|too many|too (?:fast|quickly|much)|\\brate\\b|\\bvolume\\b))`,
      "i"
    ),
    unless: /block|spam|listed|unwanted|abus/i,
    means: "rateLimited",
    source: "our judgement: a limit that names us is not the mailbox's"
  },
  {
    id: "limit-in-time",
    text: /^(?=.*(?:hourly|daily|per[- ](?:hour|minute|day|second)|(?:in|for|within) (?:an|one|this|the last|\d+) (?:hour|minute|day)s?))(?=.*(?:quota|limit|exceed|maximum|too many|reached|\d+ \w+ per))/i,
    means: "rateLimited",
    source: "Exim ratelimit, cPanel, policyd: limits in messages or recipients per time"
  },
  {
    id: "limit-of-session",
    text: /^(?=.*\b(?:connections?|sessions?|tls|handshakes?|clients?|per-source|rcpts?|recipients|envelope|concurren\w+|sender rate|submission|sending|lookups?|verifications?|message rate)\b)(?=.*(?:quota|limit|exceed|maximum|too (?:many|high|fast)))/i,
    unless:
      /mailbox (?:\S+ ){0,3}(?:full|quota|limit|size)|inbox|storage|\bdisk\b|folder|\bspace\b|\bsize\b/i,
    means: "rateLimited",
    source:
      "Postfix anvil, sendmail ConnectionRateThrottle, Halon, KumoMTA: what a client may do at once"
  },
  {
    id: "too-many-messages",
    text: /too many messages|too many (?:\S+ ){1,2}mails\b|(?:sender|message|traffic|bandwidth) quota/i,
    unless: /mailbox|inbox|folder|storage|\bdisk\b/i,
    means: "rateLimited",
    source:
      "RFC 3463: x.5.3 and what servers write beside it: 452 4.5.3 too many messages in this session"
  },
  {
    id: "slow-down",
    text: /slow(?:ing)? down|\bflood|back off/i,
    means: "rateLimited",
    source: bounces
  }
]
