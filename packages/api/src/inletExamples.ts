/** Examples of inlets, for examples.ts. */
import type { Inlet, InletChange, InletDetails, InletRequest } from "./Inlet.ts"

const inlet: Inlet = {
  id: "019c1430-0a0b-7c1f-9d0b-5e6f7a8b9c0f",
  kind: "mailgun",
  name: "Newsletter",
  status: "live",
  has_key: true,
  created_at: "2026-01-31T12:00:00.000Z",
  last_event_at: "2026-01-31T12:05:01.000Z",
  previous_url_until: null,
  counts: {
    recorded: 310,
    not_about_mailbox: 4,
    not_verified_by_you: 2,
    deferred: 12,
    nothing: 45,
    too_old: 0
  }
}

/** Not a well-formed URL of an inlet, so that it cannot be used by mistake. */
const made: Inlet = {
  ...inlet,
  last_event_at: null,
  counts: {
    recorded: 0,
    not_about_mailbox: 0,
    not_verified_by_you: 0,
    deferred: 0,
    nothing: 0,
    too_old: 0
  },
  url: "https://rcpt.example.com/in/…"
}

const details: InletDetails = {
  ...inlet,
  events: [
    {
      email: "bob@example.com",
      type: "failed",
      outcome: "bounced",
      smtp_response: "550 5.1.1 The email account that you tried to reach does not exist.",
      occurred_at: "2026-01-31T12:05:00.000Z",
      received_at: "2026-01-31T12:05:01.000Z",
      result: "recorded"
    }
  ]
}

const wanted: InletRequest = { kind: "mailgun", name: "Newsletter", signing_key: "key-…" }
const changed: InletChange = { name: "Newsletter, Europe" }

const noInlet = { 404: { error: "inlet not found" } }
const badName = { 400: { error: "name must be 1 to 100 visible characters" } }

export const inletExamples = {
  listInlets: { response: { inlets: [inlet], max: 22 } },
  createInlet: { response: made, body: wanted, others: badName },
  getInlet: { response: details, others: noInlet },
  changeInlet: {
    response: { ...inlet, name: "Newsletter, Europe" },
    body: changed,
    others: { ...badName, ...noInlet }
  },
  removeInlet: { response: { message: "the inlet is removed" }, others: noInlet },
  rotateInletSecret: {
    response: { ...inlet, previous_url_until: "2026-02-01T12:00:00.000Z", url: made.url! },
    others: noInlet
  }
}
