/**
 * Rules for replies about us: our pace, our IP address, our TLS, our sender. They come before the rules about
 * mailboxes: if "you are blocked" were read as "no such mailbox", every address that we probe while we are on a
 * blocklist would be undeliverable.
 */
import type { ReplyRule } from "../ReplyRule.ts"

const bounces =
  "public bounce corpora: Sisimai (BSD-2), SMTP Field Manual (MIT), KumoMTA (Apache-2.0)"

/** The rule for refusals of what somebody sends or asks, which another address must not be used to get around. */
export const conductRule = "conduct"

export const replyRulesAboutUs: ReadonlyArray<ReplyRule> = [
  {
    id: conductRule,
    code: /^5/,
    text: /\b(?:user|spam|abuse|many|of|to|from) complaints?\b|\bspam[ -]?traps?\b|\bhoney ?pots?\b/i,
    means: "policyBlocked",
    source: `${bounces}; postmaster pages of Yahoo, Comcast and Trend Micro`
  },
  {
    id: "blocklist",
    text: /spamhaus|spamcop|abusix|barracudacentral|cloudmark|sophos\.com|senderscore|uceprotect|invaluement|ipcheck\.proofpoint|dnsbl|\brbls?\b|(?:block|black|deny)[ -]?list|blocked (?:using|by)|(?<!not )listed (?:at|by|in|on)\b/i,
    means: "policyBlocked",
    source: `${bounces}; the operators of the lists`
  },
  {
    id: "reputation",
    text: /banned|reputation|client host|host network not allowed|no access from mail server|which is an open relay|not allowed to (?:send|connect)|(?:\bip\b|ip address|adresse ip|network|server|host|connection)s? (?:\S+ ){0,4}?(?:blocked|bloqu\S+|refused|rejected|denied|forbidden)|blocked - see|unwanted messages|(?<!recipient )\(bl\)/i,
    means: "policyBlocked",
    source: bounces
  },
  {
    id: "our-something",
    text: /\byour (?:ip|(?:reverse )?host\w*|server|mail ?server|account|domain|network|isp|internet service provider|connection)\b/i,
    means: "policyBlocked",
    source: "our judgement: a reply about the client's own server is not about the recipient"
  },
  {
    id: "reverse-dns",
    text: /reverse dns|\brdns\b|\bptr\b|(?:ip|host) ?name lookup failed|forged|unverif\w+ sending/i,
    means: "policyBlocked",
    source: bounces
  },
  {
    id: "sender-authentication",
    text: /\bspf\b|\bdkim\b|\bdmarc\b|authentication (?:checks? )?failed|unauthenticated sender/i,
    means: "policyBlocked",
    source: bounces
  },
  {
    id: "policy-words",
    reason:
      /\bpolic(?:y|ies)\b|administrative(?:ly)? (?:denied|prohibit)|junk ?mail|\bspam(?:ming)?\b|\bube\b|unsolicited|content rejected|geograph|\bgeo-?ip\b/i,
    means: "policyBlocked",
    source: bounces
  },
  {
    id: "policy-tag",
    text: /\bS(?:3140|3150|8001)\b|AS1601\d{4}|\bBL(?:21|23|\d{6})\b|\bRL\d{6}\b|TSS(?:07|09|11)|IPTS04|OFR\d*_(?:10\d|510)|\bCX(?:BL|DNS)|\bIPBL\d|\bIB\d{3}\b|RTR:|CON:B1/,
    means: "policyBlocked",
    source: "postmaster pages of Microsoft, Yahoo, Comcast, Orange, Charter, GoDaddy, AOL"
  },
  {
    id: "policy-code",
    // 5.7.504 and 5.7.505 are about a mailbox, 4.7.500, 4.7.650 and 4.7.651 about our pace.
    enhanced:
      /^[45]\.7\.2[4-6]$|^5\.7\.(?:28|30|50[67]|51[013]|60[6-9]|6[1-4]\d)$|^4\.7\.(?!500|65[01])[5-8]\d\d$/,
    means: "policyBlocked",
    source: "RFC 7372, RFC 7489, IANA enhanced codes; Microsoft NDR codes 5.7.506 to 5.7.649"
  },
  {
    id: "tls-words",
    text: /must issue a starttls|(?:\btls|encryption|starttls)(?: is)? (?:required|needed|mandatory)|requires? (?:\btls|encryption|starttls)/i,
    means: "tlsRequired",
    source: "RFC 3207 §4: 530 5.7.0 Must issue a STARTTLS command first"
  },
  {
    id: "tls-code",
    enhanced: /^[45]\.7\.1[01]$|^[45]\.7\.29$|^4\.4\.317$/,
    means: "tlsRequired",
    source: "RFC 5248 and IANA: x.7.10, x.7.11; Google 5.7.29; Microsoft 4.4.317"
  },
  {
    id: "sender-words",
    text: /sender (?:address |domain |e-?mail )?(?:\S+ )?(?:rejected|denied|refused|unknown|invalid|not (?:allowed|found|exist|in|valid|accepted|known))|unroutable sender|domain of sender|sender verif|envelope (?:sender )?(?:from )?blocked|(?:null|empty) sender|fully[- ]qualified|(?:invalid|bad|unacceptable) helo|helo (?:command )?(?:rejected|invalid)|emetteur invalide|OFR\d*_405/i,
    means: "senderRejected",
    source: bounces
  },
  {
    id: "sender-code",
    enhanced: /^[45]\.1\.[78]$|^5\.7\.27$/,
    means: "senderRejected",
    source: "RFC 3463 §3.2: x.1.7, x.1.8; RFC 7505 §4.2: 5.7.27"
  },
  {
    id: "sender-at-mail",
    phases: ["mail"],
    code: /^5/,
    text: /does not exist|no such (?:domain|user)|not found|unrout|invalid domain/i,
    means: "senderRejected",
    source: "RFC 5321 §3.3: the reply to MAIL is about the sender"
  },
  {
    id: "sender-code-at-mail",
    phases: ["mail"],
    enhanced: /^5\.1\./,
    means: "senderRejected",
    source: "RFC 3463 §3.2, at MAIL: the address is ours"
  },
  {
    id: "greylist-wait",
    code: /^4/,
    text: /(?:try|retry|come back)(?: again)? (?:in|after) \d+|not yet authorized|first time|verification in progress/i,
    means: "greylisted",
    source: "greylisting programs of many hosts"
  }
]
