/** The account's sessions, and a button that ends all of them. */
import type { SessionSeen } from "@rcpt/api/Session"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { signInPath } from "../api/leaveToSignIn.ts"
import { sessionsQuery, signOutEverywhere } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Badge } from "../parts/StatusBadge.tsx"

/** The service recognizes common browsers; all others are "other". */
const browserOf = ({ agent }: SessionSeen): string => (agent === "other" ? "Other client" : agent)

const columns: ReadonlyArray<Column<SessionSeen>> = [
  {
    key: "agent",
    head: "Browser",
    isName: true,
    cell: (session) => (
      <span className="row">
        {browserOf(session)}
        {session.current && <Badge tone="active">This session</Badge>}
      </span>
    )
  },
  { key: "created", head: "Signed in", cell: ({ created_at }) => <DateTime at={created_at} /> },
  {
    key: "seen",
    head: "Last seen",
    cell: ({ last_seen_at }) => <DateTime at={last_seen_at} show="ago" />
  }
]

const SignOutEverywhere = () => {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => {
      navigate(signInPath)
      queryClient.clear()
    }
  })
  return (
    <>
      <Button variant="danger" small onClick={() => setOpen(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        danger
        mutation={ending}
        onConfirm={() => ending.mutate()}
        onClose={() => setOpen(false)}
      >
        All sessions end, including this one. API keys keep working.
      </ConfirmDialog>
    </>
  )
}

export const SessionsList = () => {
  const sessions = useQuery(sessionsQuery)
  return (
    <Card
      title="Sessions"
      lead="Browsers signed in to this account. A session lasts seven days."
      actions={<SignOutEverywhere />}
    >
      <Loaded query={sessions} skeleton={<Skeleton shape="row" lines={3} />}>
        {(rows) => (
          <DataTable
            caption="Sessions of this account, newest first"
            columns={columns}
            rows={rows}
            rowKey={({ created_at, current, agent }) => `${created_at} ${agent} ${current}`}
          />
        )}
      </Loaded>
    </Card>
  )
}
