import { lastManager, personNotFound } from "@rcpt/api/Problem"
import { Effect } from "effect"

import { rcpt } from "../../../cli/rcpt.ts"
import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { accepts, isProblem, list, make } from "../keysWorld.ts"
import { events, ofType, untilSeen, withSession } from "../security/securityWorld.ts"
import {
  change,
  env,
  lasts,
  listed,
  signIn,
  signOut,
  tryToSignIn
} from "../sessions/sessionWorld.ts"
import { changeRole, join, listPeople, openTeam, paths, remove } from "./peopleWorld.ts"

const keysOf = (cookie: string) => withSession(cookie)

layer(service.layer({ env: { ...env, RCPT_RATE_LIMIT: "off" } }), service.live)(
  "A person of an account",
  (it) => {
    it.effect("has sessions and a password apart from those of the others", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const bob = yield* join(running, ann.cookie, "member")
      assert.lengthOf(yield* listed(running, ann.cookie), 1)
      assert.lengthOf(yield* listed(running, bob.cookie), 1)
      const [session] = yield* listed(running, bob.cookie)
      const end = yield* signOut(running, ann.cookie, `/api/v1/sessions/${session!.id}`)
      isProblem(end, 404, "session not found")

      const next = "staple of a different kind"
      const changed = yield* change(running, ann.cookie, ann.password, next)
      assert.strictEqual(changed.status, 200, changed.text)
      assert.isTrue(yield* lasts(running, bob.cookie))
      yield* signOut(running, ann.cookie, "/api/v1/sessions")
      assert.isFalse(yield* lasts(running, ann.cookie))
      assert.isTrue(yield* lasts(running, bob.cookie))

      const reset = yield* rcpt(["admin", "reset-password", bob.email], {
        RCPT_DATABASE_URL: running.databaseUrl!
      })
      assert.strictEqual(reset.code, 0, reset.stderr)
      assert.isFalse(yield* lasts(running, bob.cookie))
      yield* signIn(running, { email: bob.email, password: reset.stdout.trim() })
      yield* signIn(running, { email: ann.email, password: next })
    })

    it.effect("gets another role at once, in sessions that last", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const bob = yield* join(running, ann.cookie, "member")
      yield* make(running, { name: "of a member" }, keysOf(bob.cookie))
      const changed = yield* changeRole(running, ann.cookie, bob.id, "read_only")
      assert.strictEqual(changed.status, 200, changed.text)
      const refused = yield* running.get("/api/v1/keys", {
        method: "POST",
        body: JSON.stringify({ name: "no more" }),
        ...keysOf(bob.cookie)
      })
      isProblem(refused, 403, "your role (read-only) has no permission to manage the account")
      const { people } = yield* listPeople(running, bob.cookie)
      assert.strictEqual(people.find(({ current }) => current)?.role, "read_only")
    })

    it.effect(
      "who is removed is signed out when the answer is there; their keys stay",
      function* () {
        const running = yield* service.Service
        const ann = yield* openTeam(running)
        const bob = yield* join(running, ann.cookie, "member")
        const { key, id } = yield* make(running, { name: "bob's" }, keysOf(bob.cookie))
        const named = yield* list(running, keysOf(ann.cookie))
        assert.deepStrictEqual(named.find((one) => one.id === id)?.made_by, {
          id: bob.id,
          email: bob.email
        })
        const removed = yield* remove(running, ann.cookie, bob.id)
        assert.strictEqual(removed.status, 200, removed.text)
        assert.isFalse(yield* lasts(running, bob.cookie))
        isProblem(yield* tryToSignIn(running, bob), 401, "unauthorized")
        isProblem(yield* remove(running, ann.cookie, bob.id), 404, personNotFound.error)
        isProblem(yield* remove(running, ann.cookie, "x"), 404, personNotFound.error)
        assert.isTrue(yield* accepts(running, key))
        const left = yield* list(running, keysOf(ann.cookie))
        assert.deepStrictEqual(left.find((one) => one.id === id)?.made_by, { id: bob.id })
      }
    )

    it.effect("who is the last manager stays one", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const bob = yield* join(running, ann.cookie, "member")
      isProblem(yield* remove(running, ann.cookie, ann.account), 409, lastManager.error)
      isProblem(
        yield* changeRole(running, ann.cookie, ann.account, "member"),
        409,
        lastManager.error
      )
      yield* changeRole(running, ann.cookie, bob.id, "manager")
      // Two who demote each other at the same time: one of them is too late.
      const answers = yield* Effect.all(
        [
          changeRole(running, ann.cookie, bob.id, "member"),
          changeRole(running, bob.cookie, ann.account, "member")
        ],
        { concurrency: 2 }
      )
      const { people } = yield* listPeople(running, ann.cookie)
      assert.lengthOf(
        people.filter(({ role }) => role === "manager"),
        1
      )
      assert.include([403, 409], Math.max(...answers.map(({ status }) => status)))
    })

    it.effect(
      "of another account can be neither changed nor removed, and is not listed",
      function* () {
        const running = yield* service.Service
        const [ann, eve] = [yield* openTeam(running), yield* openTeam(running)]
        isProblem(yield* remove(running, eve.cookie, ann.account), 404, personNotFound.error)
        isProblem(
          yield* changeRole(running, eve.cookie, ann.account, "member"),
          404,
          personNotFound.error
        )
        assert.lengthOf((yield* listPeople(running, eve.cookie)).people, 1)
        const withKey = yield* running.get(paths.people, { apiKey: ann.apiKey })
        isProblem(withKey, 401, "unauthorized")
      }
    )

    it.effect("is named by the security events, until they are removed", function* () {
      const running = yield* service.Service
      const ann = yield* openTeam(running)
      const bob = yield* join(running, ann.cookie, "member")
      yield* changeRole(running, ann.cookie, bob.id, "read_only")
      yield* tryToSignIn(running, { ...bob, password: "wrong horse battery" })
      const asAnn = keysOf(ann.cookie)
      const failed = yield* untilSeen(running, asAnn, ofType("sign_in_failed"))
      const annNamed = { id: ann.account, email: ann.email }
      const bobNamed = { id: bob.id, email: bob.email }
      assert.deepStrictEqual(failed.by_person, bobNamed)
      const found = yield* events(running, asAnn)
      const told = found.map(({ type, by, by_person, person, role }) => ({
        type,
        by,
        by_person,
        person,
        role
      }))
      assert.deepInclude(told, {
        type: "role_changed",
        by: "session",
        by_person: annNamed,
        person: bobNamed,
        role: "read_only"
      })
      assert.deepInclude(told, {
        type: "person_joined",
        by: "session",
        by_person: bobNamed,
        person: bobNamed,
        role: "member"
      })
      assert.deepInclude(told, {
        type: "signed_in",
        by: "session",
        by_person: annNamed,
        person: annNamed,
        role: undefined
      })
      const byKey = yield* events(running, { apiKey: ann.apiKey })
      assert.notInclude(JSON.stringify(byKey), "@")

      yield* remove(running, ann.cookie, bob.id)
      const later = yield* events(running, asAnn)
      assert.deepStrictEqual(later.find(ofType("person_removed"))?.person, { id: bob.id })
      assert.notInclude(JSON.stringify(later), bob.email)
    })
  }
)
