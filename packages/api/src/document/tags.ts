/**
 * The parts of the document: each group of endpoints by a name that clients see, in the order in which a
 * reader needs them. Pages of the dashboard and owners of the service have a document of their own.
 */
export type Part = "public" | "admin"

export interface Tag {
  readonly group: string
  readonly name: string
  readonly part: Part
  readonly description: string
}

export const tags: ReadonlyArray<Tag> = [
  {
    group: "Verification",
    name: "Verification",
    part: "public",
    description: "Verify one address, or up to 100 at once, and get the answers in the response."
  },
  {
    group: "Jobs",
    name: "Jobs",
    part: "public",
    description:
      "Upload a list as CSV, follow its progress, and get the results when it is complete."
  },
  {
    group: "Account",
    name: "Account",
    part: "public",
    description: "Credits and usage."
  },
  {
    group: "Webhook",
    name: "Webhook",
    part: "public",
    description: "Get a signed POST when a job ends or credits run low."
  },
  {
    group: "WebhookEndpoints",
    name: "Webhook endpoints",
    part: "public",
    description: "Several URLs, each with a choice of events, and their deliveries."
  },
  {
    group: "Events",
    name: "Events",
    part: "public",
    description: "The events of webhooks as a stream, for programs without a public address."
  },
  {
    group: "Ledger",
    name: "Ledger",
    part: "public",
    description: "Every movement of credits, with receipts and proofs."
  },
  {
    group: "Activity",
    name: "Activity",
    part: "public",
    description: "Checks and requests of the last days, each with its answer."
  },
  {
    group: "Feedback",
    name: "Feedback",
    part: "public",
    description: "Report bounces and deliveries, so that later answers are better."
  },
  {
    group: "Inlets",
    name: "Inlets",
    part: "public",
    description: "URLs for the events of mail services: deliveries, bounces, complaints."
  },
  {
    group: "Schedules",
    name: "Schedules",
    part: "public",
    description: "Lists that are checked again and again: runs, and what changed."
  },
  {
    group: "Rules",
    name: "Rules",
    part: "public",
    description: "Block and allow addresses with your own rules."
  },
  {
    group: "Mcp",
    name: "MCP",
    part: "public",
    description: "Tools for assistants, by the Model Context Protocol."
  },
  {
    group: "Erasure",
    name: "Erasure",
    part: "public",
    description: "Erase an address from all data of the account."
  },
  { group: "Keys", name: "API keys", part: "public", description: "Make and revoke API keys." },
  {
    group: "Demo",
    name: "Demo",
    part: "public",
    description: "Checks without a key, if the operator turned them on."
  },
  {
    group: "WebhookEvents",
    name: "Webhook events",
    part: "public",
    description: "The messages that the service posts to the account's webhook."
  },
  {
    group: "SignIn",
    name: "Sign-in",
    part: "admin",
    description: "Begin a session of the dashboard, or open an account."
  },
  {
    group: "Sessions",
    name: "Sessions",
    part: "admin",
    description: "The sessions and the password of the signed-in person."
  },
  {
    group: "AtProvider",
    name: "Sign-in at a provider",
    part: "admin",
    description: "Join a person to the provider of OpenID Connect."
  },
  {
    group: "MailedLinks",
    name: "Mailed links",
    part: "admin",
    description: "Confirm an address or set a new password, by a link that was mailed."
  },
  {
    group: "Profile",
    name: "Profile",
    part: "admin",
    description: "The email of the signed-in person, and what is mailed to it."
  },
  {
    group: "Joining",
    name: "Joining",
    part: "admin",
    description: "Accept an invitation into an account."
  },
  {
    group: "People",
    name: "People",
    part: "admin",
    description: "The people of the account, with their roles."
  },
  {
    group: "Totp",
    name: "Second factor",
    part: "admin",
    description: "Codes of an authenticator app at sign-in."
  },
  {
    group: "Security",
    name: "Security",
    part: "admin",
    description: "Events of the account: sign-ins, keys, passwords."
  },
  {
    group: "Closing",
    name: "Closing",
    part: "admin",
    description: "Close the account permanently."
  },
  {
    group: "Overview",
    name: "Overview",
    part: "admin",
    description: "The first page of the dashboard."
  },
  {
    group: "Admin",
    name: "Administration",
    part: "admin",
    description: "For owners of the service: accounts, credits, health."
  }
]
