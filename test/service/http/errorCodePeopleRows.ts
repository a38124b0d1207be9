/** Requests for the error codes of people: as those in errorCodeRows.ts. */
import { randomBytes } from "node:crypto"

import { peopleMax } from "@rcpt/domain/AccountPeople"
import { hashPassword } from "@rcpt/service/accounts/password"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { make, sqlOf } from "../accounts/keysWorld.ts"
import {
  accept,
  invite,
  join,
  newAddress,
  openTeam,
  password,
  remove,
  tryToInvite
} from "../accounts/people/peopleWorld.ts"
import { withSession } from "../accounts/security/securityWorld.ts"
import { asked, openPerson, tryToSignIn } from "../accounts/sessions/sessionWorld.ts"
import { refusedOf } from "./errorCodeRows.ts"
import type { Provoke } from "./errorCodeRows.ts"

type Team = Effect.Success<ReturnType<typeof openTeam>>
type World = Parameters<Provoke>[0]
type Sent = ReturnType<typeof tryToInvite>

/** By a manager of an account of their own. */
const inTeam =
  (
    send: (running: World["running"], ann: Team) => Effect.Effect<Effect.Success<Sent>, unknown>
  ): Provoke =>
  ({ running }) =>
    Effect.gen(function* () {
      const ann = yield* openTeam(running)
      return refusedOf(yield* send(running, ann))
    })

/** As if the service had sent mail, and its link had not been opened. */
const notConfirmed: Provoke = ({ running }) =>
  Effect.gen(function* () {
    const person = { email: newAddress(), password }
    const hash = yield* hashPassword(password)
    yield* SqlClient.SqlClient.use(
      (sql) => sql`
        insert into sign_up (hash, email, password_hash, language, expires_at)
        values (${randomBytes(32)}, ${person.email}, ${hash}, 'en', now() + interval '1 day')`
    ).pipe(Effect.provide(sqlOf(running)))
    return refusedOf(yield* tryToSignIn(running, person))
  })

export const peopleProvocations: ReadonlyArray<readonly [code: string, provoke: Provoke]> = [
  [
    "role_not_permitted",
    inTeam((running, ann) =>
      Effect.flatMap(join(running, ann.cookie, "member"), ({ cookie }) =>
        tryToInvite(running, cookie, newAddress(), "member")
      )
    )
  ],
  [
    "key_not_permitted",
    inTeam((running, ann) =>
      Effect.gen(function* () {
        const bob = yield* join(running, ann.cookie, "member")
        const { key } = yield* make(running, { name: "bob's" }, withSession(bob.cookie))
        return yield* running.get("/api/v1/account/data?email=ann@acme.test", {
          method: "DELETE",
          apiKey: key
        })
      })
    )
  ],
  [
    "already_in_account",
    inTeam((running, ann) => tryToInvite(running, ann.cookie, ann.email, "member"))
  ],
  [
    "too_many_people",
    inTeam((running, ann) =>
      Effect.gen(function* () {
        for (let count = 1; count < peopleMax; count++) yield* invite(running, ann.cookie)
        return yield* tryToInvite(running, ann.cookie, newAddress(), "member")
      })
    )
  ],
  ["last_manager", inTeam((running, ann) => remove(running, ann.cookie, ann.account))],
  [
    "email_taken",
    inTeam((running, ann) =>
      Effect.gen(function* () {
        const { email } = yield* openPerson(running)
        return yield* asked(running, ann.cookie, "/api/v1/account/email", {
          method: "POST",
          body: JSON.stringify({ email, password: ann.password })
        })
      })
    )
  ],
  ["email_not_confirmed", notConfirmed],
  [
    "address_taken",
    inTeam((running, ann) =>
      Effect.gen(function* () {
        const { email } = yield* openPerson(running)
        const { token } = yield* invite(running, ann.cookie, { email })
        return yield* accept(running, token)
      })
    )
  ]
]
