/** The account's webhook endpoints, and how to receive events. */
import type { WebhookEndpoint, WebhookEndpoints } from "@rcpt/api/WebhookEndpoint"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation } from "wouter"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { OfRole } from "../parts/OfRole.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { EndpointForm } from "./EndpointForm.tsx"
import { EndpointBadge } from "./EndpointState.tsx"
import { isAll } from "./events.ts"
import { Receiving } from "./Receiving.tsx"
import { addEndpoint, endpointsQuery } from "./webhookQueries.ts"

import "./WebhooksPage.css"

/** Its page shows the secret, and has a button to try it. */
const useShow = () => {
  const [, navigate] = useLocation()
  return ({ id }: WebhookEndpoint) => navigate(`/webhooks/${id}`)
}

const NoWebhook = () => {
  const show = useShow()
  return (
    <>
      <OfRole may="manage" otherwise="There is no webhook, and your role is read-only.">
        <Card
          title="Add a webhook"
          lead="You have no webhook yet. Add one to be notified when a list is finished, instead of polling the API."
        >
          <EndpointForm action="Add webhook" save={addEndpoint} onSaved={show} />
        </Card>
      </OfRole>
      <Deliveries onlyIfAny />
    </>
  )
}

const columns: ReadonlyArray<Column<WebhookEndpoint>> = [
  {
    key: "url",
    head: "Endpoint",
    isName: true,
    cell: ({ id, url, description }) => (
      <>
        <Link className="breaks" href={`/webhooks/${id}`}>
          {description || url}
        </Link>
        {description && <span className="small muted breaks webhooks-below">{url}</span>}
      </>
    )
  },
  {
    key: "events",
    head: "Events",
    cell: ({ events }) => (isAll(events) ? "All" : events.join(", "))
  },
  { key: "state", head: "State", cell: (endpoint) => <EndpointBadge endpoint={endpoint} /> }
]

const Endpoints = ({ endpoints, max }: WebhookEndpoints) => {
  const show = useShow()
  const [isAdding, setAdding] = useState(false)
  const close = () => setAdding(false)
  const isFull = endpoints.length >= max
  return (
    <Card
      title="Endpoints"
      lead={
        isFull
          ? `You have ${max} endpoints, which is the most. Remove one to add another.`
          : "Each one gets the events it chose, signed with its own secret. One that fails does not hold up the others."
      }
      actions={
        <OfRole may="manage">
          <Button small icon="plus" disabled={isFull} onClick={() => setAdding(true)}>
            Add endpoint
          </Button>
        </OfRole>
      }
    >
      <DataTable
        caption="Endpoints, oldest first"
        columns={columns}
        rows={endpoints}
        rowKey={({ id }) => id}
      />
      <Dialog open={isAdding} title="Add endpoint" onClose={close}>
        <EndpointForm
          action="Add"
          save={addEndpoint}
          onSaved={show}
          otherActions={<Button onClick={close}>Cancel</Button>}
        />
      </Dialog>
    </Card>
  )
}

export const WebhooksPage = () => (
  <Page
    title="Webhooks"
    lead="Get notified at your own URL when a list is finished or credits run low."
  >
    <Loaded query={useQuery(endpointsQuery)} skeleton={<Skeleton shape="block" height="13rem" />}>
      {(found) => (found.endpoints.length === 0 ? <NoWebhook /> : <Endpoints {...found} />)}
    </Loaded>
    <Receiving />
  </Page>
)
