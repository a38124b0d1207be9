/** What came of a request: the verdict, or the HTTP status. */
import type { ActivityRow } from "@rcpt/api/Activity"

import { Badge, StatusBadge } from "../parts/StatusBadge.tsx"
import { words } from "../words/activity.tsx"

const { outcome } = words

const firstError = 400

export const Outcome = ({ row }: { readonly row: ActivityRow }) => {
  const { status, sub_status, http_status, error_code } = row
  if (status !== undefined) return <StatusBadge status={status} subStatus={sub_status} />
  if (http_status === undefined) return <Badge tone="neutral">{outcome.noResponse}</Badge>
  if (http_status < firstError) return <Badge tone="neutral">{outcome.ok(http_status)}</Badge>
  return (
    <span className="stack-tight">
      <span>
        <Badge tone="bad" icon="cross">
          {outcome.error(http_status)}
        </Badge>
      </span>
      {error_code !== undefined && <span className="small muted breaks">{error_code}</span>}
    </span>
  )
}
