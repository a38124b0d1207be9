/**
 * Payloads as the references of the services show them, shortened to what is read: Amazon's guides of SES and SNS,
 * Mailgun's "Event structure", Postmark's "Bounce webhook", SendGrid's "Event reference", Brevo's "Transactional webhooks",
 * SparkPost's "Webhook event reference", Mailjet's "Event API", Mailchimp's "Message events", Resend's "Event types", and
 * listmonk's "Bounce processing".
 */
import type { InletKind, InletOutcome } from "@rcpt/domain/Inlet"

/** `email`: `undefined` where an event names nobody. */
export interface Expected {
  readonly email: string | undefined
  readonly outcome: InletOutcome
  /** A part of the reply. */
  readonly says?: string
}

export interface Payload {
  readonly kind: InletKind
  readonly body: (email: string, now: Date) => unknown
  readonly expected: (email: string) => ReadonlyArray<Expected>
  /** Whether the reply says that there is no such mailbox. */
  readonly isAboutMailbox?: boolean
}

const unknownUser =
  "550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking."

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)

const one =
  (outcome: InletOutcome, says?: string) =>
  (email: string): ReadonlyArray<Expected> => [
    { email, outcome, ...(says !== undefined && { says }) }
  ]

const ses = (type: string, part: string, told: (email: string, time: string) => object) => ({
  kind: "amazon_ses" as const,
  body: (email: string, now: Date) => ({
    notificationType: type,
    mail: { messageId: "00000137860315fd-34208509", destination: [email] },
    [part]: told(email, now.toISOString())
  })
})

const mailgun = (data: object) => ({
  kind: "mailgun" as const,
  body: (email: string, now: Date) => ({
    "event-data": {
      id: `G9Bn5sl1TC6nu79C8C0bwg-${now.getTime()}`,
      recipient: email,
      timestamp: now.getTime() / 1_000,
      "log-level": "error",
      ...data
    }
  })
})

const sendgrid = (event: object) => ({
  kind: "sendgrid" as const,
  body: (email: string, now: Date) => [
    {
      email,
      timestamp: seconds(now),
      "smtp-id": "<14c5d75ce93.dfd.64b469@ismtpd-555>",
      category: ["cat facts"],
      sg_event_id: `6g4ZI7SA-xmRDv57GoPIPw-${JSON.stringify(event).length}`,
      sg_message_id: "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
      ...event
    }
  ]
})

const sparkpost = (event: object) => ({
  kind: "sparkpost" as const,
  body: (email: string, now: Date) => [
    {
      msys: {
        message_event: {
          bounce_class: "1",
          customer_id: "1",
          event_id: `92356927693813856-${JSON.stringify(event).length}`,
          rcpt_to: email,
          raw_rcpt_to: email,
          timestamp: String(seconds(now)),
          ...event
        }
      }
    }
  ]
})

const mailjet = (event: object) => ({
  kind: "mailjet" as const,
  body: (email: string, now: Date) => ({
    time: seconds(now),
    MessageID: 13_792_286_917_004_336,
    Message_GUID: "1ab23cd4-e567-8901-2345-6789f0gh1i2j",
    email,
    mj_campaign_id: 0,
    CustomID: "helloworld",
    ...event
  })
})

const mailchimp = (event: string, msg: object = {}) => ({
  kind: "mailchimp_transactional" as const,
  body: (email: string, now: Date) => [
    {
      event,
      _id: "exampleaaaaaaaaaaaaaaaaaaaaaaaaa",
      ts: seconds(now),
      msg: { email, sender: "example.sender@acme.test", state: "sent", ...msg }
    }
  ]
})

const resend = (type: string, data: object = {}) => ({
  kind: "resend" as const,
  body: (email: string, now: Date) => ({
    type,
    created_at: now.toISOString(),
    data: { email_id: "56761188-7520-42d8-8898-ff6fc54ce618", to: [email], ...data }
  })
})

const brevo = (event: object) => ({
  kind: "brevo" as const,
  body: (email: string, now: Date) => ({
    email,
    id: 26_224,
    date: "2026-10-09 00:00:00",
    ts: seconds(now),
    "message-id": "<201798300811.5787683@relay.acme.test>",
    ts_event: seconds(now),
    ...event
  })
})

const postmark = (event: object) => ({
  kind: "postmark" as const,
  body: (email: string, now: Date) => ({
    MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
    ServerID: 23,
    Email: email,
    BouncedAt: now.toISOString(),
    ...event
  })
})

