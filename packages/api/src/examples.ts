/**
 * One example for each response, body and parameter of the contract. The OpenAPI document contains
 * them (describeResponses.ts), and test/service/http/contract.test.ts checks them against the schemas.
 */
import { creditsOf, heldFor } from "@rcpt/domain/prices"

import type { Account, UsageBreakdown } from "./Account.ts"
import type { Accuracy } from "./Accuracy.ts"
import { activityExamples, activityParameters } from "./activityExamples.ts"
import { adminExamples, adminParameters } from "./adminExamples.ts"
import type { BatchRequest, BatchResponse } from "./Batch.ts"
import type { ClosedAccount, ErasureReceipt } from "./Erasure.ts"
import type { FeedbackRequest, FeedbackResponse } from "./Feedback.ts"
import { inletExamples } from "./inletExamples.ts"
import { jobExamples, jobParameters, processing } from "./jobExamples.ts"
import type { IssuedKey, Key, KeyChange, NewKey } from "./Keys.ts"
import { ledgerExamples, ledgerParameters } from "./ledgerExamples.ts"
import type { Message } from "./Message.ts"
import type { Notices } from "./Notices.ts"
import type { Overview } from "./Overview.ts"
import { peopleExamples } from "./peopleExamples.ts"
import { securityExamples, securityParameters } from "./peopleExamples.ts"
import { databaseAwaySentence } from "./Problem.ts"
import { ruleExamples, ruleParameters } from "./ruleExamples.ts"
import { scheduleExamples, scheduleParameters } from "./scheduleExamples.ts"
import type {
  Credentials,
  NewAccount,
  PasswordChange,
  Session,
  SessionSeen,
  SignUpOffer
} from "./Session.ts"
import type { VerifyResult } from "./VerifyResult.ts"
import { webhookExamples, webhookParameters } from "./webhookExamples.ts"

const ledger = {
  what: "entries of the ledger",
  why: "they prove charges, and hold no address: only a keyed hash of it"
}

const backups = {
  what: "backups that were made before",
  why: "they expire by their own schedule; erase again after restoring one"
}

const receipt: ErasureReceipt = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  erased_at: "2026-01-31T12:00:00.000Z",
  found: true,
  erased: [
    { place: "job_rows", count: 2 },
    { place: "stored_replies", count: 1 }
  ],
  kept: [ledger, backups]
}

const closed: ClosedAccount = {
  account_id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  closed_at: "2026-01-31T12:00:00.000Z",
  keys_revoked: 1,
  jobs_erased: 3,
  credits_forfeited: 958,
  kept: [ledger, backups]
}

/** Examples of erasures, for examples.ts. */
const erasureExamples = {
  eraseAddress: {
    response: receipt,
    others: {
      409: {
        error:
          "job 019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0d has the address and is not finished: cancel it or wait"
      }
    }
  },
  closeAccount: {
    response: closed,
    others: { 409: { error: "1 job is not finished: cancel it or wait" } }
  }
}

const job = "019c142f-1a2b-7c1f-9d0b-5e6f7a8b9c0d"

const body: FeedbackRequest = {
  items: [
    { email: "ann@example.com", outcome: "delivered" },
    {
      job_id: job,
      row: 17,
      outcome: "bounced",
      smtp_response: "550 5.1.1 <bob@example.com>: Recipient address rejected: User unknown",
      occurred_at: "2026-01-30T08:15:00Z"
    },
    {
      job_id: job,
      email: "eve@example.com",
      outcome: "bounced",
      smtp_response: "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked"
    },
    { email: "zoe@example.com", outcome: "bounced" }
  ]
}

const response: FeedbackResponse = {
  results: [
    { email: "ann@example.com", status: "accepted" },
    { job_id: job, row: 17, status: "accepted" },
    { job_id: job, email: "eve@example.com", status: "not_about_mailbox" },
    {
      email: "zoe@example.com",
      status: "invalid",
      error: "smtp_response must be given for a bounce"
    }
  ],
  count: 4,
  accepted: 2
}

/** Examples of reports, for examples.ts. */
const feedbackExamples = {
  giveFeedback: {
    body,
    response,
    others: { 400: { error: "items must be a list of 1 to 1000 items" } }
  }
}

const overview: Overview = {
  credits: { available: 957, held: 5, spent_this_month: 43 },
  days: [
    { date: "2026-01-30", valid: 0, risky: 0, invalid: 0, unknown: 0, credits_spent: 0 },
    { date: "2026-01-31", valid: 31, risky: 7, invalid: 4, unknown: 1, credits_spent: 43 }
  ],
  days_before: { valid: 22, risky: 5, invalid: 3, unknown: 0, credits_spent: 30 },
  jobs: [processing],
  checked_at: "2026-01-31T12:00:00.000Z"
}

