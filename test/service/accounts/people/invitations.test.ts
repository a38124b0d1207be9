import { addressTaken, invitationEnded, invitationNotFound } from "@rcpt/api/Problem"
import { peopleMax } from "@rcpt/domain/AccountPeople"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, sqlOf } from "../keysWorld.ts"
import { asked, cookieOf, env, eventsOf, openPerson, signIn } from "../sessions/sessionWorld.ts"
import {
  accept,
  invite,
  join,
  listPeople,
  look,
  newAddress,
  openTeam,
  password,
  paths,
  tryToInvite
} from "./peopleWorld.ts"

const onDatabase = <A, E>(
  running: service.Running,
  work: Effect.Effect<A, E, SqlClient.SqlClient>
) => Effect.provide(work, sqlOf(running))

const tooMany = "an account has at most 50 people and open invitations: remove or revoke one"

layer(service.layer({ env: { ...env, RCPT_RATE_LIMIT: "off" } }), service.live)(
  "An invitation",
  (it) => {
    it.effect("lets somebody in by its link, with a password of their own", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const email = newAddress()
      const { token, ...made } = yield* invite(running, ann.cookie, { email })
      const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000
      assert.strictEqual(days, 7)
      const { invitations, people } = yield* listPeople(running, ann.cookie)
      assert.deepInclude(invitations, {
        id: made.id,
        email,
        role: "member" as const,
        created_at: made.created_at,
        expires_at: made.expires_at,
        invited_by: { id: ann.account, email: ann.email }
      })
      assert.lengthOf(people, 1)
      assert.deepInclude(people[0], {
        id: ann.account,
        email: ann.email,
        role: "manager" as const,
        current: true
      })

      const shown = yield* look(running, token)
      assert.deepStrictEqual(shown.json, { email, role: "member", expires_at: made.expires_at })
      const joined = yield* accept(running, token)
      assert.deepInclude(joined.json, { email, role: "member" })
      const account = yield* asked(running, cookieOf(joined).value, "/api/v1/account")
      assert.deepInclude(account.json, { email, role: "member", auth_mode: "jwt" })

      const now = yield* listPeople(running, ann.cookie)
      assert.deepStrictEqual(now.invitations, [])
      assert.deepStrictEqual(
        now.people.map((person) => [person.email, person.role, person.current]),
        [
          [ann.email, "manager", true],
          [email, "member", false]
        ]
      )
      yield* signIn(running, { email, password })
    })

    it.effect("works once, also for two who open it at the same time", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const { token } = yield* invite(running, ann.cookie)
      const answers = yield* Effect.all([accept(running, token), accept(running, token)], {
        concurrency: 2
      })
      assert.deepStrictEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 404]
      )
      isProblem(yield* accept(running, token), 404, invitationEnded.error)
      isProblem(yield* look(running, token), 404, invitationEnded.error)
    })

    it.effect(
      "does not work once it is revoked, replaced or a week old, nor ever when guessed",
      function* () {
        const running = yield* service.Service
        const ann = yield* openTeam(running)
        const revoked = yield* invite(running, ann.cookie)
        const revoke = asked(running, ann.cookie, `${paths.invitations}/${revoked.id}`, {
          method: "DELETE"
        })
        assert.strictEqual((yield* revoke).status, 200)
        isProblem(yield* revoke, 404, invitationNotFound.error)

        const email = newAddress()
        const replaced = yield* invite(running, ann.cookie, { email, role: "manager" })
        yield* invite(running, ann.cookie, { email: email.toUpperCase() })

        const old = yield* invite(running, ann.cookie)
        yield* onDatabase(
          running,
          SqlClient.SqlClient.use(
            (sql) => sql`
              update invitation set expires_at = now() where invitation_id = ${old.id}`
          )
        )
        for (const token of [revoked.token, replaced.token, old.token, "x".repeat(43), ""])
          isProblem(yield* accept(running, token), 404, invitationEnded.error)
        const { invitations } = yield* listPeople(running, ann.cookie)
        assert.deepStrictEqual(
          invitations.map((invitation) => [invitation.email, invitation.role]),
          [[email.toUpperCase(), "member"]]
        )
      }
    )

    it.effect("is stored so that its link cannot be read", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const { token } = yield* invite(running, ann.cookie)
      const stored = yield* onDatabase(
        running,
        SqlClient.SqlClient.use(
          (sql) => sql<{ readonly text: string }>`
              select i::text || encode(hash, 'escape') as text from invitation i
              where account_id = ${ann.account}`
        )
      )
      assert.lengthOf(stored, 1)
      assert.notInclude(stored[0]!.text, token)
    })

    it.effect("is of the account of its manager alone", function* () {
      const running = yield* service.Service
      const [ann, eve] = [yield* openTeam(running), yield* openTeam(running)]
      const { id, token } = yield* invite(running, ann.cookie)
      const answer = yield* asked(running, eve.cookie, `${paths.invitations}/${id}`, {
        method: "DELETE"
      })
      isProblem(answer, 404, invitationNotFound.error)
      assert.strictEqual((yield* look(running, token)).status, 200)
    })

    it.effect(
      "is refused for whoever is there, and takes nobody from another account",
      function* () {
        const running = yield* service.Service
        const ann = yield* openTeam(running)
        const stranger = yield* openPerson(running)
        isProblem(
          yield* tryToInvite(running, ann.cookie, ann.email.toUpperCase(), "member"),
          400,
          "email must be of a person who is not in the account"
        )
        const { token } = yield* invite(running, ann.cookie, { email: stranger.email })
        isProblem(yield* accept(running, token), 409, addressTaken.error)
        yield* signIn(running, stranger)
        assert.lengthOf((yield* listPeople(running, ann.cookie)).people, 1)
      }
    )

    it.effect("asks for an address, a role, and a password as any other", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const bad = yield* tryToInvite(running, ann.cookie, "ann", "member")
      isProblem(bad, 400, "email must be an email address: it has no @")
      const owner = yield* tryToInvite(running, ann.cookie, newAddress(), "owner")
      isProblem(owner, 400, 'role must be "manager", "member" or "read_only"')
      const { token } = yield* invite(running, ann.cookie)
      const short = yield* accept(running, token, "too short")
      isProblem(short, 400, "password must be 12 to 1000 characters")
      const common = yield* accept(running, token, "password1234")
      assert.strictEqual(common.status, 400)
      assert.strictEqual((yield* accept(running, token)).status, 200)
    })

    it.effect("is one of at most fifty, with the people", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const invited = yield* Effect.all(
        Array.from({ length: peopleMax - 1 }, () => invite(running, ann.cookie))
      )
      isProblem(yield* tryToInvite(running, ann.cookie, newAddress(), "member"), 400, tooMany)
      // The same address again takes no further place.
      yield* invite(running, ann.cookie, { email: invited[0]!.email })
    })

    it.effect("is erased with its address", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const { token, email } = yield* invite(running, ann.cookie)
      const erased = yield* asked(
        running,
        ann.cookie,
        `/api/v1/account/data?email=${encodeURIComponent(email.toUpperCase())}`,
        { method: "DELETE" }
      )
      assert.deepStrictEqual(Object(erased.json).erased, [{ place: "invitations", count: 1 }])
      isProblem(yield* look(running, token), 404, invitationEnded.error)
      assert.deepStrictEqual((yield* listPeople(running, ann.cookie)).invitations, [])
    })

    it.effect("is in the events of the account, with nothing personal", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const bob = yield* join(running, ann.cookie, "read_only")
      const events = yield* eventsOf(running, ann.account)
      const invited = events.find(({ type }) => type === "PersonInvited")!
      const joined = events.find(({ type }) => type === "PersonJoined")!
      assert.deepInclude(JSON.parse(invited.data), { role: "read_only" })
      assert.deepInclude(JSON.parse(invited.data).from, { personId: ann.account })
      assert.deepInclude(JSON.parse(joined.data), { role: "read_only", personId: bob.id })
      for (const { data } of events) assert.notInclude(data, "@")
    })
  }
)
