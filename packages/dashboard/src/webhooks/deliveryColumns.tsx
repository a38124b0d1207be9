/** The columns of the deliveries table: the event, its status and response, and the next attempt. */
import type { WebhookDelivery } from "@rcpt/api/Webhook"
import type { WebhookEndpoint } from "@rcpt/api/WebhookEndpoint"
import { Link } from "wouter"

import { Button } from "../parts/Button.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { actionsColumn } from "../parts/tableColumns.tsx"
import { words } from "../words/webhooks.tsx"

const { deliveries: said } = words

interface RowActions {
  readonly canSend: boolean
  readonly send: (delivery: WebhookDelivery) => void
  /** The id of the delivery that is being sent again. */
  readonly pending: string | undefined
  /** The id of the delivery whose attempts are shown. */
  readonly opened: string | undefined
  readonly open: (id: string | undefined) => void
  /** Present: the deliveries are not all of one endpoint. */
  readonly endpoints?: ReadonlyArray<WebhookEndpoint>
}

const EventCell = ({ type, job_id }: WebhookDelivery) => (
  <>
    <code>{type}</code>
    {job_id && (
      <>
        {" "}
        <Link className="small" href={`/jobs/${job_id}`}>
          {said.list}
        </Link>
      </>
    )}
  </>
)

/** The status of the response, or what went wrong. */
const ResponseCell = ({ response_status, error, attempts }: WebhookDelivery) => {
  if (response_status !== null && error === undefined)
    return <span className="numeric">{response_status}</span>
  if (error !== undefined) return <span className="breaks">{error}</span>
  return <span className="muted">{attempts === 0 ? said.notYet : said.noResponse}</span>
}

const NextAttempt = ({ status, next_attempt_at }: WebhookDelivery) => {
  if (status !== "pending") return null
  if (next_attempt_at === null) return <>{said.sending}</>
  // At most ten hours away, so the time is enough.
  return <DateTime at={next_attempt_at} show="time" />
}

const endpointColumn = (endpoints: ReadonlyArray<WebhookEndpoint>): Column<WebhookDelivery> => ({
  key: "endpoint",
  head: said.endpoint,
  cell: ({ endpoint_id }) => {
    const endpoint = endpoints.find(({ id }) => id === endpoint_id)
    return endpoint === undefined ? (
      <span className="muted">{said.removed}</span>
    ) : (
      <Link className="breaks" href={`/webhooks/${endpoint.id}`}>
        {endpoint.description || endpoint.url}
      </Link>
    )
  }
})

export const columnsWith = ({
  canSend,
  send,
  pending,
  opened,
  open,
  endpoints
}: RowActions): ReadonlyArray<Column<WebhookDelivery>> => [
  { key: "event", head: said.event, isName: true, cell: (row) => <EventCell {...row} /> },
  ...(endpoints === undefined ? [] : [endpointColumn(endpoints)]),
  { key: "created", head: said.created, cell: ({ created_at }) => <DateTime at={created_at} /> },
  { key: "status", head: said.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { key: "response", head: said.response, cell: (row) => <ResponseCell {...row} /> },
  { key: "attempts", head: said.attempts, align: "end", cell: ({ attempts }) => attempts },
  { key: "next", head: said.next, cell: (row) => <NextAttempt {...row} /> },
  actionsColumn((row) => (
    <>
      <Button
        variant="quiet"
        small
        aria-expanded={opened === row.id}
        onClick={() => open(opened === row.id ? undefined : row.id)}
      >
        {said.details}
      </Button>
      {canSend && (
        <Button
          variant="quiet"
          small
          disabled={row.status === "pending" && row.attempts === 0}
          pending={pending === row.id}
          onClick={() => send(row)}
        >
          {said.resend}
        </Button>
      )}
    </>
  ))
]
