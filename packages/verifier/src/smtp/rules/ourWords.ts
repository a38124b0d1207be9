/**
 * Words that say that a refusal is about the client, its network, its sender, its message or its session,
 * and not about the mailbox. All are compared with words in lower case and without accents.
 */
import { us } from "../withoutEcho.ts"

interface OurWord {
  readonly id: string
  readonly text: RegExp
  readonly source: string
}

const replies = "replies of mail systems of that language; our judgement"

export const ourWords: ReadonlyArray<OurWord> = [
  {
    id: "named",
    text: new RegExp(us),
    source: "our judgement: a reply that names our host, sender or address is about them"
  },
  {
    id: "network",
    // "ip" also counts inside words of scripts without blanks: 您的ip地址.
    text: /(?<![a-z])ips?(?![a-z])|dynamic|residential|dial-?up|\bdsl\b|reverse|\brdns\b|\bptr\b|\bdns\b|host ?name|open (?:relay|proxy)|(?:your|connecting|originating|source) (?:host|network|server|system|isp|mta|domain|address)|remote (?:host|mta|address)/,
    source: "RFC 5321 §7.9, RFC 7372: refusals for the client's address or its names"
  },
  {
    id: "client",
    text: /\bclient|\bhelo\b|\behlo\b|(?:sending|submitting|connecting) (?:\S+ )?(?:host|server|mta|system|customer|domain|address|network)|\byour (?:account|credentials|organi[sz]ation|company|country)\b/,
    source: "RFC 5321 §4.1.1.1: the client and what it says in EHLO"
  },
  {
    id: "sender",
    text: /sender|\benvelope\b|mail from|return[- ]?path|reverse[- ]path|from[- :](?:address|header|domain|field)|originator|\bspf\b|\bdkim\b|\bdmarc\b/,
    source: "RFC 5321 §3.3: the reverse-path; RFC 7208, RFC 6376, RFC 7489"
  },
  {
    id: "session",
    text: /\btls|\bssl\b|\bcipher|encrypt|certificate|authenticat|handshake/,
    source: "RFC 3207, RFC 4954: refusals for the kind of session"
  },
  {
    id: "lists",
    text: /subscri(?:ber|bed)|not a (?:list )?member|members? (?:only|may|can|of this list)|(?:blocked|blocks|rejects?|refused?) (?:you|mail|messages?|e-?mails?)\b|has blocked|restricted (?:list|group|distribution)|allow(?:ed)?[- ]?list|white ?list|permission to (?:send|post)|(?:not|n't) (?:allowed|permitted|authori[sz]ed) to (?:send|post|submit|mail)/,
    source: "Mailman, Exchange 5.7.133 and 5.7.134: who may write to this recipient"
  },
  {
    id: "message",
    text: /\bspam|\bvirus|\bcontent\b|attachment|message (?:is |was )?(?:too|looks|contains)|unsolicited|reputation/,
    source: "RFC 3463 §3.7: refusals for the message"
  },
  { id: "german", text: /absend|sendende|ihr(?:e[mnrs]?)? server|einliefer/, source: replies },
  { id: "dutch", text: /afzend|verzend|uw server/, source: replies },
  {
    id: "french",
    text: /expedit|emetteur|votre (?:serveur|domaine|hote)|\bserveur\b/,
    source: replies
  },
  { id: "spanish", text: /remit|su servidor|servidor (?:remit|de origen)/, source: replies },
  { id: "portuguese", text: /remetent|seu servidor/, source: replies },
  { id: "italian", text: /mittent|(?:tuo|suo|vostro) server/, source: replies },
  { id: "polish", text: /nadawc|wysylaj/, source: replies },
  { id: "czech", text: /odesilat|odesilaj/, source: replies },
  { id: "russian", text: /отправител|адресант/, source: replies },
  { id: "ukrainian", text: /відправник|надсилач/, source: replies },
  { id: "turkish", text: /gonderen|gonderici/, source: replies },
  { id: "greek", text: /αποστολε/, source: replies },
  { id: "chinese", text: /发件|發件|寄件|发送方|發送方|客户端/, source: replies },
  { id: "japanese", text: /差出人|送信者|送信元|発信/, source: replies },
  { id: "korean", text: /발신|보낸|보내는/, source: replies },
  { id: "swedish", text: /avsandar/, source: replies },
  { id: "danish", text: /afsender/, source: replies },
  { id: "finnish", text: /lahettaj/, source: replies },
  { id: "hungarian", text: /felado|kuldo/, source: replies },
  { id: "romanian", text: /expeditor/, source: replies }
]
