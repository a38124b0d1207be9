/** Examples of the endpoints of people, for examples.ts. */
import type {
  Acceptance,
  Invitation,
  InvitationToken,
  MadeInvitation,
  NewInvitation,
  OpenInvitation,
  PeopleList,
  Person,
  RoleChange
} from "./People.ts"
import { lastManager } from "./Problem.ts"
import type { Session } from "./Session.ts"

const ann: Person = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c01",
  email: "ann@example.com",
  role: "manager",
  joined_at: "2026-01-12T09:00:00.000Z",
  last_seen_at: "2026-01-31T12:00:00.000Z",
  second_factor: true,
  current: true
}

const bob = {
  email: "bob@example.com",
  role: "member" as const,
  expires_at: "2026-02-07T12:00:00.000Z"
}

const open = {
  id: "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c02",
  ...bob,
  created_at: "2026-01-31T12:00:00.000Z"
}

const invitation: Invitation = { ...open, invited_by: { id: ann.id, email: ann.email } }
const people: PeopleList = { people: [ann], invitations: [invitation], people_max: 50 }

/** Not one that a link could hold. */
const token = "Zt3…"

const made: MadeInvitation = { ...open, path: `/join#${token}` }
const newInvitation: NewInvitation = { email: bob.email, role: bob.role }
const roleChange: RoleChange = { role: "read_only" }
const invitationToken: InvitationToken = { token }
const openInvitation: OpenInvitation = bob
const acceptance: Acceptance = { token, password: "correct horse battery staple" }
const session: Session = {
  email: bob.email,
  role: bob.role,
  created_at: "2026-02-01T08:00:00.000Z",
  expires_at: "2026-02-08T08:00:00.000Z"
}

const last = { 409: { error: lastManager.error } }

export const peopleExamples = {
  listPeople: { response: people },
  invitePerson: { response: made, body: newInvitation },
  revokeInvitation: { response: { message: "the invitation is revoked" } },
  changeRole: {
    response: { message: "the role is changed" },
    body: roleChange,
    others: last
  },
  removePerson: { response: { message: "the person is removed" }, others: last },
  getInvitation: { response: openInvitation, body: invitationToken },
  acceptInvitation: {
    response: session,
    body: acceptance,
    others: {
      409: {
        error:
          "somebody signs in with this address already: ask for an invitation of another address"
      }
    }
  }
}
