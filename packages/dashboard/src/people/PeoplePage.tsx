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
import { useLocation } from "wouter"

import { accountQuery, useMay } from "../api/account.ts"
import { signInPath } from "../api/leaveToSignIn.ts"
import { queryClient } from "../api/queryClient.ts"
import { useMailSent } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { DataTable } from "../parts/DataTable.tsx"
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
import { actionsColumn } from "../parts/tableColumns.tsx"
import { words } from "../words/people.tsx"
import { changeRole, invite, peopleQuery, removePerson, revokeInvitation } from "./peopleQueries.ts"
import { roleChoices, roleWords } from "./roleWords.ts"

const peopleColumns: ReadonlyArray<Column<Person>> = [
  {
    key: "email",
    head: words.table.email,
    isName: true,
    cell: ({ email, current }) => (
      <span className="row">
        <span className="breaks">{email}</span>
        {current && <Badge tone="active">{words.table.you}</Badge>}
      </span>
    )
  },
  { key: "role", head: words.table.role, cell: ({ role }) => roleWords[role].label },
  {
    key: "factor",
    head: words.table.twoFactor,
    cell: ({ second_factor }) =>
      second_factor ? words.table.on : <span className="muted">{words.table.off}</span>
  },
  {
    key: "joined",
    head: words.table.joined,
    cell: ({ joined_at }) => <DateTime at={joined_at} show="date" />
  },
  {
    key: "seen",
    head: words.table.lastSeen,
    cell: ({ last_seen_at }) =>
      last_seen_at === null ? (
        <span className="muted">{words.table.never}</span>
      ) : (
        <DateTime at={last_seen_at} show="ago" />
      )
  }
]

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
      await queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
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
const RemoveButton = ({ person: { id, email, current } }: PersonProps) => {
  const [, navigate] = useLocation()
  const removal = useMutation({
    mutationFn: () => removePerson(id),
    onSuccess: () => {
      if (!current) return queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey })
      navigate(signInPath)
      return queryClient.clear()
    }
  })
  return (
    <ConfirmButton
      variant="quiet"
      small
      danger
      label={words.table.remove}
      aria-label={words.table.removeOf(email)}
      title={current ? words.removal.leaveTitle : words.removal.title}
      action={current ? words.removal.leaveAction : words.removal.action}
      mutation={removal}
    >
      {words.removal.consequences(<strong className="breaks">{email}</strong>)}
    </ConfirmButton>
  )
}

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

const invitationColumns: ReadonlyArray<Column<Invitation>> = [
  {
    key: "email",
    head: words.invitations.email,
    isName: true,
    cell: ({ email }) => <span className="breaks">{email}</span>
  },
  { key: "role", head: words.invitations.role, cell: ({ role }) => roleWords[role].label },
  {
    key: "by",
    head: words.invitations.invitedBy,
    cell: ({ invited_by: { email } }) => <span className="breaks">{email ?? words.hasLeft}</span>
  },
  {
    key: "until",
    head: words.invitations.until,
    cell: ({ expires_at }) => <DateTime at={expires_at} />
  }
]

interface InvitationsCardProps {
  readonly invitations: ReadonlyArray<Invitation>
  readonly canRevoke: boolean
}

/** The card of open invitations. Their links are not known any more, so a new one replaces a lost one. */
const InvitationsCard = ({ invitations, canRevoke }: InvitationsCardProps) => {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ id }: Invitation) => revokeInvitation(id),
    // The list is fetched after an error too: the invitation may have been used meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey })
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
    <Card title={words.invitations.title} lead={words.invitations.lead}>
      {error && <ErrorNotice error={error} />}
      <DataTable
        caption={words.invitations.caption}
        columns={canRevoke ? [...invitationColumns, actions] : invitationColumns}
        rows={invitations}
      />
    </Card>
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
      return queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey })
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
      <Card title={words.title} lead={limitText(list)}>
        <DataTable
          caption={words.table.caption}
          columns={canGovern ? [...peopleColumns, actions] : peopleColumns}
          rows={list.people}
        />
      </Card>
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
        <IfPermitted may="govern">
          <DialogButton
            variant="primary"
            icon="plus"
            label={words.invite}
            title={words.invitation.title}
          >
            {(close) => (
              <InviteForm
                onMade={(invitation) => {
                  close()
                  setMade([invitation, ...made])
                }}
                onClose={close}
              />
            )}
          </DialogButton>
        </IfPermitted>
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
