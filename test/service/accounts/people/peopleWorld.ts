/** Requests of the tests of people, with responses decoded by the API's schemas. */
import { randomUUID } from "node:crypto"

import { MadeInvitation, PeopleList } from "@rcpt/api/People"
import type { Role } from "@rcpt/domain/Role"
import { Effect, Schema } from "effect"

import type { Running } from "../../../support/service.ts"
import { assert } from "../../../support/vitest.ts"
import { anywhere, asked, cookieOf, openPerson, post, signIn } from "../sessions/sessionWorld.ts"

const decodeList = Schema.decodeUnknownEffect(PeopleList, { onExcessProperty: "error" })
const decodeMade = Schema.decodeUnknownEffect(MadeInvitation, { onExcessProperty: "error" })

export const paths = {
  people: "/api/v1/account/people",
  invitations: "/api/v1/account/people/invitations",
  look: "/api/v1/invitation",
  accept: "/api/v1/invitation/accept"
}

export const password = "a password of one's own"

export const newAddress = () => `${randomUUID()}@team.test`

export const tryToInvite = (running: Running, cookie: string, email: string, role: string) =>
  asked(running, cookie, paths.invitations, {
    method: "POST",
    body: JSON.stringify({ email, role })
  })

/** The token stands behind `#` in the link. */
export const invite = (
  running: Running,
  cookie: string,
  { email = newAddress(), role = "member" }: { readonly email?: string; readonly role?: Role } = {}
) =>
  Effect.gen(function* () {
    const answer = yield* tryToInvite(running, cookie, email, role)
    assert.strictEqual(answer.status, 201, answer.text)
    const made = yield* decodeMade(answer.json)
    return { ...made, token: made.path?.slice(made.path.indexOf("#") + 1) ?? "" }
  })

export const look = (running: Running, token: string) => post(running, paths.look, { token })

export const accept = (running: Running, token: string, chosen = password) =>
  post(running, paths.accept, { token, password: chosen }, { headers: anywhere() })

export const listPeople = (running: Running, cookie: string) =>
  Effect.gen(function* () {
    const answer = yield* asked(running, cookie, paths.people)
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decodeList(answer.json)
  })

/** Invites somebody, who accepts and is signed in. */
export const join = (running: Running, cookie: string, role: Role) =>
  Effect.gen(function* () {
    const { token, email } = yield* invite(running, cookie, { role })
    const answer = yield* accept(running, token)
    assert.strictEqual(answer.status, 200, answer.text)
    const { people } = yield* listPeople(running, cookie)
    const { id } = people.find((person) => person.email === email)!
    return { id, email, password, cookie: cookieOf(answer).value }
  })

/** A manager alone in an account of their own, signed in. */
export const openTeam = (running: Running) =>
  Effect.gen(function* () {
    const ann = yield* openPerson(running)
    const { cookie } = yield* signIn(running, ann)
    return { ...ann, cookie }
  })

export const changeRole = (running: Running, cookie: string, id: string, role: string) =>
  asked(running, cookie, `${paths.people}/${id}`, {
    method: "PUT",
    body: JSON.stringify({ role })
  })

export const remove = (running: Running, cookie: string, id: string) =>
  asked(running, cookie, `${paths.people}/${id}`, { method: "DELETE" })
