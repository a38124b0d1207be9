import { randomUUIDv7 } from "node:crypto"

import { Effect } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import type { Running } from "../../support/service.ts"
import * as service from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { isProblem, make as makeKey, revoke } from "../accounts/keysWorld.ts"
import { openPerson, signIn, signOut } from "../accounts/sessions/sessionWorld.ts"
import { list as csv, jobOf, upload } from "../jobs/jobsHttpWorld.ts"
import { listen } from "./eventsStreamWorld.ts"
import type { Listening } from "./eventsStreamWorld.ts"
import { decode, env, ok, path, post, set } from "./webhookHttpWorld.ts"
import { receiver, until, verified } from "./webhookWorld.ts"

const verifyList = (running: Running, rows = 1) =>
  Effect.gen(function* () {
    const emails = Array.from({ length: rows }, (_, n) => `u${n}@acme.test`)
    return yield* jobOf(yield* upload(running, [csv(`email\n${emails.join("\n")}\n`)]), 201)
  })

const byKey = (apiKey: string, lastId?: string) => ({
  "x-api-key": apiKey,
  ...(lastId !== undefined && { "last-event-id": lastId })
})

const begun = ({ blocks }: Listening) => until(() => blocks.length > 0)

const told = ({ blocks }: Listening) =>
  blocks.flatMap(({ id, data }) => (data === undefined ? [] : [{ id, ...JSON.parse(data) }]))

/** Until the stream has told that this job has ended. */
const toldOf = (listening: Listening, job: string) =>
  until(() => told(listening).some(({ data }) => data.id === job))

layer(service.layer({ lab: true, env }), service.live)(
  "The stream of an account's events",
  (it) => {
    it.effect("has what its webhook is sent: the same id, and the same bytes", function* () {
      const running = yield* service.Service
      const to = yield* receiver()
      ok(yield* set(running, to.url))
      const { secret } = yield* decode.secret(ok(yield* post(running, "secret")))
      const stream = yield* listen(running, byKey(running.apiKey))
      yield* begun(stream)
      const { id } = yield* verifyList(running)
      yield* toldOf(stream, id)
      yield* until(() => to.heard.length === 1)
      const [heard] = to.heard
      const [, block] = stream.blocks
      assert.strictEqual(block?.id, heard?.headers["webhook-id"])
      assert.strictEqual(block?.data, heard?.body)
      assert.deepInclude(verified(secret, heard!), { type: "job.completed" })
      assert.strictEqual(stream.response.headers["content-type"], "text/event-stream")
      assert.strictEqual(stream.response.headers["cache-control"], "no-store")
      yield* running.get(path, { method: "DELETE" })
    })

    it.effect("needs no webhook, and goes on where the client was cut off", function* () {
      const running = yield* service.Service
      const first = yield* listen(running, byKey(running.apiKey))
      yield* begun(first)
      const from = first.blocks[0]!.id!
      const jobs = [yield* verifyList(running), yield* verifyList(running)]
      for (const { id } of jobs) yield* toldOf(first, id)
      // Of two jobs either may end first.
      const ids = told(first).map(({ id }) => id)
      assert.sameMembers(
        told(first).map(({ data }) => data.id),
        jobs.map(({ id }) => id)
      )
      const again = yield* listen(running, byKey(running.apiKey, from))
      yield* until(() => told(again).length === 2)
      assert.deepStrictEqual(again.blocks.slice(1), first.blocks.slice(1))
      const behind = yield* listen(running, byKey(running.apiKey, ids[0]))
      yield* until(() => told(behind).length > 0)
      assert.deepStrictEqual(told(behind), told(first).slice(1))
      // Of an id that is no message's, all are told that are kept.
      for (const unknown of [randomUUIDv7(), "0", "x"]) {
        const all = yield* listen(running, byKey(running.apiKey, unknown))
        yield* until(() => told(all).length > 0)
        assert.includeMembers(
          told(all).map(({ id }) => id),
          ids
        )
      }
    })

    it.effect("is the account's own, and empty of what was before", function* () {
      const running = yield* service.Service
      const { apiKey } = yield* openAccount(running.databaseUrl!)
      const other = yield* listen(running, byKey(apiKey))
      const own = yield* listen(running, byKey(running.apiKey))
      yield* begun(other)
      yield* begun(own)
      const { id } = yield* verifyList(running)
      yield* toldOf(own, id)
      assert.deepStrictEqual(
        told(own).map(({ data }) => data.id),
        [id]
      )
      // Not even by the id of another account's message.
      const taken = yield* listen(running, byKey(apiKey, told(own)[0]!.id))
      yield* begun(taken)
      yield* Effect.sleep("1500 millis")
      assert.deepStrictEqual([told(other), told(taken)], [[], []])
    })

    it.effect("has comments, so that proxies keep it open", function* () {
      const running = yield* service.Service
      const stream = yield* listen(running, byKey(running.apiKey))
      yield* until(() => stream.comments.length > 0)
      assert.match(stream.comments[0]!, /^: /)
    })

    it.effect("ends with its key, before the next event", function* () {
      const running = yield* service.Service
      const { id, key } = yield* makeKey(running, { name: "reader", scopes: ["read"] })
      const stream = yield* listen(running, byKey(key))
      yield* begun(stream)
      yield* revoke(running, id)
      yield* verifyList(running)
      assert.isTrue(yield* stream.ended)
      assert.deepStrictEqual(told(stream), [])
      isProblem(yield* running.get("/api/v1/events/stream", { apiKey: key }), 401, "unauthorized")
    })

    it.effect("ends with the session that opened it", function* () {
      const running = yield* service.Service
      const person = yield* openPerson(running)
      const { cookie } = yield* signIn(running, person)
      const stream = yield* listen(running, { cookie: `rcpt_session=${cookie}` })
      yield* begun(stream)
      yield* signOut(running, cookie)
      assert.isTrue(yield* stream.ended)
    })

    it.effect("is refused beyond a hundred of an account", function* () {
      const running = yield* service.Service
      const { apiKey } = yield* openAccount(running.databaseUrl!)
      const open = yield* Effect.forEach(
        Array.from({ length: 100 }),
        () => listen(running, byKey(apiKey)),
        { concurrency: 10 }
      )
      yield* until(() => open.every(({ blocks }) => blocks.length > 0))
      const answer = yield* running.get("/api/v1/events/stream", { apiKey })
      isProblem(answer, 429, "rate limit exceeded")
      assert.strictEqual(answer.headers.get("retry-after"), "5")
    })

    it.effect("tells once that credits run low, without a webhook", function* () {
      const running = yield* service.Service
      const { credits } = yield* decode.account(ok(yield* running.get("/api/v1/account")))
      const stream = yield* listen(running, byKey(running.apiKey))
      yield* begun(stream)
      yield* verifyList(running, credits - 50)
      const low = () => told(stream).filter(({ type }) => type === "credits.low")
      yield* until(() => low().length > 0)
      assert.deepInclude(low()[0], { data: { credits: 50 } })
      assert.strictEqual(low().length, 1)
    })
  }
)