const notices: Notices = {
  notices: [
    {
      id: "provider_blocked",
      severity: "warning",
      for: "everybody",
      provider: "Gmail",
      says:
        "Deep verification of addresses at Gmail proves nothing at the moment: its mail servers " +
        "refuse us.",
      advice: `Such a check costs ${creditsOf(heldFor.fast)}; verify these addresses again later.`
    }
  ],
  examined_at: "2026-01-31T12:00:00.000Z"
}

/** Examples of the overview endpoints, for examples.ts. */
const overviewExamples = {
  getOverview: { response: overview },
  getNotices: { response: notices }
}

const verifyResult: VerifyResult = {
  email: "ann@example.com",
  status: "valid",
  score: 95,
  checks: {
    syntax: true,
    free: false,
    disposable: false,
    mx: true,
    role: false,
    mx_routable: true
  },
  domain: "example.com",
  mode: "fast",
  credits_used: 1,
  mx_records: ["mx1.example.com", "mx2.example.com"],
  free_check: false,
  response_time_ms: 42,
  checked_at: "2026-01-31T12:00:00.000Z",
  recommendation: "send",
  normalized_email: "ann@example.com",
  mx_provider: "Google Workspace",
  domain_age_days: 4182,
  spf_record: "v=spf1 -all",
  dmarc_policy: "reject",
  reasons: []
}

const { credits_used: _, ...demoResult } = verifyResult

const batchResponse: BatchResponse = {
  results: [
    { email: "ann@example.com", result: verifyResult },
    {
      email: "ANN@example.com",
      result: { ...verifyResult, email: "ANN@example.com", credits_used: 0 }
    },
    { email: "", error: "email must not be blank" }
  ],
  count: 3,
  credits_used: 1,
  mode: "fast",
  truncated: false
}

const batchRequest: BatchRequest = {
  emails: ["ann@example.com", "ANN@example.com", ""],
  mode: "fast"
}

const account: Account = {
  credits: 958,
  usage: {
    year: 2026,
    month: 1,
    total_checks: 42,
    single_checks: 0,
    bulk_checks: 0,
    api_checks: 42,
    public_checks: 0
  },
  auth_mode: "api_key",
  checked_at: "2026-01-31T12:00:00.000Z"
}

const usageBreakdown: UsageBreakdown = {
  since: "2026-01-01T12:00:00.000Z",
  groups: [
    {
      source: "api_key",
      key: { id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0e", name: "shop", last4: "x7Qb" },
      mode: "fast",
      checks: 40,
      credits: 38
    },
    { source: "list", mode: "fast", checks: 2, credits: 2 }
  ]
}

const ofValid = {
  sent: 12_400,
  delivered: 12_366,
  bounced: 31,
  complained: 3,
  bounce_rate: { share: 0.0025, low: 0.001762, high: 0.003546 }
}
const accuracy: Accuracy = {
  days: 90,
  since: "2025-11-03",
  mail_min: 100,
  deliveries_reported: true,
  total: ofValid,
  by_mode: [{ name: "deep", ...ofValid }],
  by_status: [{ name: "valid", ...ofValid }],
  by_sub_status: [],
  by_score: [{ name: "90-100", ...ofValid }],
  by_provider: [{ name: "Google Workspace", sent: 40, delivered: 40, bounced: 0, complained: 0 }],
  by_catch_all_confidence: [],
  deferred: 96
}

const keyFields = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  name: "sign-up form",
  scopes: ["fast" as const],
  last4: "x7Qb",
  created_at: "2026-01-31T12:00:00.000Z",
  role: "manager" as const,
  kind: "secret" as const
}
const key: Key = {
  ...keyFields,
  last_used_at: null,
  made_by: { id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c01", email: "ann@example.com" }
}
const keyChange: KeyChange = {
  expires_at: "2027-01-31T12:00:00Z",
  networks: ["203.0.113.0/24"],
  credit_limit: { credits: 5_000, per: "month" }
}
const changedKey: Key = {
  ...key,
  ...keyChange,
  expires_at: "2027-01-31T12:00:00.000Z",
  networks: ["203.0.113.0/24"],
  credit_limit: { credits: 5_000, per: "month" },
  credits_used: 120
}
const newKey: NewKey = { name: keyFields.name, scopes: keyFields.scopes }
/** Not a well-formed key, so that it cannot be used by mistake. */
const issuedKey: IssuedKey = { ...keyFields, key: "rcpt_live_…x7Qb" }
const revoked: Message = { message: "the key is revoked" }

const session: Session = {
  email: "ann@example.com",
  role: "manager",
  created_at: "2026-01-31T12:00:00.000Z",
  expires_at: "2026-02-07T12:00:00.000Z"
}
const sessionSeen: SessionSeen = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c13",
  created_at: session.created_at,
  last_seen_at: "2026-01-31T12:30:00.000Z",
  agent: "Firefox",
  current: true
}
const password = "correct horse battery staple"
const credentials: Credentials = { email: session.email, password }
const newAccount: NewAccount = { email: session.email, password }
const passwordChange: PasswordChange = { current: password, new: "hoard of bent nails" }
const signUpOffer: SignUpOffer = {
  open: true,
  credits: 100,
  demo: false,
  mail: true,
  passwords: true
}
const messageOf = (message: string): Message => ({ message })

