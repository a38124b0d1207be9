/**
 * One example for each response, body and parameter of the contract. The OpenAPI document contains
 * them (describeResponses.ts), and test/service/http/contract.test.ts checks them against the schemas.
 */
import type { Account, UsageBreakdown } from "./Account.ts"
import { activityExamples, activityParameters } from "./activityExamples.ts"
import { adminExamples, adminParameters } from "./adminExamples.ts"
import type { BatchRequest, BatchResponse } from "./Batch.ts"
import { erasureExamples } from "./erasureExamples.ts"
import { feedbackExamples } from "./feedbackExamples.ts"
import { jobExamples, jobParameters } from "./jobExamples.ts"
import type { IssuedKey, Key, NewKey } from "./Keys.ts"
import { ledgerExamples, ledgerParameters } from "./ledgerExamples.ts"
import type { Message } from "./Message.ts"
import { overviewExamples } from "./overviewExamples.ts"
import { peopleExamples } from "./peopleExamples.ts"
import { securityExamples, securityParameters } from "./securityExamples.ts"
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

const keyFields = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  name: "sign-up form",
  scopes: ["fast" as const],
  last4: "x7Qb",
  created_at: "2026-01-31T12:00:00.000Z",
  role: "manager" as const
}
const key: Key = {
  ...keyFields,
  last_used_at: null,
  made_by: { id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c01", email: "ann@example.com" }
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
const signUpOffer: SignUpOffer = { open: true, credits: 100 }
const messageOf = (message: string): Message => ({ message })

interface Example {
  /** Of success. */
  readonly response: unknown
  readonly body?: unknown
  /** By status: other successes, and errors for which `problemExamples` has no good example. */
  readonly others?: Readonly<Record<string, unknown>>
}

/** By operation: the successful response and the request body. */
export const operationExamples: Readonly<Record<string, Example>> = {
  ...jobExamples,
  ...feedbackExamples,
  ...erasureExamples,
  ...webhookExamples,
  ...overviewExamples,
  ...peopleExamples,
  ...securityExamples,
  verify: { response: verifyResult },
  verifyBatch: { response: batchResponse, body: batchRequest },
  getAccount: { response: account },
  getUsage: { response: [account.usage] },
  getUsageBreakdown: { response: usageBreakdown },
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
  revokeKey: { response: revoked },
  signIn: { response: session, body: credentials },
  getSignUpOffer: { response: signUpOffer },
  signUp: {
    response: messageOf(
      "the account is ready: sign in (an account that the address already had is unchanged)"
    ),
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

/** By name, or by operation and name where the same name means something else. */
export const parameterExamples: Readonly<Record<string, string>> = {
  ...jobParameters,
  "mcp-protocol-version": "2025-06-18",
  "idempotency-key": "6f1c3f52-8d0e-4c5a-9a53-1f6f4b6f5f0e",
  email: "ann@example.com",
  mode: "fast",
  timeout: "20000",
  explain: "true",
  id: keyFields.id,
  ...ledgerParameters,
  ...activityParameters,
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
  409: "a request with this Idempotency-Key is still in progress",
  422: "this Idempotency-Key was used for a different request",
  429: "rate limit exceeded",
  500: "internal error",
  503: "service unavailable"
}
