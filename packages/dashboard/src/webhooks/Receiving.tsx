/** For who writes the receiver: what it is sent, and how it knows that it is from here. */
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
  { type: "job.failed", when: "A list could not be verified to its end.", data: "The job" },
  { type: "job.cancelled", when: "Somebody has cancelled a list.", data: "The job" },
  { type: "credits.low", when: "The balance has fallen below a threshold.", data: "The balance" },
  { type: "webhook.test", when: "You ask for it.", data: "Empty" }
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
      lead="Everything is signed as Standard Webhooks says, so its libraries know how, in most languages."
    >
      <CodeBlock title="Once" code={installSnippet} />
      <CodeBlock title="receiver.mjs" code={verifySnippet} />
      <p className="small muted">
        The same event may come twice, for an answer can be lost: keep its <code>webhook-id</code>{" "}
        and leave out what you have had. Redirects are not followed; an answer of 410 disables the
        webhook.
      </p>
    </Card>
    <Card
      title="What is sent"
      lead={
        <>
          A POST of <code>{"{ type, timestamp, data }"}</code>. The job is as in the{" "}
          <a href="/docs">API reference</a>.
        </>
      }
    >
      <DataTable caption="Events" columns={columns} rows={events} rowKey={({ type }) => type} />
    </Card>
  </>
)
