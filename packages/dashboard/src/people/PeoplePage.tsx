/** The people of the account: who they are, what they may do, and who is invited. */
import type { MadeInvitation, PeopleList, Person } from "@rcpt/api/People"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { useMay } from "../api/role.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { OfRole } from "../parts/OfRole.tsx"
import { Page } from "../parts/Page.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/people.tsx"
import { InvitationsCard } from "./InvitationsCard.tsx"
import { InviteDialog } from "./InviteDialog.tsx"
import { NewLinkCard } from "./NewLinkCard.tsx"
import { peopleQuery } from "./peopleQueries.ts"
import { PeopleTable } from "./PeopleTable.tsx"
import { RemoveDialog } from "./RemoveDialog.tsx"
import { RoleDialog } from "./RoleDialog.tsx"

const limitText = ({ people, invitations, people_max }: PeopleList): string =>
  words.limit(people.length + invitations.length, people_max)

const Everybody = ({ list }: { readonly list: PeopleList }) => {
  const canGovern = useMay("govern")
  const [changing, setChanging] = useState<Person>()
  const [removing, setRemoving] = useState<Person>()
  const actions = canGovern ? { onRole: setChanging, onRemove: setRemoving } : undefined
  return (
    <>
      <Card title={words.title} lead={limitText(list)}>
        <PeopleTable people={list.people} actions={actions} />
      </Card>
      {list.invitations.length > 0 && (
        <InvitationsCard invitations={list.invitations} canRevoke={canGovern} />
      )}
      <RoleDialog person={changing} onClose={() => setChanging(undefined)} />
      <RemoveDialog person={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

export const PeoplePage = () => {
  const query = useQuery(peopleQuery)
  const [isInviting, setInviting] = useState(false)
  // Every link stays until it is dismissed: another invitation must not hide it.
  const [made, setMade] = useState<ReadonlyArray<MadeInvitation>>([])
  const close = () => setInviting(false)
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <OfRole may="govern">
          <Button variant="primary" icon="plus" onClick={() => setInviting(true)}>
            {words.invite}
          </Button>
        </OfRole>
      }
    >
      <OfRole may="govern" otherwise={words.onlyManagers}>
        {made.map((invitation) => (
          <NewLinkCard
            key={invitation.id}
            made={invitation}
            onDone={() => setMade(made.filter(({ id }) => id !== invitation.id))}
          />
        ))}
      </OfRole>
      <Loaded query={query} skeleton={<Skeleton shape="block" height="15rem" />}>
        {(list) => <Everybody list={list} />}
      </Loaded>
      <InviteDialog
        open={isInviting}
        onClose={close}
        onMade={(invitation) => {
          close()
          setMade([invitation, ...made])
        }}
      />
    </Page>
  )
}
