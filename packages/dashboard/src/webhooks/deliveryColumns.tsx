/** The columns of the deliveries table: the event, its status and response, and the next attempt. */
import type { WebhookDelivery } from "@rcpt/api/Webhook"
import { Link } from "wouter"

import { Button } from "../parts/Button.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { actionsColumn } from "../parts/tableColumns.tsx"

interface RowActions {
  readonly canSend: boolean
  readonly send: (delivery: WebhookDelivery) => void
  /** The id of the delivery that is being sent again. */
  readonly pending: string | undefined
  /** The id of the delivery whose attempts are shown. */
  readonly opened: string | undefined
  readonly open: (id: string | undefined) => void
}

const EventCell = ({ type, job_id }: WebhookDelivery) => (
  <>
    <code>{type}</code>
    {job_id && (
      <>
        {" "}
        <Link className="small" href={`/jobs/${job_id}`}>
          list
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
  return <span className="muted">{attempts === 0 ? "Not yet" : "None"}</span>
}

const NextAttempt = ({ status, next_attempt_at }: WebhookDelivery) => {
  if (status !== "pending") return null
  if (next_attempt_at === null) return <>Sending</>
  // At most ten hours away, so the time is enough.
  return <DateTime at={next_attempt_at} show="time" />
}

export const columnsWith = ({
  canSend,
  send,
  pending,
  opened,
  open
}: RowActions): ReadonlyArray<Column<WebhookDelivery>> => [
  { key: "event", head: "Event", isName: true, cell: (row) => <EventCell {...row} /> },
  { key: "created", head: "Created", cell: ({ created_at }) => <DateTime at={created_at} /> },
  { key: "status", head: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { key: "response", head: "Response", cell: (row) => <ResponseCell {...row} /> },
  { key: "attempts", head: "Attempts", align: "end", cell: ({ attempts }) => attempts },
  { key: "next", head: "Next attempt", cell: (row) => <NextAttempt {...row} /> },
  actionsColumn((row) => (
    <>
      <Button
        variant="quiet"
        small
        aria-expanded={opened === row.id}
        onClick={() => open(opened === row.id ? undefined : row.id)}
      >
        Details
      </Button>
      {canSend && (
        <Button
          variant="quiet"
          small
          disabled={row.status === "pending" && row.attempts === 0}
          pending={pending === row.id}
          onClick={() => send(row)}
        >
          Resend
        </Button>
      )}
    </>
  ))
]