export const payloads: ReadonlyArray<Payload> = [
  {
    ...ses("Bounce", "bounce", (emailAddress, timestamp) => ({
      bounceType: "Permanent",
      bounceSubType: "General",
      bouncedRecipients: [
        {
          emailAddress,
          status: "5.1.1",
          action: "failed",
          diagnosticCode: `smtp; ${unknownUser}`
        }
      ],
      timestamp,
      feedbackId: "00000138111222aa-33322211"
    })),
    expected: one("bounced", "5.1.1"),
    isAboutMailbox: true
  },
  {
    ...ses("Bounce", "bounce", (emailAddress, timestamp) => ({
      bounceType: "Transient",
      bounceSubType: "MailboxFull",
      bouncedRecipients: [{ emailAddress }],
      timestamp
    })),
    expected: one("deferred")
  },
  {
    ...ses("Bounce", "bounce", (emailAddress, timestamp) => ({
      bounceType: "Permanent",
      bounceSubType: "Suppressed",
      bouncedRecipients: [{ emailAddress, status: "5.1.1" }],
      timestamp
    })),
    expected: one("other")
  },
  {
    ...ses("Complaint", "complaint", (emailAddress, timestamp) => ({
      complainedRecipients: [{ emailAddress }],
      complaintFeedbackType: "abuse",
      timestamp
    })),
    expected: one("complained")
  },
  {
    ...ses("Delivery", "delivery", (email, timestamp) => ({
      timestamp,
      recipients: [email],
      smtpResponse: "250 ok:  Message 64111812 accepted"
    })),
    expected: one("delivered")
  },
  {
    ...mailgun({
      event: "failed",
      severity: "permanent",
      reason: "bounce",
      "delivery-status": { code: 550, message: unknownUser.slice(4), description: "" }
    }),
    expected: one("bounced", "550 5.1.1"),
    isAboutMailbox: true
  },
  {
    ...mailgun({
      event: "failed",
      severity: "permanent",
      reason: "suppress-bounce",
      "delivery-status": {
        code: 605,
        message: "",
        description: "Not delivering to previously bounced address"
      }
    }),
    expected: one("other")
  },
  {
    ...mailgun({
      event: "failed",
      severity: "temporary",
      "delivery-status": { code: 452, message: "4.2.2 The email account is over quota" }
    }),
    expected: one("deferred", "452 4.2.2")
  },
  { ...mailgun({ event: "delivered" }), expected: one("delivered") },
  { ...mailgun({ event: "complained" }), expected: one("complained") },
  { ...mailgun({ event: "opened" }), expected: one("other") },
  {
    ...postmark({
      RecordType: "Bounce",
      ID: 4_323_372_036_854_775_000,
      Type: "HardBounce",
      TypeCode: 1,
      Description: "The server was unable to deliver your message (ex: unknown user).",
      Details: `smtp;${unknownUser}`
    }),
    expected: one("bounced", "5.1.1"),
    isAboutMailbox: true
  },
  {
    ...postmark({ RecordType: "Bounce", ID: 42, Type: "SoftBounce", Details: "Mailbox full" }),
    expected: one("deferred")
  },
  { ...postmark({ RecordType: "Bounce", ID: 43, Type: "AutoResponder" }), expected: one("other") },
  {
    kind: "postmark",
    body: (Recipient, now) => ({
      RecordType: "Delivery",
      MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
      Recipient,
      DeliveredAt: now.toISOString(),
      Details: "smtp; 250 OK"
    }),
    expected: one("delivered")
  },
  {
    ...postmark({ RecordType: "SpamComplaint", ID: 44, Type: "SpamComplaint" }),
    expected: one("complained")
  },
  {
    ...sendgrid({ event: "bounce", type: "bounce", status: "5.1.1", reason: unknownUser }),
    expected: one("bounced", "5.1.1"),
    isAboutMailbox: true
  },
  {
    ...sendgrid({ event: "bounce", type: "blocked", reason: "550 5.7.1 blocked by policy" }),
    expected: one("deferred")
  },
  {
    ...sendgrid({ event: "deferred", response: "400 try again later" }),
    expected: one("deferred")
  },
  { ...sendgrid({ event: "dropped", reason: "Bounced Address" }), expected: one("other") },
  { ...sendgrid({ event: "delivered", response: "250 OK" }), expected: one("delivered") },
  { ...sendgrid({ event: "spamreport" }), expected: one("complained") },
  { ...sendgrid({ event: "processed" }), expected: one("other") },
  {
    ...brevo({ event: "hard_bounce", reason: unknownUser }),
    expected: one("bounced", "5.1.1"),
    isAboutMailbox: true
  },
  { ...brevo({ event: "soft_bounce", reason: "452 4.2.2 full" }), expected: one("deferred") },
  { ...brevo({ event: "delivered" }), expected: one("delivered") },
  { ...brevo({ event: "spam" }), expected: one("complained") },
  { ...brevo({ event: "blocked" }), expected: one("other") },
  {
    kind: "brevo",
    body: (email, now) => ({ event: "delivered", email, ts_epoch: now.getTime() }),
    expected: one("delivered")
  },
  {
    ...sparkpost({
      type: "bounce",
      bounce_class: "10",
      error_code: "550",
      raw_reason: unknownUser
    }),
    expected: one("bounced", "5.1.1"),
    isAboutMailbox: true
  },
  {
    ...sparkpost({
      type: "bounce",
      bounce_class: "51",
      error_code: "554",
      raw_reason: "MAIL REFUSED - IP (17.99.99.99) is in black list"
    }),
    expected: one("deferred", "554 MAIL REFUSED")
  },
  { ...sparkpost({ type: "delivery" }), expected: one("delivered") },
  { ...sparkpost({ type: "spam_complaint", fbtype: "abuse" }), expected: one("complained") },
  { ...sparkpost({ type: "open" }), expected: one("other") },
  // An answer by a machine, and a message that SparkPost's own policies stopped.
  { ...sparkpost({ type: "bounce", bounce_class: "60" }), expected: one("other") },
  { ...sparkpost({ type: "bounce", bounce_class: "25" }), expected: one("other") },
  {
    ...mailjet({
      event: "bounce",
      blocked: false,
      hard_bounce: true,
      error_related_to: "recipient",
      error: "user unknown",
      comment: unknownUser
    }),
    expected: one("bounced", "5.1.1"),
    isAboutMailbox: true
  },
  {
    ...mailjet({
      event: "bounce",
      hard_bounce: true,
      error_related_to: "recipient",
      error: "user unknown"
    }),
    expected: one("bounced", "5.1.1 user unknown"),
    isAboutMailbox: true
  },
  { ...mailjet({ event: "bounce", hard_bounce: false, error: "" }), expected: one("deferred") },
  { ...mailjet({ event: "sent", smtp_reply: "sent (250 2.0.0 OK)" }), expected: one("delivered") },
  { ...mailjet({ event: "spam", source: "JMRPP" }), expected: one("complained") },
  { ...mailjet({ event: "blocked", error: "user unknown" }), expected: one("other") },
  {
    ...mailchimp("hard_bounce", {
      state: "bounced",
      bounce_description: "bad_mailbox",
      diag: `smtp;${unknownUser}`
    }),
    expected: one("bounced", "5.1.1"),
    isAboutMailbox: true
  },
  {
    ...mailchimp("soft_bounce", {
      bounce_description: "mailbox_full",
      diag: "smtp;552 5.2.2 Over Quota"
    }),
    expected: one("deferred")
  },
  { ...mailchimp("deferral"), expected: one("deferred") },
  { ...mailchimp("delivered"), expected: one("delivered") },
  { ...mailchimp("spam"), expected: one("complained") },
  { ...mailchimp("send"), expected: one("other") },
  { ...mailchimp("reject"), expected: one("other") },
  {
    ...resend("email.bounced", {
      bounce: {
        type: "Permanent",
        subType: "General",
        message: "The recipient's email provider sent a hard bounce message.",
        diagnosticCode: [`smtp; ${unknownUser}`]
      }
    }),
    expected: one("bounced", "5.1.1"),
    isAboutMailbox: true
  },
  {
    ...resend("email.bounced", {
      bounce: {
        type: "Permanent",
        subType: "Suppressed",
        message: "The recipient's email address is on the suppression list."
      }
    }),
    expected: one("other")
  },
  {
    ...resend("email.bounced", { bounce: { message: "a hard bounce" } }),
    expected: one("bounced")
  },
  { ...resend("email.bounced", { bounce: { message: "suppressed" } }), expected: one("other") },
  { ...resend("email.delivery_delayed"), expected: one("deferred") },
  { ...resend("email.delivered"), expected: one("delivered") },
  { ...resend("email.complained"), expected: one("complained") },
  { ...resend("email.opened"), expected: one("other") },
  {
    kind: "listmonk",
    body: (email) => ({
      email,
      campaign_uuid: "9f86b50d-5711-41c8-ab03-bc91c43d711b",
      source: "api",
      type: "hard",
      meta: JSON.stringify({ reply: unknownUser })
    }),
    expected: one("bounced", "5.1.1"),
    isAboutMailbox: true
  },
  {
    kind: "listmonk",
    body: (email) => ({ email, source: "api", type: "complaint" }),
    expected: one("complained")
  }
]

const returned = (email: string) =>
  [
    "From: MAILER-DAEMON@mx.acme.test",
    "To: sender@example.test",
    "Subject: Undelivered Mail Returned to Sender",
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example.test",
    "",
    `Final-Recipient: rfc822; ${email}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 User unknown",
    "",
    "--b--",
    ""
  ].join("\r\n")

/** One bounce of a mailbox that is gone. */
export const bounceOf = (kind: InletKind, email: string): unknown =>
  kind === "returned_mail"
    ? returned(email)
    : payloads
        .find((one) => one.kind === kind && one.isAboutMailbox === true)!
        .body(email, new Date())
