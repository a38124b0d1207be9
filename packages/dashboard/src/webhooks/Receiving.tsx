/** For developers of a receiver: the events, and how to verify their signature. */
import type { WebhookEventType } from "@rcpt/api/Webhook"
import { useState } from "react"

import { Card } from "../parts/Card.tsx"
import { CodeBlock } from "../parts/CodeBlock.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { referenceLink } from "../parts/referenceLink.tsx"
import { Tabs } from "../parts/Tabs.tsx"
import { words } from "../words/webhooks.tsx"
import { hintOf } from "./events.ts"
import { snippets } from "./verifySnippet.ts"
import type { Snippet } from "./verifySnippet.ts"

const { receiving: said } = words

interface EventRow {
  readonly type: WebhookEventType
  readonly when: string
  readonly data: string
}

const events: ReadonlyArray<EventRow> = [
  { type: "job.completed", when: hintOf("job.completed"), data: said.job },
  { type: "job.failed", when: hintOf("job.failed"), data: said.job },
  { type: "job.cancelled", when: hintOf("job.cancelled"), data: said.job },
  { type: "credits.low", when: hintOf("credits.low"), data: said.balance },
  { type: "webhook.test", when: said.testWhen, data: said.empty }
]

const columns: ReadonlyArray<Column<EventRow>> = [
  { key: "type", head: said.event, isName: true, cell: ({ type }) => <code>{type}</code> },
  { key: "when", head: said.when, cell: ({ when }) => when },
  { key: "data", head: said.data, cell: ({ data }) => data }
]

const Snippets = () => {
  const [chosen, choose] = useState<Snippet["key"]>("js")
  return (
    <Tabs
      label={said.language}
      chosen={chosen}
      onChoose={choose}
      tabs={snippets.map(({ key, language, file, run, code }) => ({
        key,
        label: language,
        panel: (
          <div className="stack">
            <CodeBlock title={file} code={code} />
            <p className="small muted">{said.run(<code>{run}</code>)}</p>
          </div>
        )
      }))}
    />
  )
}

export const Receiving = () => (
  <>
    <Card title={said.title} lead={said.lead}>
      <Snippets />
      <p className="small muted">{said.twice}</p>
    </Card>
    <Card
      title={said.events}
      lead={said.eventsLead(<code>{"{ type, timestamp, data }"}</code>, referenceLink)}
    >
      <DataTable
        caption={said.events}
        columns={columns}
        rows={events}
        rowKey={({ type }) => type}
      />
    </Card>
  </>
)
