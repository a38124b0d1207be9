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
import { words } from "../words/people.tsx"
import { peopleQuery, revokeInvitation } from "./peopleQueries.ts"
import { roleWords } from "./roleWords.ts"

const { invitations: said } = words

const columns: ReadonlyArray<Column<Invitation>> = [
  {
    key: "email",
    head: said.email,
    isName: true,
    cell: ({ email }) => <span className="breaks">{email}</span>
  },
  { key: "role", head: said.role, cell: ({ role }) => roleWords[role].label },
  {
    key: "by",
    head: said.invitedBy,
    cell: ({ invited_by: { email } }) => <span className="breaks">{email ?? words.hasLeft}</span>
  },
  { key: "until", head: said.until, cell: ({ expires_at }) => <DateTime at={expires_at} /> }
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
      aria-label={said.revokeOf(invitation.email)}
      onClick={() => mutate(invitation)}
    >
      {said.revoke}
    </Button>
  ))
  return (
    <Card title={said.title} lead={said.lead}>
      {error && <ErrorNotice error={error} />}
      <DataTable
        caption={said.caption}
        columns={canRevoke ? [...columns, actions] : columns}
        rows={invitations}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}
