/**
 * Returned mail of each kind of program, in the form in which the program writes it. The forms are those of the samples
 * that the project sisimai collects (github.com/sisimai/set-of-emails); people, hosts and dates are made up.
 */
import { readReturnedMail } from "@rcpt/service/feedback/returnedMail"
import { readBounce } from "@rcpt/verifier/smtp/readBounce"
import { assert, describe, it } from "vitest"

const read = (message: string) => readReturnedMail(new TextEncoder().encode(message))

/** The recipients that a message says are gone for good. */
const gone = async (message: string): Promise<ReadonlyArray<string>> =>
  (await read(message))
    .filter(({ outcome }) => outcome === "bounced")
    .filter(
      ({ email, smtp_response: text = "" }) => readBounce({ text, recipient: email }).isAboutMailbox
    )
    .map(({ email }) => email)

const daemon = "Return-Path: <>\nFrom: MAILER-DAEMON@mx.shop.test\nTo: news@shop.test\n"

const original =
  "Return-Path: <news@shop.test>\nFrom: news@shop.test\nTo: ann@acme.test\nSubject: News\n\n550 5.1.1 no such user\n"

interface Parts {
  readonly words?: string
  readonly fields: string
}

/** A multipart/report (RFC 6522). */
const report = ({ words = "It could not be delivered.", fields }: Parts): string =>
  `${daemon}Date: Fri, 30 Jan 2026 08:15:00 +0000\nMIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain

${words}

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.shop.test

${fields}

--B
Content-Type: message/rfc822

${original}
--B--
`

const gonePostfix = `Final-Recipient: rfc822; ann@acme.test
Original-Recipient: rfc822;ann@acme.test
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.acme.test
Diagnostic-Code: smtp; 550 5.1.1 <ann@acme.test>: Recipient address
    rejected: User unknown`

