/** Examples of reports, for examples.ts. */
import type { FeedbackRequest, FeedbackResponse } from "./Feedback.ts"

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

export const feedbackExamples = {
  giveFeedback: {
    body,
    response,
    others: { 400: { error: "items must be a list of 1 to 1000 items" } }
  }
}
