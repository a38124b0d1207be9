/** How the endpoints of the contract are divided into pages, by the tags of the OpenAPI document. */

export interface ReferencePart {
  /** Behind `reference/`. */
  readonly path: string
  readonly name: string
  readonly about: string
  readonly tags: ReadonlyArray<string>
}

export const referenceParts: ReadonlyArray<ReferencePart> = [
  {
    path: "verification",
    name: "Verification",
    about: "One address, or up to 100, answered at once.",
    tags: ["Verification", "Activity", "Demo", "MCP"]
  },
  {
    path: "jobs",
    name: "Jobs",
    about: "Lists as CSV files: upload, progress, results.",
    tags: ["Jobs"]
  },
  {
    path: "ledger",
    name: "Ledger",
    about: "Every credit that was granted, held, charged or refunded, with proofs.",
    tags: ["Ledger"]
  },
  {
    path: "account",
    name: "Account",
    about: "Credits, usage and what happened to the account.",
    tags: ["Account", "Overview", "Security", "Erasure", "Closing"]
  },
  {
    path: "feedback",
    name: "Feedback",
    about: "Your reports of bounces and deliveries, and inlets for those of mail services.",
    tags: ["Feedback", "Inlets"]
  },
  {
    path: "schedules",
    name: "Schedules",
    about: "Lists that are checked again and again: runs, and what changed.",
    tags: ["Schedules"]
  },
  {
    path: "rules",
    name: "Rules",
    about: "Your own rules about verdicts.",
    tags: ["Rules"]
  },
  { path: "keys", name: "Keys", about: "API keys and what each may do.", tags: ["API keys"] },
  {
    path: "webhook",
    name: "Webhook",
    about: "Messages to your server, and their deliveries.",
    tags: ["Webhook", "Webhook endpoints", "Events", "Webhook events"]
  },
  {
    path: "sessions",
    name: "Sessions",
    about:
      "Sign-in, passwords, the email and the second factor: what the dashboard uses. API keys do not work here. Signing in with `-c cookies.txt` stores the session, and `-b cookies.txt` sends it.",
    tags: [
      "Sign-in",
      "Sign-in at a provider",
      "Mailed links",
      "Sessions",
      "Profile",
      "Second factor"
    ]
  },
  {
    path: "people",
    name: "People",
    about:
      "Who is in an account, with which role, and invitations. With a session: API keys do not work here.",
    tags: ["People", "Joining"]
  },
  {
    path: "admin",
    name: "Admin",
    about: "For owners of the service only.",
    tags: ["Administration"]
  }
]

/** The page that describes the types of several endpoints. */
export const objectsPart = { path: "objects", name: "Objects" } as const
