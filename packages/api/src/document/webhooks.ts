/** The messages that the service posts to an account's webhook, as the `webhooks` of OpenAPI 3.1. */
import { jobExamples } from "../jobExamples.ts"
import { scheduleExamples } from "../scheduleExamples.ts"
import type { WebhookEventType } from "../Webhook.ts"
import { jobLinks } from "../webhookLinks.ts"
import { mapValues } from "./Json.ts"
import type { Json } from "./Json.ts"

interface Event {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly data: Json
  readonly example: unknown
  /** Events of a job have these links beside `data`. */
  readonly links?: { readonly schema: Json; readonly example: Json }
}

const job = { $ref: "#/components/schemas/BulkJob" }
const exampleJob = Object(jobExamples.getJob.response)

const link = (description: string): Json => ({ type: "string", format: "uri", description })

const linksOfJob = {
  schema: {
    type: "object",
    description: "Where to read more, with the credentials of the account.",
    properties: {
      job: link("The job as it is now."),
      results: link("Its results, in pages."),
      download: link("Its results as a file.")
    },
    required: ["job", "results", "download"]
  },
  example: { ...jobLinks("https://verify.example.com", exampleJob.id) }
}

const jobEvent = (name: string, summary: string, status: string): Event => ({
  name,
  summary,
  description: "Sent once for each job. `data` is the job, with its counters.",
  data: { ...job, description: "The job as it ended." },
  example: { ...exampleJob, status },
  links: linksOfJob
})

const ofSchedule = {
  schedule_id: { type: "string", format: "uuid", description: "The schedule." },
  name: { type: "string", description: "Its name." },
  run_id: { type: "string", format: "uuid", description: "The run." }
} satisfies Json

const exampleSchedule = scheduleExamples.getSchedule.response
const scheduleNamed = {
  schedule_id: exampleSchedule.id,
  name: exampleSchedule.name,
  run_id: scheduleExamples.listScheduleRuns.response.runs[0].id
}

const events: Readonly<Record<WebhookEventType, Event>> = {
  "job.completed": jobEvent("jobCompleted", "A job is complete", "complete"),
  "job.failed": jobEvent("jobFailed", "A job has failed", "failed"),
  "job.cancelled": jobEvent("jobCancelled", "A job was cancelled", "cancelled"),
  "credits.low": {
    name: "creditsLow",
    summary: "Credits run low",
    description: "Sent when the balance falls below the threshold, and again after it was above.",
    data: {
      type: "object",
      description: "The balance.",
      properties: {
        credits: { type: "integer", format: "int64", minimum: 0, description: "What is left." }
      },
      required: ["credits"]
    },
    example: { credits: 90 }
  },
  "list.changed": {
    name: "listChanged",
    summary: "Contacts of a schedule have changed",
    description:
      "Sent after a run, if the schedule's sink is `webhook`: a message for each 100 contacts.",
    data: {
      type: "object",
      description: "The schedule, its run, and contacts with another result than before.",
      properties: {
        ...ofSchedule,
        changes: {
          type: "array",
          description: "What changed.",
          items: { $ref: "#/components/schemas/ContactChange" }
        }
      },
      required: ["schedule_id", "name", "run_id", "changes"]
    },
    example: { ...scheduleNamed, changes: scheduleExamples.listContactChanges.response.changes }
  },
  "schedule.failed": {
    name: "scheduleFailed",
    summary: "A run of a schedule has failed",
    description: "Sent when a run fails, or does not start since it could cost too much.",
    data: {
      type: "object",
      description: "The schedule, its run, and why.",
      properties: {
        ...ofSchedule,
        reason: { type: "string", description: "Why, and what to do." },
        paused: { type: "boolean", description: "Whether the schedule has paused itself now." }
      },
      required: ["schedule_id", "name", "run_id", "reason", "paused"]
    },
    example: {
      ...scheduleNamed,
      reason: "The server answered 404: check the URL.",
      paused: false
    }
  },
  "webhook.test": {
    name: "webhookTest",
    summary: "A test",
    description: "Sent on request only, by `POST /webhook/test`.",
    data: { type: "object", description: "Empty." },
    example: {}
  }
}

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example
})

const headers: ReadonlyArray<Json> = [
  header(
    "webhook-id",
    "Unique for each delivery and the same for each attempt: drop what was seen before.",
    "019c1430-8f00-7c1f-9d0b-5e6f7a8b9c0d"
  ),
  header(
    "webhook-timestamp",
    "Unix time of the attempt in seconds. Refuse what is minutes old.",
    "1769860800"
  ),
  header(
    "webhook-signature",
    "`v1,` and the Base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` by the secret " +
      "(Standard Webhooks); two of them, with a space between, while a secret is replaced.",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  )
]

const responses: Json = {
  "2XX": { description: "Accepted. Anything but 2xx within 15 s is tried again." },
  "410": { description: "Send nothing more to this URL: the webhook is disabled." }
}

/** Apart from `Webhook`: generators of clients make a file for each tag, and this one is for receivers. */
const eventsTag = "Webhook events"

const operation = (
  { name, summary, description, data, example, links }: Event,
  type: string
): Json => ({
  post: {
    operationId: name,
    tags: [eventsTag],
    summary,
    description,
    security: [],
    // They are for receivers: without it openapi-generator makes a client for them, which in Python is none
    // that can be read. Their schemas it makes all the same.
    "x-internal": true,
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: {
              type: { type: "string", const: type, description: "What has happened." },
              timestamp: {
                type: "string",
                format: "date-time",
                description: "When it happened, which may be before the attempt."
              },
              data,
              ...(links && { links: links.schema })
            },
            required: ["type", "timestamp", "data"]
          },
          example: {
            type,
            timestamp: "2026-01-31T12:00:00.000Z",
            data: example,
            ...(links && { links: links.example })
          }
        }
      }
    },
    responses
  }
})

export const webhooks: Json = mapValues(events, operation)
