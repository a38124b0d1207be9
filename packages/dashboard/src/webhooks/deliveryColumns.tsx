/** Columns of the list of deliveries: what it was, how it ended, and what comes next. */
import type { WebhookDelivery } from "@rcpt/api/Webhook"
import { Link } from "wouter"

import { Button } from "../parts/Button.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"

interface SendAgain {
  readonly canSend: boolean
  readonly send: (delivery: WebhookDelivery) => void
  /** The id of the one that is being sent. */
  readonly pending: string | undefined
}

const What = ({ type, job_id }: WebhookDelivery) => (
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

/** What came back, or what was in the way. */
const Answer = ({ response_status, error, attempts }: WebhookDelivery) => {
  if (response_status !== null && error === undefined)
    return <span className="numeric">{response_status}</span>
  if (error !== undefined) return <span className="breaks">{error}</span>
  return <span className="muted">{attempts === 0 ? "Not yet" : "None"}</span>
}

const Next = ({ status, next_attempt_at }: WebhookDelivery) => {
  if (status !== "pending") return null
  if (next_attempt_at === null) return <>Being sent</>
  // At most ten hours away: the day goes without saying.
  return <DateTime at={next_attempt_at} show="time" />
}

export const columnsWith = ({
  canSend,
  send,
  pending
}: SendAgain): ReadonlyArray<Column<WebhookDelivery>> => [
  { key: "what", head: "Event", isName: true, cell: (row) => <What {...row} /> },
  { key: "created", head: "Created", cell: ({ created_at }) => <DateTime at={created_at} /> },
  { key: "status", head: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { key: "answer", head: "Answer", cell: (row) => <Answer {...row} /> },
  { key: "attempts", head: "Attempts", align: "end", cell: ({ attempts }) => attempts },
  { key: "next", head: "Next attempt", cell: (row) => <Next {...row} /> },
  {
    key: "again",
    head: <span className="visually-hidden">Actions</span>,
    align: "end",
    cell: (row) =>
      canSend && (
        <Button
          variant="quiet"
          small
          disabled={row.status === "pending" && row.attempts === 0}
          pending={pending === row.id}
          onClick={() => send(row)}
        >
          Send again
        </Button>
      )
  }
]
