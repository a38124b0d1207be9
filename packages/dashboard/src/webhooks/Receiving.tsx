/** For developers of a receiver: the events, and how to verify their signature. */
import type { WebhookEventType } from "@rcpt/api/Webhook"

import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { installSnippet, verifySnippet } from "./verifySnippet.ts"

interface EventRow {
  readonly type: WebhookEventType
  readonly when: string
  readonly data: string
}

const events: ReadonlyArray<EventRow> = [
  { type: "job.completed", when: "A list is verified.", data: "The job" },
  { type: "job.failed", when: "A list could not be completed.", data: "The job" },
  { type: "job.cancelled", when: "A list was cancelled.", data: "The job" },
  { type: "credits.low", when: "The balance fell below a threshold.", data: "The balance" },
  { type: "webhook.test", when: "You send a test event.", data: "Empty" }
]

const columns: ReadonlyArray<Column<EventRow>> = [
  { key: "type", head: "Event", isName: true, cell: ({ type }) => <code>{type}</code> },
  { key: "when", head: "Sent when", cell: ({ when }) => when },
  { key: "data", head: "Data", cell: ({ data }) => data }
]

export const Receiving = () => (
  <>
    <Card
      title="Verify the signature"
      lead="Events are signed according to Standard Webhooks, which has libraries for most languages."
    >
      <CodeBlock title="Install" code={installSnippet} />
      <CodeBlock title="receiver.mjs" code={verifySnippet} />
      <p className="small muted">
        An event can arrive twice if a response is lost: store its <code>webhook-id</code> and skip
        events that you have already handled. Redirects are not followed. A 410 response disables
        the webhook.
      </p>
    </Card>
    <Card
      title="Events"
      lead={
        <>
          Each event is a POST of <code>{"{ type, timestamp, data }"}</code>. The job has the fields
          described in the <a href="/docs">API reference</a>.
        </>
      }
    >
      <DataTable caption="Events" columns={columns} rows={events} rowKey={({ type }) => type} />
    </Card>
  </>
)
