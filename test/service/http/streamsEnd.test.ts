/** Answers that go on end when their caller may no longer ask: streams of events, and downloads. */
import { Duration, Effect } from "effect"

import { live } from "../../support/service.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { make, revoke } from "../accounts/keysWorld.ts"
import { env, signOut } from "../accounts/sessions/sessionWorld.ts"
import { jobEnd } from "../erasure/erasureWorld.ts"
import { jobOf, list, upload } from "../jobs/jobsHttpWorld.ts"
import { until } from "../webhooks/webhookWorld.ts"
import { changes, ends, follow, openWorld } from "./streamsEndWorld.ts"

const cancelled = /"status":"cancelled"/

/** From the answer that confirms the end: a second, and what a machine under load takes besides. */
const endsWithin = Duration.seconds(10)

const streams = ["job", "events"] as const

layer(service.layer({ lab: true, env: { ...env, RCPT_RATE_LIMIT: "off" } }), live)(
  "A stream",
  (it) => {
    for (const [when, setUp] of Object.entries(ends))
      it.effect(`ends when ${when}, and tells nothing more`, function* () {
        const world = yield* openWorld(yield* service.Service)
        const { headers, end } = yield* setUp(world)
        const open = yield* Effect.forEach(streams, (name) =>
          follow(world.running, world.streams[name], headers)
        )
        yield* until(() => open.every(({ text }) => text() !== ""))
        yield* end
        yield* world.news
        const completed = yield* Effect.timeout(
          Effect.forEach(open, ({ ended }) => ended),
          endsWithin
        )
        assert.deepStrictEqual(completed, [true, true])
        for (const { text } of open) assert.notMatch(text(), cancelled)
      })

    for (const [when, setUp] of Object.entries(changes))
      it.effect(`goes on when ${when}`, function* () {
        const world = yield* openWorld(yield* service.Service)
        const { headers, end } = yield* setUp(world)
        const open = yield* Effect.forEach(streams, (name) =>
          follow(world.running, world.streams[name], headers)
        )
        yield* until(() => open.every(({ text }) => text() !== ""))
        yield* end
        yield* world.news
        yield* until(() => open.every(({ text }) => cancelled.test(text())))
      })
  }
)

/** More than the sockets of both ends hold. */
const rows = 16_000
const wide = "x".repeat(1_000)

describe("A download that nobody reads on", () => {
  it.live(
    "is cut off when its key is revoked or its session ends, and does not look whole",
    function* () {
      const running = yield* service.start({ lab: true, env })
      const world = yield* openWorld(running)
      const { team } = world
      const csv = `email,text\n${`valid@sandbox.rcpt.test,${wide}\n`.repeat(rows)}`
      yield* running.get(`/api/v1/admin/accounts/${team.account}/grants`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "more" },
        body: JSON.stringify({ credits: rows, reason: "a test" })
      })
      const { id } = yield* jobOf(yield* upload(running, [list(csv)], team), 201)
      yield* jobEnd(running, id, team.apiKey)
      const path = `/api/v1/jobs/${id}/download`
      const { id: keyId, key } = yield* make(running, { name: "reader", scopes: ["read"] }, team)
      const slow = yield* Effect.forEach(
        [{ "x-api-key": key }, { cookie: `rcpt_session=${team.cookie}` }],
        (headers) => follow(running, path, headers, false)
      )
      for (const { response } of slow) assert.strictEqual(response.statusCode, 200)
      const whole = yield* follow(running, path, { "x-api-key": team.apiKey })
      yield* revoke(running, keyId, team)
      yield* signOut(running, team.cookie)
      for (const { response, ended } of slow) {
        response.resume()
        assert.isFalse(yield* ended)
      }
      assert.isTrue(yield* whole.ended)
      assert.isAbove(whole.text().length, rows * wide.length)
      for (const { text } of slow) assert.isBelow(text().length, whole.text().length)
      assert.notInclude(running.output(), "ERROR")
    }
  )
})