describe("A delivery status notification", () => {
  it("names the recipient, the reply with its host, and the time", async () => {
    assert.deepStrictEqual(await read(report({ fields: gonePostfix })), [
      {
        email: "ann@acme.test",
        outcome: "bounced",
        smtp_response:
          "Diagnostic-Code: smtp; 550 5.1.1 <ann@acme.test>: Recipient address rejected: User unknown\nRemote-MTA: dns; mx.acme.test",
        occurred_at: "2026-01-30T08:15:00.000Z"
      }
    ])
  })

  it("has each recipient of a message, also of one whose mail is still on its way", async () => {
    const others = `Final-Recipient: rfc822; bob@acme.test\nAction: delivered\nStatus: 2.0.0

Final-Recipient: rfc822; cat@acme.test\nAction: delayed\nStatus: 4.4.1`
    const found = await read(report({ fields: `${gonePostfix}\n\n${others}` }))
    assert.deepStrictEqual(
      found.map(({ email, outcome }) => [email, outcome]),
      [
        ["ann@acme.test", "bounced"],
        ["bob@acme.test", "delivered"],
        ["cat@acme.test", "deferred"]
      ]
    )
  })

  it("reports on the address that was written to, not on that which it leads to", async () => {
    const fields = gonePostfix.replace("rfc822; ann@acme.test", "rfc822; ann.lee@host.acme.test")
    assert.deepStrictEqual(await gone(report({ fields })), ["ann@acme.test"])
  })

  it("of MailMarshal is read by the reply, not by what it says of the sender's host", () => {
    const words = `Could not be delivered because of\n\n550 5.1.1 User unknown\n
The following recipients were affected: \n    ann@acme.test\n\nSender-MTA: <192.0.2.250>\nReporting-MTA: <mx.shop.test>\n`
    assert.isTrue(readBounce({ text: words, recipient: "ann@acme.test" }).isAboutMailbox)
  })

  it("that knows the kind of failure alone is read by its words", async () => {
    const fields = "Final-Recipient: rfc822; ann@acme.test\nAction: failed\nStatus: 5.0.0"
    const words = "<ann@acme.test>: host mx.acme.test[192.0.2.1] said:\n    550 No such user here"
    assert.deepStrictEqual(await gone(report({ fields, words })), ["ann@acme.test"])
    assert.deepStrictEqual(await gone(report({ fields })), [])
  })

  it("that gives the status of a bad mailbox and no reply is read by it", async () => {
    const fields =
      "Final-Recipient: rfc822; ann@acme.test\nAction: failed\nStatus: 5.1.1 (bad mailbox)"
    assert.deepStrictEqual(await gone(report({ fields })), ["ann@acme.test"])
    const words = "The mailbox of ann@acme.test is full."
    assert.deepStrictEqual(await gone(report({ fields, words })), [])
    assert.deepStrictEqual(await gone(report({ fields: fields.replace("5.1.1", "5.1.10") })), [])
  })

  it("of a mail server is its own reply, for an address of its domain alone", async () => {
    const of = (email: string) =>
      report({
        fields: `Final-Recipient: rfc822; ${email}\nAction: failed\nStatus: 5.5.0
Diagnostic-Code: smtp;550 Requested action not taken: mailbox unavailable`
      }).replace("mx.shop.test\n\nFinal", "bay0.hotmail.com\n\nFinal")
    assert.deepStrictEqual(await gone(of("ann@hotmail.com")), ["ann@hotmail.com"])
    assert.deepStrictEqual(await gone(of("ann@acme.test")), [])
  })

  it("of a program on the receiving machine is read by what the program says", async () => {
    const said = (words: string) =>
      gone(
        report({
          fields: gonePostfix.replace(/Diagnostic-Code[^]*/, `Diagnostic-Code: x-unix; ${words}`)
        })
      )
    assert.deepStrictEqual(await said("mail.local: unknown user: ann"), ["ann@acme.test"])
    assert.deepStrictEqual(await said("procmail: Quota exceeded while writing"), [])
  })

  for (const [what, diagnostic] of [
    ["a full mailbox", "smtp; 552 5.2.2 <ann@acme.test>: Mailbox full"],
    ["a blocked sender", "smtp; 550 5.7.1 Service unavailable, client host [192.0.2.9] blocked"],
    ["a program on the receiving machine", "x-unix; procmail: id: host: No such user"],
    ["a server that nobody reached", "X-Postfix; connect to mx.acme.test[192.0.2.1]:25: timed out"],
    [
      "a host that takes nothing for a while",
      "smtp; 521 5.3.2 System not accepting network messages"
    ]
  ] as const)
    it(`blames no mailbox for ${what}`, async () => {
      const fields = gonePostfix.replace(/Diagnostic-Code[^]*/, `Diagnostic-Code: ${diagnostic}`)
      assert.deepStrictEqual(await gone(report({ fields })), [])
    })

  it("about the message of NTT DOCOMO, whose filter says that the user is unknown, blames none", async () => {
    const fields = `Final-Recipient: rfc822; ann@docomo.ne.jp\nAction: failed\nStatus: 5.0.0
Remote-MTA: dns; mfsmax.docomo.ne.jp\nDiagnostic-Code: smtp; 550 Unknown user ann@docomo.ne.jp`
    const said =
      "<ann@docomo.ne.jp>: host mfsmax.docomo.ne.jp[192.0.2.1] said:\n    550 Unknown user ann@docomo.ne.jp"
    const after = (command: string) =>
      report({ fields, words: `${said} (in reply to ${command}\n    command)` })
    assert.deepStrictEqual(await gone(after("end of DATA")), [])
    assert.deepStrictEqual(await gone(after("RCPT TO")), ["ann@docomo.ne.jp"])
  })

  it("is read without the footer of a company, which speaks of senders", async () => {
    const fields = "Final-Recipient: rfc822; ann@acme.test\nAction: failed\nStatus: 5.1.1"
    const footer = "If you have received it in error, please notify the sender immediately."
    const words = `Delivery failed.\n\n    ann@acme.test\n\n______________________\n\n${footer}`
    assert.deepStrictEqual(await gone(report({ fields, words })), ["ann@acme.test"])
  })

  it("is read by the reply, not by the address of who replied", () => {
    const words =
      "ann@acme.test\n    550 Message was not accepted -- invalid mailbox. Local mailbox ann@acme.test is unavailable: user not found"
    const text = `${words}\nRemote-MTA: dns; 192.0.2.100`
    assert.isTrue(readBounce({ text, recipient: "ann@acme.test" }).isAboutMailbox)
  })

  it("has each recipient, also where a program leaves out the blank line between them", async () => {
    const full =
      "Final-Recipient: rfc822; bob@acme.test\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 550 5.2.2 Mailbox full"
    const found = await read(report({ fields: `${full}\n${gonePostfix}` }))
    assert.deepStrictEqual(
      found.map(({ email }) => email),
      ["bob@acme.test", "ann@acme.test"]
    )
    assert.deepStrictEqual(await gone(report({ fields: `${full}\n${gonePostfix}` })), [
      "ann@acme.test"
    ])
  })

  it("of Domino in Japanese is read in the encoding of Japanese mail", async () => {
    const words = "\u001b$B%G%#%l%/%H%j$K$O8+$D$+$j$^$;$s!#\u001b(B"
    const fields = `Final-Recipient: rfc822; ann@acme.test\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: X-Notes; ${words}`
    assert.deepStrictEqual(await gone(report({ fields })), ["ann@acme.test"])
  })

  it("that was forwarded as an attached message is the one inside", async () => {
    const forwarded = (inner: string) =>
      `From: kim@shop.test\nTo: news@shop.test\nContent-Type: multipart/mixed; boundary="F"\n\n--F\nContent-Type: message/rfc822\n\n${inner}\n--F--\n`
    assert.deepStrictEqual(await gone(forwarded(report({ fields: gonePostfix }))), [
      "ann@acme.test"
    ])
    assert.deepStrictEqual(await gone(forwarded(original)), [])
  })

  it("that a person forwarded is read through the marks of quoting", async () => {
    const fields = gonePostfix.replaceAll(/^/gm, "> ")
    const forwarded = `From: kim@shop.test\nTo: news@shop.test\nSubject: Fwd\n\nlook:\n\n> Reporting-MTA: dns; x\n>\n${fields}\n`
    assert.deepStrictEqual(await gone(forwarded), ["ann@acme.test"])
  })
})

