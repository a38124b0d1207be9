/** Examples of the endpoints of owners of the service, for examples.ts. */
import type { AdminAccounts, Adjustment, Grant, Posted } from "./Admin.ts"
import type { Health } from "./Health.ts"
import type { Message } from "./Message.ts"

const accountId = "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0f"

const accounts: AdminAccounts = {
  accounts: [
    {
      id: accountId,
      email: "ann@example.com",
      is_admin: false,
      credits: 957,
      suspended_at: null,
      closed_at: null,
      created_at: "2026-01-31T12:00:00.000Z",
      last_used_at: "2026-01-31T12:30:00.000Z"
    }
  ],
  next: null
}

const grant: Grant = { credits: 1_000, reason: "invoice 2026-017" }
const adjustment: Adjustment = { credits: -12, reason: "granted twice" }
const posted = (body: Grant | Adjustment): Posted => ({
  id: "5f0c1f52-8d0e-8c5a-aa53-1f6f4b6f5f0e",
  account_id: accountId,
  ...body
})

const guard: Health["guards"][number] = {
  group: "google",
  egress: "direct",
  node: "mx-1/4242/0f6c3e1a",
  circuit: "paused",
  blocked: false,
  because: "rateLimited",
  paused_until: "2026-01-31T12:35:00.000Z",
  starts_per_second: 0.5,
  conversations_max: 2,
  fixed_pace: false,
  open: 0,
  waiting_real_time: 0,
  waiting_bulk: 420,
  warm_up: {
    conversations_today: 200,
    left_today: 35,
    next_day: "2026-02-01T00:00:00.000Z"
  },
  last_reply: {
    at: "2026-01-31T12:20:00.000Z",
    host: "gmail-smtp-in.l.google.com",
    phase: "rcpt",
    code: 421,
    enhanced_code: "4.7.28"
  },
  shown_at: "2026-01-31T12:29:59.000Z"
}

const health: Health = {
  nodes: [
    {
      name: "mx-1/4242/0f6c3e1a",
      started_at: "2026-01-30T08:00:00.000Z",
      seen_at: "2026-01-31T12:29:58.000Z",
      alive: true
    }
  ],
  queues: {
    jobs_pending: 0,
    jobs_processing: 1,
    probes_due: 420,
    probes_later: 12,
    probes_asked: 50,
    holds_expired: 0,
    commits_unsealed: 0,
    webhooks_pending: 3
  },
  guards: [guard],
  guards_in_trouble: [guard],
  views: [{ name: "usage", generation: 1, live: true, behind: 0, parked: 0 }],
  lists: [{ name: "disposable-domains", as_of: "2026-01-24", entries: 5_000, refreshed: true }],
  blocklists: [{ zone: "dbl.example", subject: "domain", state: "on" }],
  doctor: {
    examined_at: "2026-01-31T12:00:00.000Z",
    findings: [{ id: "port25", severity: "ok", says: "Mail servers can be reached." }]
  },
  checked_at: "2026-01-31T12:30:00.000Z"
}

const messageOf = (message: string): { readonly response: Message } => ({ response: { message } })

export const adminExamples = {
  listAccounts: { response: accounts },
  grantCredits: { response: posted(grant), body: grant },
  adjustCredits: { response: posted(adjustment), body: adjustment },
  suspendAccount: messageOf("the account is suspended"),
  resumeAccount: messageOf("the account is resumed"),
  getHealth: { response: health },
  runDoctor: messageOf("the doctor is running: check again in a few seconds")
}

/** Keys as in `parameterExamples`. */
export const adminParameters = {
  "listAccounts cursor": accountId,
  "listAccounts limit": "50"
}