interface Example {
  /** The body of the successful response. */
  readonly response: unknown
  readonly body?: unknown
  /** Bodies by status: other successes, and errors for which `problemExamples` has no good example. */
  readonly others?: Readonly<Record<string, unknown>>
}

/** Examples by the name of the operation. */
export const operationExamples: Readonly<Record<string, Example>> = {
  ...jobExamples,
  ...feedbackExamples,
  ...ruleExamples,
  ...erasureExamples,
  ...webhookExamples,
  ...inletExamples,
  ...scheduleExamples,
  ...overviewExamples,
  ...peopleExamples,
  ...securityExamples,
  verify: { response: verifyResult },
  verifyBatch: { response: batchResponse, body: batchRequest },
  getAccount: { response: account },
  getUsage: { response: [account.usage] },
  getUsageBreakdown: { response: usageBreakdown },
  getAccuracy: { response: accuracy },
  getAccuracyOfAll: { response: accuracy },
  ...ledgerExamples,
  ...activityExamples(verifyResult),
  ...adminExamples,
  sendMcpMessage: {
    response: { jsonrpc: "2.0", id: 1, result: {} },
    body: { jsonrpc: "2.0", id: 1, method: "ping" }
  },
  verifyDemo: { response: demoResult },
  createKey: { response: issuedKey, body: newKey },
  listKeys: { response: [key] },
  changeKey: { response: changedKey, body: keyChange },
  revokeKey: { response: revoked },
  signIn: { response: session, body: credentials },
  joinProvider: {
    response: messageOf("from now on you sign in at the provider"),
    body: { password: credentials.password }
  },
  getSignUpOffer: { response: signUpOffer },
  signUp: {
    response: messageOf("open the link that is mailed to the address: it opens the account"),
    body: newAccount
  },
  getSession: { response: session },
  signOut: { response: messageOf("signed out") },
  listSessions: { response: [sessionSeen] },
  endSession: { response: messageOf("the session has ended") },
  confirmPassword: { response: messageOf("the password is right"), body: { password } },
  signOutEverywhere: { response: messageOf("signed out everywhere") },
  changePassword: {
    response: messageOf("the password is changed, and all other sessions have ended"),
    body: passwordChange
  }
}

/** Examples by the name of the parameter, or by operation and name where the same name means something else. */
export const parameterExamples: Readonly<Record<string, string>> = {
  ...jobParameters,
  "mcp-protocol-version": "2025-06-18",
  "idempotency-key": "6f1c3f52-8d0e-4c5a-9a53-1f6f4b6f5f0e",
  email: "ann@example.com",
  mode: "fast",
  timeout: "20000",
  max_age: "30d",
  explain: "true",
  id: keyFields.id,
  ...ledgerParameters,
  ...activityParameters,
  ...ruleParameters,
  ...scheduleParameters,
  ...adminParameters,
  ...webhookParameters,
  ...securityParameters
}

/** An error sentence per status. */
export const problemExamples: Readonly<Record<string, string>> = {
  400: "email is required",
  401: "unauthorized",
  402: "insufficient credits",
  403: "this API key has no permission to use deep mode",
  404: "key not found",
  408: "request was not sent in time",
  409: "a request with this Idempotency-Key is still in progress",
  417: "expectation failed",
  421: "the Host header names another host: the operator can allow it by RCPT_ALLOWED_HOSTS",
  422: "this Idempotency-Key was used for a different request",
  429: "rate limit exceeded",
  431: "request headers are too large",
  500: "internal error",
  503: databaseAwaySentence
}
