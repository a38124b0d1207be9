/**
 * Endpoints of the people in an account: list, invite, change a role, remove; and of those who were invited.
 * An invitation is a link. Where the service sends mail, it goes by mail alone; else it is shown once, and a manager hands it on.
 */
import { Role } from "@rcpt/domain/Role"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { SignedIn } from "./Authentication.ts"
import { boolean, described, integer, string } from "./fields.ts"
import { dateTime, uuidText } from "./formats.ts"
import { Message } from "./Message.ts"
import { NeedsFreshPassword, Permissions, Requires } from "./Permissions.ts"
import { PersonNamed } from "./PersonNamed.ts"
import { BadRequest, NotFound, WorkInProgress } from "./Problem.ts"
import { RateLimited, TooManyRequestsReply } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"
import { SameOrigin } from "./SameOrigin.ts"
import { basePath } from "./secured.ts"
import { Email, NewPassword, Session, Token } from "./Session.ts"

const GivenRole = Role.annotate({ message: 'must be "manager", "member" or "read_only"' })

export const Person = Schema.Struct({
  id: described(uuidText, "Its id."),
  email: string("The email address."),
  role: Role.annotate({
    description:
      "`manager`: everything. `member`: the account's work and its keys. `read_only`: reads alone."
  }),
  joined_at: dateTime.annotate({ description: "When they opened or joined the account." }),
  last_seen_at: Schema.NullOr(dateTime).annotate({
    description: "Last sign-in, or last use of a session that lasts; null: never."
  }),
  second_factor: boolean("Whether signing in needs a code."),
  current: boolean("Whether it is the person of this request.")
}).annotate({ identifier: "Person" })
export type Person = typeof Person.Type

const invitationFields = {
  id: described(uuidText, "Its id."),
  email: string("The email address."),
  role: Role.annotate({
    description:
      "`manager`: everything. `member`: the account's work and its keys. `read_only`: reads alone."
  }),
  created_at: described(dateTime, "When it was made."),
  expires_at: described(dateTime, "When it ends.")
}

export const Invitation = Schema.Struct({
  ...invitationFields,
  invited_by: PersonNamed.annotate({ description: "Who made it." })
}).annotate({ identifier: "Invitation" })
export type Invitation = typeof Invitation.Type

export const MadeInvitation = Schema.Struct({
  ...invitationFields,
  path: Schema.optionalKey(
    string(
      "Of the link, below the service's URL. It is shown only now, and works once. Absent where the link is mailed: " +
        "opening it proves the address."
    )
  ),
  mailed: boolean("Whether the link is mailed to the address: true where the service sends mail.")
}).annotate({ identifier: "MadeInvitation" })
export type MadeInvitation = typeof MadeInvitation.Type

export const PeopleList = Schema.Struct({
  people: Schema.Array(Person).annotate({ description: "In the order in which they joined." }),
  invitations: Schema.Array(Invitation).annotate({
    description: "Open invitations, newest first."
  }),
  people_max: integer("The maximum of both together.")
}).annotate({ identifier: "PeopleList" })
export type PeopleList = typeof PeopleList.Type

export const NewInvitation = Schema.Struct({
  email: described(Email, "The email address."),
  role: GivenRole.annotate({
    description:
      "`manager`: everything. `member`: the account's work and its keys. `read_only`: reads alone."
  })
}).annotate({
  identifier: "InvitationRequest"
})
export type NewInvitation = typeof NewInvitation.Type

export const RoleChange = Schema.Struct({
  role: GivenRole.annotate({
    description:
      "`manager`: everything. `member`: the account's work and its keys. `read_only`: reads alone."
  })
}).annotate({ identifier: "RoleChange" })
export type RoleChange = typeof RoleChange.Type

export const InvitationToken = Schema.Struct({
  token: described(Token, "The text after `#` in the link.")
}).annotate({
  identifier: "InvitationToken"
})
export type InvitationToken = typeof InvitationToken.Type

