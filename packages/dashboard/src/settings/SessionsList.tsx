/** The person's sessions, and a button that ends all of them. */
import type { SessionSeen } from "@rcpt/api/Session"
import { useMutation, useQuery } from "@tanstack/react-query"

import { refetch } from "../api/queryClient.ts"
import { endSession, sessionsQuery, showSignIn, signOutEverywhere } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { columnsOf, named } from "../parts/DataTable.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { actionsColumn } from "../parts/tableColumns.tsx"
import { words } from "../words/settings.tsx"

const { sessions: said } = words

/** The name of a session's browser. The service recognizes common ones; all others are "other". */
const browserOf = ({ agent }: SessionSeen): string => (agent === "other" ? said.otherClient : agent)

interface EndAction {
  readonly end: (session: SessionSeen) => void
  /** The id of the session that is being ended. */
  readonly pending: string | undefined
}

const columnsWith = ({ end, pending }: EndAction): ReadonlyArray<Column<SessionSeen>> =>
  columnsOf(
    said,
    {
      browser: named((session) => (
        <span className="row">
          {browserOf(session)}
          {session.current && <Badge tone="active">{said.this}</Badge>}
        </span>
      )),
      signedIn: ({ created_at }) => <DateTime at={created_at} />,
      lastSeen: ({ last_seen_at }) => <DateTime at={last_seen_at} show="ago" />
    },
    actionsColumn(
      (session) =>
        !session.current && (
          <Button
            variant="quiet"
            small
            pending={pending === session.id}
            aria-label={said.endOf(browserOf(session))}
            onClick={() => end(session)}
          >
            {said.end}
          </Button>
        )
    )
  )

const useEndSession = () => {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ id }: SessionSeen) => endSession(id),
    // The list is fetched after an error too: the session may have ended by itself.
    onSettled: () => refetch(sessionsQuery)
  })
  return { end: mutate, pending: isPending ? variables.id : undefined, error }
}

const SignOutEverywhere = () => (
  <ConfirmButton
    variant="danger"
    small
    label={said.everywhere}
    title={said.everywhereQuestion}
    run={signOutEverywhere}
    onDone={showSignIn}
  >
    {said.everywhereConsequences}
  </ConfirmButton>
)

export const SessionsList = () => {
  const sessions = useQuery(sessionsQuery)
  const ending = useEndSession()
  return (
    <Card title={said.title} lead={said.lead} actions={<SignOutEverywhere />}>
      {ending.error && <ErrorNotice error={ending.error} />}
      <QueryState query={sessions} skeleton={<Skeleton shape="row" lines={3} />}>
        {(rows) => <DataTable caption={said.caption} columns={columnsWith(ending)} rows={rows} />}
      </QueryState>
    </Card>
  )
}
