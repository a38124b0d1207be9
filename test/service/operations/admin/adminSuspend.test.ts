import { Effect } from "effect"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import { accepts, isProblem, make } from "../../accounts/keysWorld.ts"
import {
  env,
  eventsOf,
  lasts,
  openPerson,
  signIn,
  tryToSignIn
} from "../../accounts/sessions/sessionWorld.ts"
import { creditsOf, customer } from "../../views/ledger/ledgerWorld.ts"

const path = "/api/v1/admin"

const deed = ({ get }: Running, account: string, what: "suspend" | "resume") =>
  get(`${path}/accounts/${account}/${what}`, { method: "POST" })

const done = (running: Running, account: string, what: "suspend" | "resume") =>
  Effect.map(deed(running, account, what), ({ status, text }) =>
    assert.strictEqual(status, 200, text)
  )

const typesOf = (running: Running, account: string) =>
  Effect.map(eventsOf(running, account), (events) => events.map(({ type }) => type))

describe("A suspended account", () => {
  it.live("is refused at once on every node, and let in again when it is resumed", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const one = yield* service.start({ databaseUrl, env, isNode: true })
      const other = yield* service.start({ databaseUrl, env, apiKey: one.apiKey, isNode: true })
      const ann = yield* openPerson(one)
      const bob = yield* openPerson(one)
      const { key: second } = yield* make(one, { name: "second" }, ann)
      const { cookie } = yield* signIn(one, ann)
      const { cookie: bobs } = yield* signIn(one, bob)

      // Known to both nodes, and believed for a second.
      const doors = [ann.apiKey, second]
      const isIn = (running: Running) =>
        Effect.gen(function* () {
          const keys = yield* Effect.forEach(doors, (key) => accepts(running, key))
          return [...keys, yield* lasts(running, cookie)]
        })
      for (const node of [one, other]) assert.deepStrictEqual(yield* isIn(node), [true, true, true])

      yield* done(one, ann.account, "suspend")
      for (const node of [other, one])
        assert.deepStrictEqual(yield* isIn(node), [false, false, false])
      isProblem(yield* other.get("/api/v1/account", ann), 401, "unauthorized")
      isProblem(yield* tryToSignIn(other, ann), 401, "unauthorized")
      for (const node of [one, other]) {
        assert.isTrue(yield* accepts(node, bob.apiKey))
        assert.isTrue(yield* lasts(node, bobs))
      }
      // Once is enough; twice is no mistake.
      yield* done(other, ann.account, "suspend")

      yield* done(other, ann.account, "resume")
      // Sessions have ended for good; whoever is signed out signs in.
      for (const node of [one, other])
        assert.deepStrictEqual(yield* isIn(node), [true, true, false])
      const { cookie: next } = yield* signIn(one, ann)
      assert.isTrue(yield* lasts(other, next))
      yield* done(one, ann.account, "resume")
      const types = (yield* typesOf(one, ann.account)).filter((type) => type !== "SessionStarted")
      assert.deepStrictEqual(types.slice(-2), ["AccountSuspended", "AccountResumed"])

      const { json } = yield* one.get(`${path}/health`)
      assert.strictEqual(Object(json).nodes.length, 2)
    }).pipe(Effect.scoped)
  )

  it.live("keeps its credits, and is none of an owner's nor of nobody", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ env })
      const ann = yield* customer(running, 10)
      const [owners] = (yield* running
        .get(`${path}/accounts?email=owner@rcpt.test`)
        .pipe(Effect.map(({ json }) => Object(json).accounts))) as ReadonlyArray<{
        readonly id: string
      }>
      const stays = "an account that owns the service cannot be suspended"
      isProblem(yield* deed(running, owners!.id, "suspend"), 400, stays)
      assert.isTrue(yield* accepts(running, running.apiKey))
      for (const id of ["x", "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d", "%00"])
        for (const what of ["suspend", "resume"] as const)
          isProblem(yield* deed(running, id, what), 404, "account not found")
      yield* done(running, ann.account, "suspend")
      yield* done(running, ann.account, "resume")
      assert.strictEqual(yield* creditsOf(running, ann), 10)
    }).pipe(Effect.scoped)
  )
})