export const Acceptance = Schema.Struct({
  token: described(Token, "The text after `#` in the link."),
  password: described(NewPassword, "The password.")
}).annotate({
  identifier: "Acceptance"
})
export type Acceptance = typeof Acceptance.Type

export const OpenInvitation = Schema.Struct({
  email: string("The email address."),
  role: Role.annotate({
    description:
      "`manager`: everything. `member`: the account's work and its keys. `read_only`: reads alone."
  }),
  expires_at: described(dateTime, "When it ends.")
}).annotate({ identifier: "OpenInvitation" })
export type OpenInvitation = typeof OpenInvitation.Type

const list = HttpApiEndpoint.get("list", "/account/people", { success: PeopleList })
  .annotate(Requires, "inspect")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listPeople",
      summary: "List the people of the account",
      description: "With the invitations that are open. All roles may see both."
    })
  )

const invite = HttpApiEndpoint.post("invite", "/account/people/invitations", {
  payload: NewInvitation,
  success: MadeInvitation.pipe(HttpApiSchema.status(201)),
  error: [BadRequest, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "invitePerson",
    summary: "Invite a person",
    description:
      "Makes a link for 7 days. Where the service sends mail, the link is mailed to the address and shown nowhere else. The " +
      "answer is the same whether somebody has an account with the address or not. Without mail it is shown once: hand it to them. A second invitation of the same address replaces the first. At most " +
      "50 people and open invitations."
  })
)

const withdraw = HttpApiEndpoint.delete("withdraw", "/account/people/invitations/:id", {
  params: {
    id: string("The `id` of the person or of the invitation.")
  },
  success: Message,
  error: NotFound
}).annotateMerge(
  OpenApi.annotations({
    identifier: "revokeInvitation",
    summary: "Revoke an invitation",
    description: "Its link no longer works."
  })
)

const changeRole = HttpApiEndpoint.put("changeRole", "/account/people/:id", {
  params: {
    id: string("The `id` of the person or of the invitation.")
  },
  payload: RoleChange,
  success: Message,
  error: [BadRequest, NotFound, WorkInProgress]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "changeRole",
    summary: "Change the role of a person",
    description:
      "Returns when every node knows it, after about a second. API keys that they made keep what they " +
      "were allowed. 409 for the last manager."
  })
)

const remove = HttpApiEndpoint.delete("remove", "/account/people/:id", {
  params: {
    id: string("The `id` of the person or of the invitation.")
  },
  success: Message,
  error: [NotFound, WorkInProgress]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "removePerson",
    summary: "Remove a person",
    description:
      "Ends their sessions and erases their address, password and second factor. Returns when no node " +
      "accepts their sessions, after about a second. API keys that they made stay: revoke those " +
      "that they know. 409 for the last manager."
  })
)

/** Need a session; API keys are not accepted. */
export class People extends HttpApiGroup.make("People")
  .add(invite, withdraw, changeRole, remove)
  .annotateEndpoints(NeedsFreshPassword, true)
  .annotateEndpoints(Requires, "govern")
  .add(list)
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(SignedIn)
  .prefix(basePath) {}

const look = HttpApiEndpoint.post("look", "/invitation", {
  payload: InvitationToken,
  success: OpenInvitation,
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "getInvitation",
    summary: "Read an invitation",
    description: "By what its link holds."
  })
)

const accept = HttpApiEndpoint.post("accept", "/invitation/accept", {
  payload: Acceptance,
  success: Session,
  error: [BadRequest, NotFound, WorkInProgress, TooManyRequestsReply]
}).annotateMerge(
  OpenApi.annotations({
    identifier: "acceptInvitation",
    summary: "Accept an invitation",
    description:
      "With a password of one's own. Signs in, as `POST /session` does. 409 if somebody signs in with " +
      "the address already."
  })
)

/** Endpoints that need no session. */
export class Joining extends HttpApiGroup.make("Joining")
  .add(look, accept)
  .middleware(RequestErrors)
  .middleware(SameOrigin)
  .prefix(basePath) {}
