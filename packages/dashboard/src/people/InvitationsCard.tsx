/** Invitations that are open. Their links are not known any more: a new one takes the place of a lost one. */
import type { Invitation } from "@rcpt/api/People"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { actionsColumn } from "../parts/tableColumns.tsx"
import { peopleQuery, revokeInvitation } from "./peopleQueries.ts"
import { roleWords } from "./roleWords.ts"

const columns: ReadonlyArray<Column<Invitation>> = [
  {
    key: "email",
    head: "Email",
    isName: true,
    cell: ({ email }) => <span className="breaks">{email}</span>
  },
  { key: "role", head: "Role", cell: ({ role }) => roleWords[role].label },
  {
    key: "by",
    head: "Invited by",
    cell: ({ invited_by: { email } }) => (
      <span className="breaks">{email ?? "Somebody who has left"}</span>
    )
  },
  { key: "until", head: "Works until", cell: ({ expires_at }) => <DateTime at={expires_at} /> }
]

interface InvitationsCardProps {
  readonly invitations: ReadonlyArray<Invitation>
  readonly canRevoke: boolean
}

export const InvitationsCard = ({ invitations, canRevoke }: InvitationsCardProps) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ id }: Invitation) => revokeInvitation(id),
    // Also after an error: it may have been used meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey })
  })
  const actions = actionsColumn<Invitation>((invitation) => (
    <Button
      variant="quiet"
      small
      pending={isPending && variables.id === invitation.id}
      aria-label={`Revoke the invitation of ${invitation.email}`}
      onClick={() => mutate(invitation)}
    >
      Revoke
    </Button>
  ))
  return (
    <Card
      title="Open invitations"
      lead="A lost link cannot be shown again: invite the same address once more, and the old link stops working."
    >
      {error && <ErrorNotice error={error} />}
      <DataTable
        caption="Open invitations, newest first"
        columns={canRevoke ? [...columns, actions] : columns}
        rows={invitations}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}
