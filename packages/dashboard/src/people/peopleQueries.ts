/** Requests for the people of the account, and for accepting an invitation. */
import type { Message } from "@rcpt/api/Message"
import type {
  Acceptance,
  MadeInvitation,
  NewInvitation,
  OpenInvitation,
  PeopleList
} from "@rcpt/api/People"
import type { Session } from "@rcpt/api/Session"
import type { Role } from "@rcpt/domain/Role"
import { queryOptions } from "@tanstack/react-query"

import { read, request } from "../api/request.ts"

export const peopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: read<PeopleList>("/account/people")
})

const personPath = (id: string) => `/account/people/${encodeURIComponent(id)}`

export const invite = (body: NewInvitation): Promise<MadeInvitation> =>
  request("/account/people/invitations", { method: "POST", body })

export const revokeInvitation = (id: string): Promise<Message> =>
  request(`/account/people/invitations/${encodeURIComponent(id)}`, { method: "DELETE" })

export const changeRole = ({ id, role }: { readonly id: string; readonly role: Role }) =>
  request<Message>(personPath(id), { method: "PUT", body: { role } })

export const removePerson = (id: string): Promise<Message> =>
  request(personPath(id), { method: "DELETE" })

/** Fetches the account and role that the link of an invitation is for. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) =>
      request<OpenInvitation>("/invitation", { method: "POST", body: { token }, signal }),
    retry: false,
    staleTime: Infinity
  })

export const acceptInvitation = (body: Acceptance): Promise<Session> =>
  request("/invitation/accept", { method: "POST", body })
