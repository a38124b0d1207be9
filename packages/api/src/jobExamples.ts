/** Examples of the job endpoints, for examples.ts. */
import type { BulkJob, JobChanges, JobFacets, JobResultsPage, UploadPrice } from "./Jobs.ts"
import type { Message } from "./Message.ts"

const file = "name,email\nAnn,ann@example.com\n"

const pending: BulkJob = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  filename: "spring.csv",
  total_rows: 1_000,
  processed_rows: 0,
  valid_count: 0,
  invalid_count: 0,
  risky_count: 0,
  unknown_count: 0,
  status: "pending",
  mode: "fast",
  credits_reserved: 1_000,
  credits_charged: 0,
  started_at: null,
  completed_at: null,
  created_at: "2026-01-31T12:00:00.000Z",
  made_by: { id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c01" }
}

export const processing: BulkJob = {
  ...pending,
  processed_rows: 420,
  credits_charged: 415,
  valid_count: 300,
  invalid_count: 80,
  risky_count: 35,
  unknown_count: 5,
  status: "processing",
  started_at: "2026-01-31T12:00:00.250Z"
}

const price: UploadPrice = {
  total_rows: 1_000,
  distinct_rows: 980,
  mode: "deep",
  credits_reserved: 5_000,
  credits_expected: 4_600,
  credits_maximum: 4_900,
  unprovable_share: 0.04,
  expected_time: { seconds: 31, mail_servers: "google", rows: 310 },
  preview: {
    sampled: 980,
    invalid_syntax: 21,
    disposable: 12,
    role: 64,
    free: 310,
    known_bad_domains: 70,
    at_least_bounce_percent: 9
  }
}

const page: JobResultsPage = {
  results: [
    {
      email: "ann@example.com",
      verification_status: "valid",
      verification_score: 95,
      is_disposable: false,
      has_mx: true,
      is_role_based: false,
      is_free_provider: false,
      is_relay: false,
      has_spf: true,
      has_dmarc: true,
      domain_age_days: "4182",
      mx_provider: "Google Workspace",
      normalized_email: "ann@example.com",
      did_you_mean: ""
    }
  ],
  total_rows: 1,
  page: 1,
  page_size: 50,
  total_pages: 1
}

const facets: JobFacets = {
  total_rows: 1_000,
  processed_rows: 420,
  waiting_addresses: 4,
  statuses: [
    { status: "valid", rows: 300, sub_statuses: [] },
    {
      status: "risky",
      rows: 35,
      sub_statuses: [
        { sub_status: "role_based", rows: 25 },
        { sub_status: "catch_all", rows: 10 }
      ]
    },
    {
      status: "invalid",
      rows: 80,
      sub_statuses: [{ sub_status: "domain_not_found", rows: 80 }]
    },
    { status: "unknown", rows: 5, sub_statuses: [{ sub_status: "dns_error", rows: 5 }] }
  ],
  recommendations: [
    { recommendation: "send", rows: 300 },
    { recommendation: "send_with_care", rows: 35 },
    { recommendation: "do_not_send", rows: 80 },
    { recommendation: "ask_again", rows: 5 }
  ]
}

const complete: BulkJob = {
  ...processing,
  processed_rows: 1_000,
  valid_count: 760,
  invalid_count: 120,
  risky_count: 115,
  status: "complete",
  completed_at: "2026-01-31T12:00:04.100Z"
}

const changes: JobChanges = {
  since: complete,
  same: 930,
  changed: 32,
  added: 18,
  removed: 11,
  changes: [
    { from: "valid", to: "invalid", rows: 21 },
    { from: "unknown", to: "valid", rows: 11 }
  ]
}

const csv =
  "\ufeffname,email,verification_status,verification_score\r\nAnn,ann@example.com,valid,95\r\n"

const events = `retry: 2000\nid: 7\ndata: ${JSON.stringify(processing)}\n\n`

const cancelled: Message = { message: "the job is cancelled" }

const finishing: Message = { message: "the job ends without waiting for retries" }

const missing = { 404: { error: "job not found" } }
const early = { ...missing, 400: { error: "job is not complete" } }

export const jobExamples = {
  verifyBulk: {
    response: pending,
    body: { file, mode: "fast" },
    others: { 200: price, 400: { error: 'file must have a column whose name contains "email"' } }
  },
  verifyRows: {
    response: { ...pending, filename: "spring (risky, deep).csv", mode: "deep" },
    body: { mode: "deep", status: ["risky"] },
    others: { ...early, 200: price }
  },
  listJobs: {
    response: [processing],
    others: { 400: { error: "limit must be a whole number, 1 or more" } }
  },
  getJob: { response: processing, others: missing },
  endJob: {
    response: cancelled,
    others: { ...missing, 400: { error: 'keep must be "true" or "false"' } }
  },
  finishJob: { response: finishing, others: missing },
  getResults: { response: page, others: early },
  getFacets: { response: facets, others: missing },
  getChanges: { response: changes, others: early },
  downloadResults: { response: csv, others: early },
  streamJob: { response: events, others: missing }
}

export const jobParameters = {
  dry_run: "true",
  within: "12h",
  keep: "true",
  limit: "20",
  offset: "40",
  page: "1",
  page_size: "50",
  status: "valid",
  "listJobs status": "pending,processing",
  "listJobs sort": "-created",
  recommendation: "send,send_with_care",
  sub_status: "role_based",
  search: "example.com",
  sort: "-score",
  since: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  changed_since: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d",
  details: "true",
  partial: "true",
  unique: "true",
  format: "xlsx"
}