/** A report of a feedback loop (RFC 5965). */
const complaint = (fields: string, original: string): string =>
  `From: fbl@provider.test
To: news@shop.test
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="B"

--B
Content-Type: text/plain

This is an email abuse report.

--B
Content-Type: message/feedback-report

User-Agent: Loop/1
Version: 1
${fields}

--B
Content-Type: message/rfc822

From: news@shop.test
To: ${original}
Subject: News

--B--
`

describe("A report of a feedback loop", () => {
  for (const [what, fields, original, expected] of [
    [
      "names its recipients",
      "Feedback-Type: abuse\nOriginal-Rcpt-To: <ann@acme.test>\nOriginal-Rcpt-To: bob@acme.test",
      "x@acme.test",
      ["ann@acme.test", "bob@acme.test"]
    ],
    [
      "is about the recipient of the message",
      "Feedback-Type: opt-out",
      "Ann <ann@acme.test>",
      ["ann@acme.test"]
    ],
    ["that hides the recipient is about nobody", "Feedback-Type: abuse", "redacted@", []],
    ["of something that is no spam is no complaint", "Feedback-Type: not-spam", "ann@acme.test", []]
  ] as const)
    it(what, async () => {
      const found = await read(complaint(fields, original))
      assert.deepStrictEqual(
        found.map(({ email, outcome }) => [email, outcome]),
        expected.map((email) => [email, "complained"])
      )
    })
})

/** A notice of Amazon SES, in an email of Amazon SNS (the SES guide, "Notification contents"). */
const noticeOfSes = (told: object, from = "no-reply@sns.amazonaws.com"): string =>
  `From: bounces <${from}>\nTo: news@shop.test\nSubject: AWS Notification Message\n\n${JSON.stringify(told)}\n\n--\nIf you wish to stop receiving notifications from this topic, please visit https://sns.eu-west-1.amazonaws.com/\n`

describe("A notice of Amazon SES", () => {
  const timestamp = "2026-01-30T08:15:00.000Z"
  const bounced = (bounceType: string) => ({
    notificationType: "Bounce",
    bounce: {
      bounceType,
      timestamp,
      bouncedRecipients: [
        { emailAddress: "ann@acme.test", diagnosticCode: "smtp; 550 5.1.1 user unknown" }
      ]
    }
  })

  it("that comes by email is read as one that comes to a URL", async () => {
    const told = noticeOfSes(bounced("Permanent"))
    assert.deepStrictEqual(await gone(told), ["ann@acme.test"])
    assert.deepInclude((await read(told))[0], { occurred_at: timestamp })
    // A mail server folds a line of more than 998 octets (RFC 5321 §4.5.3.1.6), as sendmail does, with a mark.
    assert.deepStrictEqual(await gone(told.replace("user unk", "user!\n  unk")), ["ann@acme.test"])
    const envelope = { Type: "Notification", Message: JSON.stringify(bounced("Permanent")) }
    assert.deepStrictEqual(await gone(noticeOfSes(envelope)), ["ann@acme.test"])
    const [later] = await read(noticeOfSes(bounced("Transient")))
    assert.deepInclude(later, { email: "ann@acme.test", outcome: "deferred" })
  })

  it("has complaints and deliveries, and nothing of other events or of a person", async () => {
    const complaint = { complainedRecipients: [{ emailAddress: "ann@acme.test" }], timestamp }
    const complained = { notificationType: "Complaint", complaint }
    const delivery = { recipients: ["ann@acme.test"], timestamp }
    for (const [told, outcome] of [
      [complained, "complained"],
      [{ notificationType: "Delivery", delivery }, "delivered"]
    ] as const)
      assert.deepStrictEqual(await read(noticeOfSes(told)), [
        { email: "ann@acme.test", outcome, occurred_at: timestamp }
      ])
    assert.deepStrictEqual(await read(noticeOfSes({ eventType: "Open", open: {} })), [])
    assert.deepStrictEqual(await read(noticeOfSes(complained, "kim@shop.test")), [])
  })
})

