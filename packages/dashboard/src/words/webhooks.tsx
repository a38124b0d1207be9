/** The words of webhook endpoints, their deliveries, and receiving events. */
import type { ChosenEvent, WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { wordsOf } from "./translation.ts"

type Disabled = NonNullable<WebhookEndpoint["disabled_reason"]>

const disabledReasons = {
  gone: "The receiver answered 410 Gone, which asks us to stop sending events.",
  failing: "The receiver has accepted nothing for 5 days.",
  switched_off: "It gets no events until you switch it on."
} satisfies Readonly<Record<Disabled, string>>

const disabledText = (reason: Disabled | undefined, at: ReactNode) => {
  const isOff = reason === "switched_off"
  return (
    <>
      {reason && `${disabledReasons[reason]} `}
      {at && inline`It was ${isOff ? "switched off" : "disabled"} ${at}. `}
      {!isOff && "Fix the receiver and enable it again, or change the URL. "}
      Failed deliveries can be resent afterwards.
    </>
  )
}

export const words = wordsOf("webhooks", {
  title: "Webhooks",
  lead: "Get notified at your own URL when a list is finished or credits run low.",
  none: {
    title: "Add a webhook",
    lead: "You have no webhook yet. Add one to be notified when a list is finished, instead of polling the API.",
    action: "Add webhook",
    readOnly: "There is no webhook, and your role is read-only."
  },
  endpoints: {
    title: "Endpoints",
    lead: "Each one gets the events it chose, signed with its own secret. One that fails does not hold up the others.",
    full: (max: number) =>
      `You have ${max} endpoints, which is the most. Remove one to add another.`,
    caption: "Endpoints, oldest first",
    endpoint: "Endpoint",
    events: "Events",
    allEvents: "All",
    state: "State",
    add: "Add endpoint",
    addAction: "Add"
  },
  endpoint: {
    title: "Webhook endpoint",
    all: "All endpoints",
    notFound: {
      title: "Endpoint not found",
      heading: "This endpoint does not exist",
      text: "It was removed, or it belongs to another account."
    },
    card: "Endpoint",
    saved: (ago: ReactNode) => <>Saved {ago}</>,
    events: "Events: ",
    readOnly:
      "Your role is read-only: the signing secret is not shown, and the endpoint cannot be changed."
  },
  state: {
    off: "Off",
    disabled: "Disabled",
    failing: "Failing",
    live: "Live",
    offTitle: "This endpoint is switched off",
    disabledTitle: "This endpoint is disabled",
    switchOn: "Switch on",
    enable: "Enable again",
    disabledText,
    failingTitle: "Deliveries are failing",
    failingText: (since: ReactNode) =>
      inline`The receiver has accepted nothing since ${since}. Failed deliveries are retried for about 28 hours. After 5 days without success, the endpoint is disabled. Other endpoints are not held up.`
  },
  actions: {
    change: "Change",
    switchOff: "Switch off",
    remove: "Remove",
    changeTitle: "Change endpoint",
    save: "Save",
    removal: {
      title: "Remove this endpoint?",
      action: "Remove endpoint",
      text: "It gets no more events, and pending deliveries are dropped. Its signing secret is removed too: a new endpoint gets a new one."
    },
    off: {
      title: "Switch this endpoint off?",
      text: "Events that happen while it is off are not sent, and pending deliveries count as failed. You can resend those when it is on again."
    },
    test: "Send test event",
    testSent: "Sent. See the response under Deliveries."
  },
  form: {
    url: "URL",
    urlSubject: "The URL",
    urlHint: "An https URL on the public internet. It receives POST requests with JSON.",
    events: "Events",
    noEvent: "Choose one event at least.",
    description: "Description (optional)",
    descriptionSubject: "The description",
    descriptionPlaceholder: "Such as Billing, staging"
  },
  events: {
    "job.completed": "A list is verified.",
    "job.failed": "A list could not be completed.",
    "job.cancelled": "A list was cancelled.",
    "credits.low": "The balance fell below a threshold.",
    "list.changed": "Contacts of a schedule have another result.",
    "schedule.failed": "A run of a schedule failed, or did not start."
  } satisfies Readonly<Record<ChosenEvent, string>>,
  deliveries: {
    title: "Deliveries",
    ofAll: "Deliveries of all endpoints",
    lead: "A delivery without a 2xx response within 15 seconds is retried, seven times in 28 hours.",
    resent: "The delivery is sent again.",
    none: "No deliveries yet. Send a test event above: the response appears here within seconds.",
    caption: "Deliveries, newest first",
    pages: "Pages of deliveries",
    event: "Event",
    list: "list",
    endpoint: "Endpoint",
    removed: "Removed",
    created: "Created",
    status: "Status",
    response: "Response",
    notYet: "Not yet",
    noResponse: "None",
    attempts: "Attempts",
    next: "Next attempt",
    sending: "Sending",
    details: "Details",
    resend: "Resend"
  },
  details: {
    attempts: "Attempts, newest first",
    notSent: "It was not sent yet.",
    attempt: (at: ReactNode, millis: string, url: ReactNode) =>
      inline`${at}, after ${millis} ms, from ${url}`,
    response: (number: number) => `Response ${number}, its first 1 kB`,
    requestHeaders: "Request headers",
    headers: (number: number) => `Headers ${number}`,
    requestBody: "Request body, formatted"
  },
  resending: {
    open: "Resend failed",
    title: "Resend failed deliveries",
    text: "All failed deliveries are sent again, in the order in which they happened.",
    since: "Since",
    until: "Until (optional)",
    untilHint: "Left empty: until now.",
    none: "No delivery of this time has failed.",
    sent: (count: string, isOne: boolean) =>
      `${count} ${isOne ? "delivery is" : "deliveries are"} sent again.`,
    left: (count: string) => `${count} are left: resend once more.`,
    close: "Close",
    action: "Resend"
  },
  secret: {
    title: "Signing secret",
    lead: "Your receiver uses it to check that events come from here and were not changed.",
    hidden: "hidden",
    show: "Show secret",
    hide: "Hide secret",
    copy: "Copy secret",
    rotate: "Rotate secret",
    rotateTitle: "Rotate the secret?",
    rotateText:
      "This creates a new secret. For 24 hours, events are signed with both the new and the current secret, so your receiver keeps working while you update it.",
    endsPrevious: inline`${<strong>The secret before the current one stops working immediately</strong>}: the last rotation was less than 24 hours ago.`,
    two: "Two secrets are active",
    twoText: (until: ReactNode) =>
      inline`Until ${until}, events carry two signatures: one with the secret below and one with the previous secret. Update your receiver before then.`,
    unreadable: "The secret cannot be read any more. Rotate it to get a new one."
  },
  receiving: {
    title: "Verify the signature",
    lead: "Events are signed according to Standard Webhooks, which has libraries for most languages. By hand:",
    language: "Language",
    run: (run: ReactNode) =>
      inline`Nothing to install. Set ${<code>RCPT_WEBHOOK_SECRET</code>} and ${<code>PORT</code>}, then run ${run}.`,
    twice: inline`An event can arrive twice if a response is lost: store its ${<code>webhook-id</code>} and skip events that you have already handled. Redirects are not followed. A 410 response disables the endpoint.`,
    events: "Events",
    eventsLead: (shape: ReactNode, reference: (text: string) => ReactNode) =>
      inline`Each event is a POST of ${shape}. Those of a list also have ${<code>links</code>} to the job, its results and their download. The job has the fields described in the ${reference("API reference")}.`,
    event: "Event",
    when: "Sent when",
    data: "Data",
    job: "The list, and its links",
    balance: "The balance",
    changes: "Schedule, run, and what changed",
    reason: "Schedule, run, and why",
    testWhen: "You send a test event.",
    empty: "Empty"
  }
})
