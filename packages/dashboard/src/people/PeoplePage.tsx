/** The page of the account's people: their roles, and the open invitations. */
import type {
  Invitation,
  MadeInvitation,
  NewInvitation,
  PeopleList,
  Person
} from "@rcpt/api/People"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { accountQuery, useMay } from "../api/account.ts"
import { refetch } from "../api/queryClient.ts"
import { showSignIn, useMailSent } from "../api/session.ts"
import { AddButton } from "../parts/AddButton.tsx"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { Page } from "../parts/Page.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { NewSecret, SecretOnce } from "../parts/SecretOnce.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { TableCard } from "../parts/TableCard.tsx"
import { actionsColumn, LastTime } from "../parts/tableColumns.tsx"
import { words } from "../words/people.tsx"
import { changeRole, invite, peopleQuery, removePerson, revokeInvitation } from "./peopleQueries.ts"
import { roleChoices, roleWords } from "./roleWords.ts"

const peopleColumns: ReadonlyArray<Column<Person>> = columnsOf(words.table, {
  email: named(({ email, current }) => (
    <span className="row">
      <span className="breaks">{email}</span>
      {current && <Badge tone="active">{words.table.you}</Badge>}
    </span>
  )),
  role: ({ role }) => roleWords[role].label,
  twoFactor: ({ second_factor }) =>
    second_factor ? words.table.on : <span className="muted">{words.table.off}</span>,
  joined: ({ joined_at }) => <DateTime at={joined_at} show="date" />,
  lastSeen: ({ last_seen_at }) => <LastTime at={last_seen_at} otherwise={words.table.never} />
})

interface PersonProps {
  readonly person: Person
}

interface RoleFormProps extends PersonProps {
  readonly onClose: () => void
}

const RoleForm = ({ person: { id, email, role }, onClose }: RoleFormProps) => {
  const form = useForm({
    initial: { role },
    send: ({ role }) => changeRole({ id, role }),
    onDone: async () => {
      await refetch(peopleQuery)
      await refetch(accountQuery)
      onClose()
    }
  })
  return (
    <Form form={form} action={words.role.save} onCancel={onClose}>
      <p className="breaks">{words.role.keeps(email)}</p>
      <RadioGroup legend={words.role.legend} choices={roleChoices} {...form.choice("role")} />
    </Form>
  )
}

/** Asks before a person is removed. People who remove themselves are signed out. */
const RemoveButton = ({ person: { id, email, current } }: PersonProps) => (
  <ConfirmButton
    variant="quiet"
    small
    danger
    label={words.table.remove}
    aria-label={words.table.removeOf(email)}
    title={current ? words.removal.leaveTitle : words.removal.title}
    action={current ? words.removal.leaveAction : words.removal.action}
    run={() => removePerson(id)}
    onDone={() => (current ? showSignIn() : refetch(peopleQuery))}
  >
    {words.removal.consequences(<strong className="breaks">{email}</strong>)}
  </ConfirmButton>
)

const actions = actionsColumn((person: Person) => (
  <span className="table-actions">
    <DialogButton
      variant="quiet"
      small
      label={words.table.changeRole}
      aria-label={words.table.changeRoleOf(person.email)}
      title={words.role.title}
    >
      {(close) => <RoleForm person={person} onClose={close} />}
    </DialogButton>
    <RemoveButton person={person} />
  </span>
))

const invitationColumns: ReadonlyArray<Column<Invitation>> = columnsOf(words.invitations, {
  email: named(({ email }) => <span className="breaks">{email}</span>),
  role: ({ role }) => roleWords[role].label,
  invitedBy: ({ invited_by: { email } }) => (
    <span className="breaks">{email ?? words.hasLeft}</span>
  ),
  until: ({ expires_at }) => <DateTime at={expires_at} />
})

interface InvitationsCardProps {
  readonly invitations: ReadonlyArray<Invitation>
  readonly canRevoke: boolean
}

