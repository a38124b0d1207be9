/** The words of the page of API keys. */
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import type { ReactNode } from "react"

import { inline } from "./inline.ts"
import { whole } from "./numbers.ts"
import { wordsOf } from "./translation.ts"

interface UsedCredits {
  readonly used: number
  readonly most: number
}

export const words = wordsOf("keys", {
  title: "API keys",
  lead: "Authenticate API requests with a key in the X-API-Key header.",
  readOnly: "Your role is read-only: you cannot make or revoke API keys.",
  create: "Create key",
  tabs: { label: "API keys and forms", keys: "Keys", forms: "Forms" },
  empty: {
    title: "No API keys yet",
    text: inline`Send your key in the ${<code>X-API-Key</code>} header. Here is your first call. It verifies a sandbox address, so it is free.`
  },
  card: {
    title: "Your API keys",
    lead: "Use one key per app, so that you can revoke each one separately."
  },
  table: {
    caption: "API keys, newest first",
    name: "Name",
    key: "Key",
    endsIn: "ends in ",
    access: "Access",
    madeBy: "Made by",
    notRecorded: "Not recorded",
    hasLeft: "Somebody who has left",
    byKey: "An API key",
    manages: "Manages keys and webhooks",
    activity: "Activity",
    requests: "Requests",
    requestsOf: (name: string) => `Requests of ${name}`,
    usedToday: ({ used, most }: UsedCredits) => `${whole(used)} of ${whole(most)} credits today`,
    usedThisMonth: ({ used, most }: UsedCredits) =>
      `${whole(used)} of ${whole(most)} credits this month`,
    ends: "End:",
    change: "Change",
    changeOf: (name: string) => `Change ${name}`,
    revoke: "Revoke",
    revokeOf: (name: string) => `Revoke ${name}`
  },
  access: {
    full: { label: "Full access", hint: "Fast and deep checks, lists and rules." },
    fast: {
      label: "Fast checks only",
      hint: `Fast checks and lists, at most ${creditsOf(heldFor.fast)} per address. No deep mode.`
    },
    read: {
      label: "Read only",
      hint: "Balance, usage, ledger and results. Spends no credits and changes nothing."
    },
    browser: {
      label: "Browser key",
      hint: "For forms in web pages: checks addresses from your websites and nothing else. It is public."
    },
    ownerHint: "Includes administration of the service, because this account owns it."
  },
  creation: {
    title: "Create API key",
    name: "Name",
    nameSubject: "The name",
    nameHint: "Name the app that will use this key, so that you know which one to revoke.",
    nameOptional: "If you leave it empty, the key is named after its website.",
    access: "Access"
  },
  form: {
    origins: "Websites",
    originsHint:
      "Such as https://shop.example, or https://*.shop.example for every name below. Separate several by spaces.",
    perMinute: "Checks per visitor and minute",
    perDay: "Checks per visitor and day",
    visitorHint: "A visitor is a network address.",
    mode: "Mode",
    deep: "Allow deep mode",
    deepHint: `A deep check asks the mail server, takes longer and costs ${heldFor.fast} or ${creditsOf(heldFor.deep)} instead of ${heldFor.fast}.`,
    management: "Management",
    manages: "Manage API keys and webhooks",
    managesHint:
      "For programs that set up other programs. Keys that it makes can do no more than it can, and end with it.",
    limits: "Limits",
    creditLimit: "Credit limit",
    noLimit: "None",
    aDay: "For each day",
    aMonth: "For each month",
    credits: "Credits",
    creditsHint: "Days and months begin at midnight, UTC. Refused requests are free.",
    ends: "Ends on",
    endsHint: "At the beginning of this day, in your time zone. Empty: it does not end.",
    networks: "Networks",
    networksHint:
      "Such as 203.0.113.0/24. Requests from elsewhere are refused. Empty: from everywhere."
  },
  forms: {
    none: {
      title: "No browser key yet",
      text: "A browser key checks addresses from the pages of your websites. Create one to get the two lines for your form.",
      action: "Create browser key"
    },
    lines: {
      title: "Check addresses in a form",
      lead: "Put these two lines into your page. A typo gets a suggestion, and an invalid address is refused. If the service is slow or away, the form goes through.",
      key: "Browser key",
      origins: (origins: string) => `Works on ${origins}.`,
      options: "Options",
      disposable: {
        label: "Refuse disposable addresses",
        hint: "They work now, and may be gone tomorrow."
      },
      field: {
        label: "Send the verdict along",
        hint: "In a hidden field, email_status. Your server must not trust it."
      },
      policy: (origin: ReactNode) => (
        <>If your page has a Content-Security-Policy, add {origin} to script-src and connect-src.</>
      ),
      again: (link: (text: string) => ReactNode) =>
        inline`Check each address again on your server, because a script can be bypassed. ${link("What to do with each verdict")}`
    },
    live: {
      title: "Try it",
      lead: `This form is checked by the same script, with your session instead of the key. Each check costs ${creditsOf(heldFor.fast)}; sandbox addresses are free.`,
      email: "Email",
      submit: "Submit",
      sent: (email: ReactNode) => <>The form went through with {email}. Nothing was sent.</>,
      samples: "Sandbox addresses to try:"
    }
  },
  changing: { title: "Change API key", action: "Save" },
  issued: {
    label: (name: string) => `New API key: ${name}`,
    title: (name: string) => `API key “${name}” created`,
    lead: "Store it where your app reads its secrets, such as an environment variable or a vault.",
    browserLead: "It is public: put it into the pages of your websites.",
    browserKey: "Browser key",
    secret: "API key",
    once: "Copy this key now. It is not shown again, and we cannot recover it.",
    firstCall: "Your first call",
    firstCallReads: "It returns your balance and is free.",
    firstCallVerifies: "It verifies a sandbox address and is free.",
    done: "I have copied it"
  },
  revocation: {
    title: "Revoke this key?",
    action: "Revoke key",
    stops: (name: ReactNode, last4: ReactNode) =>
      inline`${name} (ends in ${last4}) stops working immediately: requests with it get a 401 response. Lists that it started continue. This cannot be undone.`,
    endsOthers: "The keys that it made stop working with it.",
    neverUsed: "It had never been used as of a minute ago.",
    lastUsed: (ago: ReactNode) => <>It was last used {ago}.</>,
    done: (name: ReactNode) => <>API key “{name}” was revoked.</>
  }
})