/** Notices without fields, each with the line that ends it and the message that came back. */
const notices: Readonly<Record<string, string>> = {
  qmail: `Hi. This is the qmail-send program at mx.shop.test.\nI'm afraid I wasn't able to deliver your message.

<ann@acme.test>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 <ann@acme.test>... User Unknown\nGiving up on 192.0.2.1.

<full@acme.test>:\n192.0.2.1 does not like recipient.\nRemote host said: 552 5.2.2 Mailbox full\nGiving up on 192.0.2.1.

--- Below this line is a copy of the message.`,
  Exim: `A message that you sent could not be delivered. The following address(es) failed:

  ann@acme.test\n    SMTP error from remote mail server after RCPT TO:<ann@acme.test>:
    host mx.acme.test [192.0.2.1]: 550 5.1.1 <ann@acme.test>... User Unknown

------ This is a copy of the message, including all the headers. ------`,
  Gmail: `Delivery to the following recipient failed permanently:

     ann@acme.test

The error that the other server returned was:\n550 5.1.1 <ann@acme.test>... User Unknown

----- Original message -----`,
  OpenSMTPD: `    Hi!\n\n    An error has occurred while attempting to deliver a message.

ann@acme.test: 550 5.1.1 The email account that you tried to reach does not exist

    Below is a copy of the original message:`,
  "DragonFly Mail Agent": `There was an error delivering your mail to <ann@acme.test>.

mx.acme.test [192.0.2.1] did not like our RCPT TO:\n550 5.2.1 <ann@acme.test>: Recipient address rejected: User unknown

Message headers follow.`,
  "sendmail 5": `   ----- Transcript of session follows -----\n>>> RCPT To:<ann@acme.test>
<<< 550 <ann@acme.test>, User Unknown\n421 other.test (smtp)... Deferred: Connection timed out

   ----- Unsent message follows -----`
}

describe("A notice without fields", () => {
  for (const [program, words] of Object.entries(notices))
    it(`of ${program} names who is gone, and leaves what came back alone`, async () => {
      assert.deepStrictEqual(await gone(`${daemon}\n${words}\n\n${original}`), ["ann@acme.test"])
    })

  for (const [program, from, words] of [
    [
      "InterScan",
      "imss@acme.test",
      "Sent <<< RCPT TO:<ann@acme.test>\nReceived >>> 550 5.1.1 unknown user."
    ],
    [
      "SmarterMail",
      '"System Administrator"@acme.test',
      "Failed Recipient: ann@acme.test\nReason: Remote host said: 550 unknown user"
    ],
    ["sendmail without a sender", "<>", "<ann@acme.test>\n    (reason: 550 5.1.1 User unknown)"],
    [
      "Verizon Wireless",
      "MMSC NDR Administrator <sysadmin@acme.test>",
      "Error: No valid recipients for this MM\n\nTo: ann@acme.test"
    ]
  ] as const)
    it(`of ${program} is known by its sender`, async () => {
      const header = `Return-Path: <x@mx.test>\nFrom: ${from}\nTo: news@shop.test\n`
      assert.deepStrictEqual(await gone(`${header}\n${words}\n`), ["ann@acme.test"])
      const person = header.replace(/From: .*/, "From: bob@acme.test")
      assert.deepStrictEqual(await gone(`${person}\n${words}\n`), [])
    })

  for (const [what, words] of [
    ["in HTML alone", "Content-Type: text/html\n\nHi.<br>\n<p>ann@acme.test</p>No such user<br>"],
    ["in HTML that is called text", "\nann@acme.test<BR>\n&nbsp;No such user<BR>"],
    ["of MDaemon", "\nann@acme.test - no such user here.\nThere is no user by that name."],
    ["of Postfix, for a user of its own", '\n<ann@acme.test>: unknown user: "ann"'],
    [
      "of Exchange 5.5, whose address is one of X.400",
      "\nYour message\n\n  To: list@shop.test\n\ndid not reach the following recipient(s):\n\nc=US;a= ;p=ACME;dda:SMTP=ANN@ACME.TEST; on Fri, 4 Oct 2002 17:12:28 -0400\n    The recipient name is not recognized"
    ]
  ] as const)
    it(`is read ${what}`, async () =>
      assert.deepStrictEqual(await gone(`${daemon}${words}\n`), ["ann@acme.test"]))

  it("counts only from a program: mail of a person about a reply is no bounce", async () => {
    const person = "Return-Path: <bob@acme.test>\nFrom: bob@acme.test\nTo: news@shop.test\n"
    assert.deepStrictEqual(await read(`${person}\n${notices["qmail"]}\n`), [])
  })

  it("without any code blames nobody, as an absence does not", async () => {
    const away = `${daemon}Auto-Submitted: auto-replied\n\nI am away until Monday. Write to bob@acme.test.\n`
    assert.deepStrictEqual(await gone(away), [])
  })
})