/** The card of open invitations. Their links are not known any more, so a new one replaces a lost one. */
const InvitationsCard = ({ invitations, canRevoke }: InvitationsCardProps) => {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ id }: Invitation) => revokeInvitation(id),
    // The list is fetched after an error too: the invitation may have been used meanwhile.
    onSettled: () => refetch(peopleQuery)
  })
  const actions = actionsColumn<Invitation>((invitation) => (
    <Button
      variant="quiet"
      small
      pending={isPending && variables.id === invitation.id}
      aria-label={words.invitations.revokeOf(invitation.email)}
      onClick={() => mutate(invitation)}
    >
      {words.invitations.revoke}
    </Button>
  ))
  return (
    <TableCard
      title={words.invitations.title}
      lead={words.invitations.lead}
      caption={words.invitations.caption}
      columns={canRevoke ? [...invitationColumns, actions] : invitationColumns}
      rows={invitations}
    >
      {error && <ErrorNotice error={error} />}
    </TableCard>
  )
}

interface InviteFormProps {
  readonly onMade: (invitation: MadeInvitation) => void
  readonly onClose: () => void
}

const noInvitation: NewInvitation = { email: "", role: "member" }

const InviteForm = ({ onMade, onClose }: InviteFormProps) => {
  const form = useForm({
    initial: noInvitation,
    problems: { email: words.invitation.emailSubject },
    send: invite,
    onDone: (made) => {
      onMade(made)
      return refetch(peopleQuery)
    }
  })
  const isMailed = useMailSent()
  return (
    <Form
      form={form}
      action={isMailed ? words.invitation.actionWithMail : words.invitation.action}
      onCancel={onClose}
    >
      <Input
        label={words.invitation.email}
        hint={isMailed ? words.invitation.emailHintWithMail : words.invitation.emailHint}
        type="text"
        inputMode="email"
        maxLength={254}
        required
        {...form.text("email")}
      />
      <RadioGroup legend={words.invitation.role} choices={roleChoices} {...form.choice("role")} />
    </Form>
  )
}

interface NewLinkCardProps {
  readonly made: MadeInvitation
  readonly onDone: () => void
}

/** The link of a new invitation, to be handed on; where it is mailed, nobody else sees it. */
const NewLinkCard = ({ made, onDone }: NewLinkCardProps) => {
  const { label } = roleWords[made.role]
  const until = <DateTime at={made.expires_at} />
  return made.path === undefined ? (
    <Card title={words.link.mailedTitle(made.email)} lead={words.link.mailed(until, label)}>
      <div className="row">
        <Button onClick={onDone}>{words.link.close}</Button>
      </div>
    </Card>
  ) : (
    <NewSecret id={made.id} label={words.link.title(made.email)}>
      <Card title={words.link.title(made.email)} lead={words.link.lead(until, label)}>
        <SecretOnce
          label={words.link.label}
          secret={new URL(made.path, window.location.origin).href}
        >
          {words.link.once}
        </SecretOnce>
        <div className="row">
          <Button onClick={onDone}>{words.link.done}</Button>
        </div>
      </Card>
    </NewSecret>
  )
}

const limitText = ({ people, invitations, people_max }: PeopleList): string =>
  words.limit(people.length + invitations.length, people_max)

const Everybody = ({ list }: { readonly list: PeopleList }) => {
  const canGovern = useMay("govern")
  return (
    <>
      <TableCard
        title={words.title}
        lead={limitText(list)}
        caption={words.table.caption}
        columns={canGovern ? [...peopleColumns, actions] : peopleColumns}
        rows={list.people}
      />
      {list.invitations.length > 0 && (
        <InvitationsCard invitations={list.invitations} canRevoke={canGovern} />
      )}
    </>
  )
}

export const PeoplePage = () => {
  const query = useQuery(peopleQuery)
  // Every link stays until it is dismissed: another invitation must not hide it.
  const [made, setMade] = useState<ReadonlyArray<MadeInvitation>>([])
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <AddButton may="govern" label={words.invite} title={words.invitation.title}>
          {(close) => (
            <InviteForm
              onMade={(invitation) => {
                close()
                setMade([invitation, ...made])
              }}
              onClose={close}
            />
          )}
        </AddButton>
      }
    >
      <IfPermitted may="govern" otherwise={words.onlyManagers}>
        {made.map((invitation) => (
          <NewLinkCard
            key={invitation.id}
            made={invitation}
            onDone={() => setMade(made.filter(({ id }) => id !== invitation.id))}
          />
        ))}
      </IfPermitted>
      <QueryState query={query} skeleton={<Skeleton shape="block" height="15rem" />}>
        {(list) => <Everybody list={list} />}
      </QueryState>
    </Page>
  )
}
