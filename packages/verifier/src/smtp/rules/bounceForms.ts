/**
 * Forms in which senders' programs write down the reply of a mail server, and the words that they write if no mail
 * server has replied. A form that is not here is read as if it were the reply itself.
 */

interface BounceForm {
  /** The group `reply` is the server's reply; `command`, if there is one, is the command before it. */
  readonly text: RegExp
  readonly source: string
}

/** The forms in their order: the first one that matches counts. */
export const bounceForms: ReadonlyArray<BounceForm> = [
  {
    text: /\bsaid:\s+(?<reply>(?:(?!\(in reply to ).)*)\(in reply to (?<command>[^)]*?)\s+command\)/s,
    source: "Postfix smtp(8), log and returned mail"
  },
  {
    text: /\bSMTP error from remote (?:mail )?server after (?<command>[^:<]*)(?:<[^>]*>)?[^:]*:\s*(?<reply>.*)/s,
    source: "Exim 4, mainlog and returned mail"
  },
  {
    text: /\bdiagnostic-?code"?\s*:\s*"?(?:x-\S+?|smtp|lmtp)\s*;\s*(?<reply>[^"]*?)(?:"|\n(?=\S+:)|$)/is,
    source: "RFC 3464 §2.3.6; Amazon SES and others carry the same field in JSON"
  },
  {
    text: /^\s*(?:smtp|lmtp)\s*;\s*(?<reply>.*)/is,
    source: "RFC 3464 §2.3.6, without the name of the field"
  },
  {
    text: /,(?:smtp|lmtp);(?<reply>[^,"]*)/i,
    source: "PowerMTA, accounting file"
  },
  {
    text: /\bRemote host said: (?<reply>.*?)(?:\s*Giving up on \S+\s*)?$/s,
    source: "qmail-remote(8)"
  },
  {
    text: /\(reason: (?<reply>.*?)\)\s*$/ms,
    source: "sendmail, returned mail"
  },
  {
    text: /\bdsn=(?<reply>[245]\.\d{1,3}\.\d{1,3}, stat(?:us)?=.*)/s,
    source: "sendmail and Postfix, log without a reply"
  },
  {
    text: /\bremote host \S+ said: (?<reply>[^(]*)\(#/,
    source:
      "qmail-remote(8) in returned mail of Yahoo and others, before the hosts that it tried as well"
  },
  {
    text: /\bresponded as follows: \[(?<reply>[^\]]*)\]/is,
    source: "Axigen, returned mail"
  },
  {
    text: /\bCould not be delivered because of\s+(?<reply>[245][^]*?)\s+The following recipients were affected/i,
    source: "MailMarshal SMTP, returned mail, before what it says of the sender's host"
  },
  {
    text: /\berror message below:\s*(?<reply>[^\n]*)/i,
    source: "Verizon Wireless, returned mail"
  },
  {
    text: /\b(?:returned|responded with|reply was|response:|response was)\s*['"‘“](?<reply>.*?)['"’”]/is,
    source: "Exchange: Remote Server returned '…'"
  },
  {
    text: /\bsaid:\s+(?<reply>.*)/s,
    source: "Postfix lmtp(8) and gateways that quote a host"
  }
]

/** Words of a program that found no such mailbox itself. They have no code, which a mail server's reply always has. */
export const absentWords: ReadonlyArray<Words> = [
  {
    text: /\bthe recipient name is not recognized\b/i,
    source: "Exchange 5.5 to 2003, Internet Mail Service"
  },
  {
    text: /^(?:unknown user|invalid final delivery userid): \S+@\S+\s*$/im,
    source: "IMail Server, returned mail"
  },
  {
    text: /\bnot listed in (?:the )?(?:public name & address book|domino directory)\b|no se encuentra en el directorio de domino|non répertorié dans l['’]annuaire domino|ディレクトリのリストにありません|ディレクトリには見つかりません/i,
    source: "Lotus Notes and Domino, returned mail in English, Spanish, French and Japanese"
  },
  {
    text: /\bbecause the address couldn['’]t be found\b/i,
    source: "Gmail and Google Workspace, returned mail"
  },
  {
    text: /\bthis user doesn['’]t have an? \S+ account\b|\bthis account has been disabled or discontinued\b/i,
    source: "Yahoo, returned mail of its qmail"
  },
  {
    text: /\bmail\.local: (?:[^\n]*: )?(?:unknown (?:user|name)|user unknown|invalid mailbox path|user missing home directory)\b/i,
    source: "mail.local(8), which delivers for sendmail"
  },
  {
    text: /\bprocmail: unknown user\b|\bmaildrop: (?:invalid user specified|cannot find system user)|\bvdeliver: invalid or unknown virtual user\b|\bvdelivermail: [^\n]*no mailbox here by that name\b/i,
    source:
      "procmail(1), maildrop(1), VmailMgr and vpopmail, which deliver on the receiving machine"
  },
  {
    text: /^x-unix;\s*67\s*$/im,
    source: "EX_NOUSER of sysexits(3), the exit of a program that delivers for sendmail"
  },
  {
    text: /^[\s<>"'(*-]{0,9}[^\s<>@]{1,64}@[^\s<>@]{1,255}[\s>:()-]{1,20}(?:unknown user(?:: "[^"\n]*")?|user unknown|user not (?:found|known)|no such user(?: here)?|unknown local-part "[^"\n]*" in domain [^\n]{1,255})[.:)]?\s*$/im,
    source:
      "Exim 4, Postfix local(8), MDaemon, Novell GroupWise and MXLogic, returned mail: right behind the address, as the program's only words of it"
  },
  {
    text: /^Status: 5\.1\.1\s*$/m,
    source: "RFC 3464 §2.3.4, of programs that say no more than that a delivery failed"
  },
  {
    text: /\blocal mailbox \S+ is unavailable: user not found\b/i,
    source: "Mail.ru, returned mail"
  },
  {
    text: /\bno valid recipients for this MM\b/i,
    source: "Verizon Wireless, picture messages"
  },
  {
    text: /\besta casilla ha expirado por falta de uso\b/i,
    source: "Prima (Argentina), a mailbox that was closed because it was not used"
  }
]

interface Words {
  readonly text: RegExp
  readonly source: string
}

/** Words of the sender's own side: no mail server was asked, or none answered. */
export const sendersWords: ReadonlyArray<Words> = [
  {
    text: /suppress(?:ed|ion)|\bbounced address\b|previously bounced|\b(?:unsubscribed|invalid) (?:address )?\(?dropped\b|not delivering to/i,
    source: "suppression lists of Amazon SES, SendGrid, Mailgun, Postmark, SparkPost"
  },
  {
    text: /name service error|host or domain name not found|\bconnect to \S+:|connection (?:timed out|refused|reset)|lost connection|no route to host|network is unreachable|could not connect|(?:message|delivery time|retry time|retry timeout) (?:has )?(?:expired|exceeded|not reached)/i,
    source: "Postfix, Exim and Exchange, where no mail server answered"
  }
]

/** Replies about the message, whatever they say of the recipient. */
export const repliesToMessage: ReadonlyArray<Words> = [
  {
    text: /^(?=.*\bdocomo\.ne\.jp\b)(?=.*\bunknown user\b)(?!.*\bRCPT\b)/is,
    source:
      "NTT DOCOMO, as sisimai reads it: 550 Unknown user is a filter of the recipient's, unless RCPT is known to be the command"
  },
  {
    text: /\b550 unknown user \S{1,320}\s{1,9}\(in reply to end of\s{1,9}DATA\b/i,
    source: "the same, behind a host of another name: it took the recipient before the message"
  },
  {
    text: /\b550:?\s+:\s+user unknown\b/i,
    source:
      "au by KDDI, as sisimai reads it: without the address, it is a filter of the recipient's"
  }
]

/** Words of a mailbox that is closed for now, or full as well: it may take mail again. */
export const passingWords: ReadonlyArray<Words> = [
  {
    text: /\btemporar(?:y|ily)\b|\btry again later\b/i,
    source: "Mail.ru and others, a locked account"
  },
  { text: /\bon hold\b/i, source: "mail programs that keep a closed account for its owner" },
  { text: /\b5\.2\.2\b|\bout of storage\b/i, source: "Gmail: out of storage space and inactive" }
]

/** Patterns of the host that replied, as those programs name it. */
export const replyingHosts: ReadonlyArray<RegExp> = [
  /\brelay=([\w.-]+\w)\.?\s?\[/i,
  /\bhost ([\w.-]+\w)\.?\s?\[/i,
  /\bH=([\w.-]+\w)\.?\s\[/,
  /\bremote-mta: dns; ?([\w.-]+\w)/i,
  /\breporting-mta: dns; ?([\w.-]+\w)/i,
  /\[([\w.-]+\.outlook\.com) /i
]
