/**
 * Words that say that a refusal is about the client, its network, its sender, its message or its session,
 * and not about the mailbox. All are compared with words in lower case and without accents. Those of other languages
 * are in languages.ts.
 */
import { labelMark, us } from "../withoutEcho.ts"

interface OurWord {
  readonly id: string
  readonly text: RegExp
  readonly source: string
}

export const ourWords: ReadonlyArray<OurWord> = [
  {
    id: "named",
    text: new RegExp(us),
    source: "our judgement: a reply that names our host, sender or address is about them"
  },
  {
    // After a label, an address may be the one of the label.
    id: "labelled-address",
    text: new RegExp(
      `${labelMark}[^.;]*?\\b(?<!mail |recipient |rcpt |destination )address(?:es)?\\b(?!:? ?<?‹)`
    ),
    source: "our judgement: 192.0.2.10: address not found"
  },
  {
    id: "network",
    // "ip" also counts inside words of scripts without blanks: 您的ip地址.
    text: /(?<![a-z])ips?(?![a-z])|dynamic|residential|dial-?up|\bdsl\b|reverse|\brdns\b|\bptr\b|\bdns\b|host ?name|open (?:relay|proxy)|(?:your|connecting|originating|source) (?:host|network|server|system|isp|mta|domain|address)|remote (?:host|mta|address)/,
    source: "RFC 5321 §7.9, RFC 7372: refusals for the client's address or its names"
  },
  {
    id: "client",
    text: /\bclient|\bhelo\b|\behlo\b|(?:sending|submitting|connecting) (?:\S+ )?(?:host|server|mta|system|customer|domain|address|network)|\byour (?:account|credentials|organi[sz]ation|company|country)\b|\byours\b|\byou are not\b|\boutgoing\b|\b(?:message|mail|e-?mail) sending\b|sending (?:of )?(?:mail|messages|limit|rights|for this)/,
    source: "RFC 5321 §4.1.1.1: the client and what it says in EHLO"
  },
  {
    id: "sender",
    text: /sender|\byou (?:are )?sen[dt](?:ing)?\b|\bdomain you\b|\benvelope\b(?! recipient)|mail ?from|return[- ]?path|reverse[- ]path|\bfrom:|from[- :](?:address|header|domain|field)|originator|\bspf\b|\bdkim\b|\bdmarc\b/,
    source: "RFC 5321 §3.3: the reverse-path; RFC 7208, RFC 6376, RFC 7489"
  },
  {
    id: "session",
    text: /\btls|\bssl\b|\bcipher|encrypt|certificate|authenti[cf]|\bauth\b|handshake/,
    source: "RFC 3207, RFC 4954: refusals for the kind of session"
  },
  {
    id: "lists",
    text: /subscri(?:ber|bed)|not a list member|(?:you|sender|poster)\b.{0,20}not a member|not a member of (?:the|this|that) (?:list|group|mailing)|members? (?:only|may|can|of this list)|(?:blocked|blocks|rejects?|refused?) (?:you|mail|messages?|e-?mails?)\b|has blocked|restricted (?:list|group|distribution)|allow(?:ed)?[- ]?list|white ?list|members?-only|non-?members?\b|closed mailing list|closed (?:system|group|community)|approved (?:\S+ )?(?:addresses|senders)|permission to (?:send|post)|only accept\w* (?:mail|messages|e-?mail)|(?:not|n't) (?:allowed|permitted|authori[sz]ed) to (?:send|post|submit|mail)/,
    source: "Mailman, Exchange 5.7.133 and 5.7.134: who may write to this recipient"
  },
  {
    id: "message",
    text: /\byour (?:message|e-?mail|mail) (?:was|is|has been) (?:rejected|refused|blocked|denied)|spam|\b(?:txt|spf|mx) records?\b|\bmails? (?:\S+ )?(?:is|was|are) rejected|\breject(?:ed|s)? by (?:the )?recipients?|recipient reject\b|refuse[ds]? to receive|insecure mail relay|\bvirus|\bcontent\b|attachment|message (?:is |was )?(?:too|looks|contains)|unsolicited|reputation|\bbulk\b|\bbatv\b|backscatter|mass mail|advertis|\babus(?:e|ive)\b|\bheaders?\b|message filtered|\bmail rejected|\bfiltered\b|protocol violation|recurrent pattern|accept\w* (?:(?:any )?(?:e-?mail|mail|messages) )?(?:with|from)\b/,
    source: "RFC 3463 §3.7: refusals for the message"
  }
]
