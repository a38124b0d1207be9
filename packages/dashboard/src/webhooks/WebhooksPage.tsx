/** The page of the account's webhook endpoints, and how to receive events. */
import type { WebhookEventType } from "@rcpt/api/Webhook"
import type { WebhookEndpoint, WebhookEndpoints } from "@rcpt/api/WebhookEndpoint"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { Card } from "../parts/Card.tsx"
import { CodeBlock, referenceLink } from "../parts/CodeBlock.tsx"
import { columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { TableCard } from "../parts/TableCard.tsx"
import { NameLink } from "../parts/tableColumns.tsx"
import { Tabs } from "../parts/Tabs.tsx"
import { words } from "../words/webhooks.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { EndpointForm } from "./EndpointForm.tsx"
import { EndpointBadge } from "./EndpointState.tsx"
import { hintOf, isAll } from "./events.ts"
import { snippets } from "./snippets.ts"
import type { Snippet } from "./snippets.ts"
import { addEndpoint, endpointsQuery } from "./webhookQueries.ts"

import "./WebhooksPage.css"

const { endpoints: said } = words

interface EventRow {
  readonly type: WebhookEventType
  readonly when: string
  readonly data: string
}

const events: ReadonlyArray<EventRow> = [
  { type: "job.completed", when: hintOf("job.completed"), data: words.receiving.job },
  { type: "job.failed", when: hintOf("job.failed"), data: words.receiving.job },
  { type: "job.cancelled", when: hintOf("job.cancelled"), data: words.receiving.job },
  { type: "credits.low", when: hintOf("credits.low"), data: words.receiving.balance },
  { type: "list.changed", when: hintOf("list.changed"), data: words.receiving.changes },
  { type: "schedule.failed", when: hintOf("schedule.failed"), data: words.receiving.reason },
  { type: "webhook.test", when: words.receiving.testWhen, data: words.receiving.empty }
]

const eventColumns: ReadonlyArray<Column<EventRow>> = columnsOf(words.receiving, {
  event: named(({ type }) => <code>{type}</code>),
  when: ({ when }) => when,
  data: ({ data }) => data
})

const Snippets = () => {
  const [chosen, choose] = useState<Snippet["key"]>("js")
  return (
    <Tabs
      label={words.receiving.language}
      chosen={chosen}
      onChoose={choose}
      tabs={snippets.map(({ key, language, file, run, code }) => ({
        key,
        label: language,
        panel: (
          <div className="stack">
            <CodeBlock title={file} code={code} />
            <p className="small muted">{words.receiving.run(<code>{run}</code>)}</p>
          </div>
        )
      }))}
    />
  )
}

/** The guide for developers of a receiver: the events, and how to verify their signature. */
const Receiving = () => (
  <>
    <Card title={words.receiving.title} lead={words.receiving.lead}>
      <Snippets />
      <p className="small muted">{words.receiving.twice}</p>
    </Card>
    <TableCard
      title={words.receiving.events}
      lead={words.receiving.eventsLead(<code>{"{ type, timestamp, data }"}</code>, referenceLink)}
      columns={eventColumns}
      rows={events}
      rowKey={({ type }) => type}
    />
  </>
)

/** Opens the page of an endpoint, which shows the secret and has a button to try it. */
const useShow = () => {
  const [, navigate] = useLocation()
  return ({ id }: WebhookEndpoint) => navigate(`/webhooks/${id}`)
}

const NoWebhook = () => {
  const show = useShow()
  return (
    <>
      <IfPermitted may="manage" otherwise={words.none.readOnly}>
        <Card title={words.none.title} lead={words.none.lead}>
          <EndpointForm action={words.none.action} save={addEndpoint} onSaved={show} />
        </Card>
      </IfPermitted>
      <Deliveries onlyIfAny />
    </>
  )
}

const endpointColumns: ReadonlyArray<Column<WebhookEndpoint>> = columnsOf(said, {
  endpoint: named(({ id, url, description }) => (
    <>
      <NameLink href={`/webhooks/${id}`}>{description || url}</NameLink>
      {description && <span className="small muted breaks webhooks-below">{url}</span>}
    </>
  )),
  events: ({ events }) => (isAll(events) ? said.allEvents : events.join(", ")),
  state: (endpoint) => <EndpointBadge endpoint={endpoint} />
})

const Endpoints = ({ endpoints, max }: WebhookEndpoints) => {
  const show = useShow()
  const isFull = endpoints.length >= max
  return (
    <TableCard
      title={said.title}
      lead={isFull ? said.full(max) : said.lead}
      actions={
        <IfPermitted may="manage">
          <DialogButton small icon="plus" disabled={isFull} label={said.add}>
            {(close) => (
              <EndpointForm
                action={said.addAction}
                save={addEndpoint}
                onSaved={show}
                onCancel={close}
              />
            )}
          </DialogButton>
        </IfPermitted>
      }
      caption={said.caption}
      columns={endpointColumns}
      rows={endpoints}
    />
  )
}

export const WebhooksPage = () => (
  <Page title={words.title} lead={words.lead}>
    <QueryState
      query={useQuery(endpointsQuery)}
      skeleton={<Skeleton shape="block" height="13rem" />}
    >
      {(found) =>
        found.endpoints.length === 0 ? (
          <NoWebhook />
        ) : (
          <>
            <Endpoints {...found} />
            <Deliveries endpoints={found.endpoints} onlyIfAny />
          </>
        )
      }
    </QueryState>
    <Receiving />
  </Page>
)
