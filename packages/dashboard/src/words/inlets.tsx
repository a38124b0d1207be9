/** The words of the pages of inlets. */
import type { InletFate, InletKind, InletOutcome } from "@rcpt/api/Inlet"
import type { ReactNode } from "react"

import { wordsOf } from "./translation.ts"

interface KindWords {
  readonly label: string
  /** Where the URL belongs. */
  readonly where: string
  /** What the signing key is. */
  readonly key: string
}

const optionalKey = "Optional: user:password or a token, if the service sends one."

export const words = wordsOf("inlets", {
  title: "Inlets",
  lead: "Your mail service sends deliveries, bounces and complaints here. Later answers to you get better by them.",
  make: "Make inlet",
  empty: {
    title: "No inlets yet",
    text: "Make an inlet and paste its URL into your mail service, newsletter program or mail server."
  },
  url: {
    label: "URL",
    of: (name: string) => `URL of ${name}`,
    once: "Copy this URL now: it is shown only once. Anyone who knows it can send events."
  },
  states: { live: "Takes events", needs_key: "Needs a key" },
  kinds: {
    amazon_ses: {
      label: "Amazon SES",
      where:
        "In Amazon SNS, create a subscription of your topic with protocol HTTPS and this URL, without raw message delivery.",
      key: "The ARN of the topic. Only its messages are taken."
    },
    mailgun: {
      label: "Mailgun",
      where:
        "In Mailgun, under Sending → Webhooks, add the URL for Delivered, Permanent Failure, Temporary Failure and Spam Complaints.",
      key: "The HTTP webhook signing key under API security."
    },
    postmark: {
      label: "Postmark",
      where:
        "In Postmark, on your message stream under Webhooks, add the URL for Delivery, Bounce and Spam complaint.",
      key: optionalKey
    },
    sendgrid: {
      label: "SendGrid",
      where:
        "In SendGrid, under Settings → Mail Settings → Event Webhook, set the URL and turn on the signature verification.",
      key: "The verification key. SendGrid shows it once it has the URL."
    },
    brevo: {
      label: "Brevo",
      where:
        "In Brevo, under Transactional → Settings → Webhook, add the URL for Delivered, Soft bounce, Hard bounce and Complaint.",
      key: optionalKey
    },
    sparkpost: {
      label: "SparkPost",
      where:
        "In SparkPost, under Webhooks, add the URL for Delivery, Bounce, Out of band, Delay and Spam complaint.",
      key: optionalKey
    },
    mailjet: {
      label: "Mailjet",
      where:
        "In Mailjet, under Account → Event notifications, set the URL for Sent, Bounce and Spam.",
      key: optionalKey
    },
    mailchimp_transactional: {
      label: "Mailchimp Transactional",
      where:
        "In Mailchimp Transactional, under Settings → Webhooks, add the URL for messages that are delivered, bounced, delayed or marked as spam.",
      key: "The key of the webhook. It is shown once the webhook is added."
    },
    resend: {
      label: "Resend",
      where:
        "In Resend, under Webhooks, add the URL for email.delivered, email.bounced, email.complained and email.delivery_delayed.",
      key: "The signing secret, whsec_…. Resend shows it once it has the URL."
    },
    listmonk: {
      label: "listmonk",
      where: "Let the program that posts to listmonk's /webhooks/bounce post the same to this URL.",
      key: optionalKey
    },
    returned_mail: {
      label: "Returned mail",
      where:
        "Let your mail server post each message that comes back to this URL, as message/rfc822.",
      key: optionalKey
    }
  } satisfies Record<InletKind, KindWords>,
  table: {
    title: "Your inlets",
    name: "Name",
    kind: "Service",
    state: "State",
    last: "Last event",
    never: "none yet",
    recorded: "Reports"
  },
  form: {
    title: "New inlet",
    kind: "Service",
    name: "Name",
    nameHint: "Such as Newsletter.",
    nameSubject: "The name",
    key: "Signing key",
    keySubject: "The signing key",
    save: "Make inlet"
  },
  outcomes: {
    delivered: "Delivered",
    bounced: "Bounced",
    complained: "Complaint",
    deferred: "Delayed",
    other: "Other"
  } satisfies Record<InletOutcome, string>,
  fates: {
    recorded: "Recorded",
    not_about_mailbox: "Not about the mailbox",
    not_verified_by_you: "Not verified by you",
    deferred: "Tried again by the service",
    nothing: "Says nothing about a mailbox",
    too_old: "Too old"
  } satisfies Record<InletFate, string>,
  one: {
    connect: "Connect the service",
    needsKey: "This inlet takes no events until its signing key is set.",
    previous: (until: ReactNode) => <>The URL from before works until {until}.</>,
    events: "Last events",
    none: "No events yet.",
    email: "Address",
    outcome: "Event",
    result: "Result",
    waits: "Waits",
    received: "Received",
    setKey: "Set signing key",
    changeKey: "Change signing key",
    saveKey: "Save",
    replace: "Replace URL",
    replaceTitle: "Replace the URL?",
    replaceText: "You get a new URL. The one from before works for 24 more hours.",
    remove: "Remove inlet",
    removeTitle: "Remove this inlet?",
    removeText: "Its URL works no more. Reports that were recorded stay.",
    missing: "Inlet not found",
    missingText: "It was removed, or it belongs to another account.",
    all: "All inlets"
  }
})
