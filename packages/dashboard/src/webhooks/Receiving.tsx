/** For developers of a receiver: the events, and how to verify their signature. */
import type { WebhookEventType } from "@rcpt/api/Webhook"
import { useState } from "react"

import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { Tabs } from "../parts/Tabs.tsx"
import { hintOf } from "./events.ts"
import { snippets } from "./verifySnippet.ts"
import type { Snippet } from "./verifySnippet.ts"

interface EventRow {
  readonly type: WebhookEventType
  readonly when: string
  readonly data: string
}

const job = "The job; its links beside it"

const events: ReadonlyArray<EventRow> = [
  { type: "job.completed", when: hintOf("job.completed"), data: job },
  { type: "job.failed", when: hintOf("job.failed"), data: job },
  { type: "job.cancelled", when: hintOf("job.cancelled"), data: job },
  { type: "credits.low", when: hintOf("credits.low"), data: "The balance" },
  { type: "webhook.test", when: "You send a test event.", data: "Empty" }
]

const columns: ReadonlyArray<Column<EventRow>> = [
  { key: "type", head: "Event", isName: true, cell: ({ type }) => <code>{type}</code> },
  { key: "when", head: "Sent when", cell: ({ when }) => when },
  { key: "data", head: "Data", cell: ({ data }) => data }
]

const Snippets = () => {
  const [chosen, choose] = useState<Snippet["key"]>("js")
  return (
    <Tabs
      label="Language"
      chosen={chosen}
      onChoose={choose}
      tabs={snippets.map(({ key, language, file, run, code }) => ({
        key,
        label: language,
        panel: (
          <div className="stack">
            <CodeBlock title={file} code={code} />
            <p className="small muted">
              Nothing to install. Set <code>RCPT_WEBHOOK_SECRET</code> and <code>PORT</code>, then
              run <code>{run}</code>.
            </p>
          </div>
        )
      }))}
    />
  )
}

export const Receiving = () => (
  <>
    <Card
      title="Verify the signature"
      lead="Events are signed according to Standard Webhooks, which has libraries for most languages. By hand:"
    >
      <Snippets />
      <p className="small muted">
        An event can arrive twice if a response is lost: store its <code>webhook-id</code> and skip
        events that you have already handled. Redirects are not followed. A 410 response disables
        the endpoint.
      </p>
    </Card>
    <Card
      title="Events"
      lead={
        <>
          Each event is a POST of <code>{"{ type, timestamp, data }"}</code>. Those of a list also
          have <code>links</code> to the job, its results and their download. The job has the fields
          described in the <a href="/docs">API reference</a>.
        </>
      }
    >
      <DataTable caption="Events" columns={columns} rows={events} rowKey={({ type }) => type} />
    </Card>
  </>
)
