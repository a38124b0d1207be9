/** Streams of one node end when their caller may no longer ask, whichever node was told, and without a notification. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import type { Running } from "../../support/service.ts"
import * as serviceNodes from "../../support/serviceNodes.ts"
import { sqlOf } from "../accounts/keysWorld.ts"
import { env } from "../accounts/sessions/sessionWorld.ts"
import { until } from "../webhooks/webhookWorld.ts"
import { ends, follow, openWorld } from "./streamsEndWorld.ts"

const cancelled = /"status":"cancelled"/
const streams = ["job", "events"] as const

/** Closes the connections on which nodes listen for revocations, and each new one. */
const keepClosing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const cut = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%rcpt_revoked%'`
  return yield* Effect.repeat(cut, Schedule.spaced("20 millis"))
})

/** Long enough for a frame that should not come: nodes look for news once a second. */
const silence = Duration.seconds(2)

interface Nodes {
  readonly asked: Running
  readonly following: Running
}

const each = ({ asked, following }: Nodes, isNotified: boolean) =>
  Effect.forEach(
    Object.entries(ends),
    ([when, setUp]) =>
      Effect.gen(function* () {
        const world = yield* openWorld(asked)
        const { headers, end } = yield* setUp(world)
        const open = yield* Effect.forEach(streams, (name) =>
          follow(following, world.streams[name], headers)
        )
        yield* until(() => open.every(({ text }) => text() !== ""))
        yield* end
        yield* world.news
        const ended = Effect.forEach(open, (one) => one.ended)
        if (isNotified) yield* Effect.timeout(ended, "1 second")
        else yield* Effect.sleep(silence)
        for (const { text } of open) assert.notMatch(text(), cancelled, when)
      }).pipe(Effect.scoped),
    { concurrency: 2, discard: true }
  )

describe("A stream of another node", () => {
  it.live("ends within a second, and tells nothing more", () =>
    Effect.gen(function* () {
      const [asked, following] = yield* serviceNodes.three({
        env: { ...env, RCPT_RATE_LIMIT: "off" }
      })
      const nodes = { asked: asked!, following: following! }
      yield* each(nodes, true)
      // Without notifications it may stay open for a while, and still tells nothing.
      const closing = yield* Effect.forkChild(Effect.provide(keepClosing, sqlOf(nodes.asked)))
      yield* each(nodes, false)
      yield* Fiber.interrupt(closing)
    }).pipe(Effect.scoped)
  )
})
