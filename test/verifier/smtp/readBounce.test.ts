import { readBounce } from "@rcpt/verifier/smtp/readBounce"
import { assert, describe, it } from "vitest"

const read = (text: string) => readBounce({ text, recipient: "ann@acme.test" })

const about = [
  "550 5.1.1 <ann@acme.test>: Recipient address rejected: User unknown",
  "status=bounced (host mx.acme.test[192.0.2.7] said: 550 5.1.1 User unknown (in reply to RCPT TO command))",
  "Diagnostic-Code: smtp; 550 5.2.1 The account is disabled",
  "550-5.1.1 The user does not exist\\n550 5.1.1 see our pages",
  // The code names the mailbox, where the words might be about a policy as well.
  "550 5.1.1 Requested action not taken: mailbox unavailable",
  // Words of programs that have no code, or one in a form of their own.
  "<ann@acme.test>:\n550: <ann@acme.test>: User unknown",
  "ann@acme.test on Thu, 29 Apr 2010 00:00:00 -0000\n    The recipient name is not recognized\n    MSEXCH:IMS:NNN:ACME:MX 0 (000C05A6)",
  "Unknown user: ann@acme.test",
  "Invalid final delivery userid: ann@acme.test",
  "User  not listed in public Name & Address Book\nann@acme.test",
  "** Address not found **\n\nYour message wasn't delivered to ann@acme.test because the address couldn't be found.",
  "SMTP Server <mx.acme.test> rejected recipient <ann@acme.test> (Error following RCPT command). It responded as follows: [550 5.1.1 User unknown]\n\nThe attachment contains the original mail headers. Please verify the sender.",
  "Error message below:\n550 - Requested action not taken: no such user here\n\nMessage details:\n  Subject: Test message",
  "remote host 192.0.2.32 said: 550 Unknown user ann@acme.test\n. (#5.5.0)\n(Other MXes tried: 192.0.2.12 said 550 for RCPT TO response.)",
  "------- Failure Reasons --------\n\nディレクトリのリストにありません\nann@acme.test",
  "User ann (ann@acme.test) non répertorié dans l'annuaire Domino",
  "<ann@acme.test>:\nThis user doesn't have a acme.test account (ann@acme.test) [-9]",
  "<ann@acme.test>:\nSorry your message to ann@acme.test cannot be delivered. This account has been disabled or discontinued [#102].",
  "<ann@acme.test>\n    (reason: 67)\nx-unix; mail.local: unknown user: ann",
  // What the program found counts, not the code of any failure around it.
  "<ann@acme.test>\n mail.local: unknown user: ann\n554 5.0.0 unknown mailer error 67",
  "mail.local: unknown user: ann\n554 <ann@acme.test>... Service unavailable",
  "<ann@acme.test>\n    (reason: 67)\nX-Unix; 67",
  "maildrop: Invalid user specified.",
  "The following address(es) failed:\n\n  ann@acme.test\n    Unknown user",
  'ann@acme.test\n    unknown local-part "ann" in domain "acme.test"',
  "Message was not accepted -- invalid mailbox.\n Local mailbox ann@acme.test is unavailable: user not found",
  "Message could not be delivered to mobile.\nError: No valid recipients for this MM",
  "<ann@acme.test>:\nEsta casilla ha expirado por falta de uso.",
  "<ann@docomo.ne.jp>: host mfsmax.docomo.ne.jp[192.0.2.1] said: 550 Unknown user ann@docomo.ne.jp (in reply to RCPT TO command)",
  "550 <ann@ezweb.ne.jp>: User unknown",
  // After the message, with a code for the mailbox, or of an account that is closed.
  "host mx.acme.test[192.0.2.7] said: 554 Rcpt <ann@acme.test> does not exist (in reply to end of DATA command)",
  "The message that you sent was undeliverable to the following:\n\n\tann@acme.test (user not found)",
  "host mx.acme.test[192.0.2.7] said: 554 delivery error: This account has been disabled or discontinued (in reply to end of DATA command)",
  "This is an automatically generated Delivery Status Notification.\n\nDelivery to the following recipients failed.\n\n    ann@acme.test\nStatus: 5.1.1"
]

const notAbout = [
  // Its subject is open: only a control probe could tell.
  "550 5.1.1 Not accepted",
  // The sender's own provider did not ask the mail server.
  "550 5.1.1 Amazon SES has suppressed sending to this invalid address",
  "554 5.1.1 unknown user: connect to mx.acme.test[192.0.2.7]:25: Connection timed out",
  // In reply to the sender's name, not to the recipient.
  "SMTP error from remote mail server after MAIL FROM:<news@shop.test>: 550 5.1.1 User unknown",
  "450 4.1.1 User unknown",
  "552 5.2.2 Mailbox full",
  "554 5.7.1 Relay access denied for ann@acme.test",
  "User unknown",
  "bob@other.test\n    (generated from ann@acme.test)\n    Unknown user",
  "maildrop: maildir over quota.",
  // It may take mail again: closed for now, kept on hold, or full as well.
  "550 5.7.1 <ann@acme.test>: Recipient address rejected: User ann@acme.test temporary locked. Please try again later!",
  "550 5.0.0 <ann@acme.test>: Recipient address rejected: On hold.",
  "host gmail-smtp-in.l.google.com[192.0.2.26] said:\n    552-5.2.2 The recipient's inbox is out of storage space and inactive.\n    Please 552-5.2.2 direct the recipient to 552 5.2.2\n    https://support.google.com/mail/?p=OverQuotaPerm (in reply to RCPT TO command)",
  // The server took the recipient, and refused the message.
  "host mx.acme.test[192.0.2.7] said: 550 Unknown user ann@acme.test (in reply to end of DATA command)",
  "<ann@ezweb.ne.jp>:\n550: : User unknown",
  "x-unix; procmail: Quota exceeded while writing",
  "<ann@acme.test>\n    (reason: 75)\nX-Unix; 75",
  // A filter of the recipient's; the command is not known, or it was the end of the message.
  "Diagnostic-Code: smtp; 550 Unknown user ann@docomo.ne.jp",
  "SMTP error from remote mail server after end of data:\n host lsean.ezweb.ne.jp [192.0.2.1]: 550 :\n User unknown",
  "550 Requested action not taken: mailbox unavailable",
  // A reply says more than the words around it.
  "Your message wasn't delivered to ann@acme.test because the address couldn't be found.\nThe response was:\n550 5.7.1 Service unavailable; client host blocked"
]

describe("A bounce", () => {
  for (const text of about)
    it(`is about the mailbox: ${text}`, () => assert.isTrue(read(text).isAboutMailbox))

  for (const text of notAbout)
    it(`is not about the mailbox: ${text}`, () => assert.isFalse(read(text).isAboutMailbox))

  it("is read in no time, however long it is", () => {
    const long = `host ${"a".repeat(900)} said: ${"550 (in reply ".repeat(80)}`
    assert.isFalse(read(long.slice(0, 2_000)).isAboutMailbox)
  })
})
