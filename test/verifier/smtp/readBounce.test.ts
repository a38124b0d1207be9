import { readBounce } from "@rcpt/verifier/smtp/readBounce"
import { assert, describe, it } from "vitest"

const read = (text: string) => readBounce({ text, recipient: "ann@acme.test" })

const about = [
  "550 5.1.1 <ann@acme.test>: Recipient address rejected: User unknown",
  "status=bounced (host mx.acme.test[192.0.2.7] said: 550 5.1.1 User unknown (in reply to RCPT TO command))",
  "Diagnostic-Code: smtp; 550 5.2.1 The account is disabled",
  "550-5.1.1 The user does not exist\\n550 5.1.1 see our pages"
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
  "User unknown"
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
