/** Streams of one node end when their caller may no longer ask, also where another node was told. */
import { Duration, Effect } from "effect"

import type { Running } from "../../support/service.ts"
import * as serviceNodes from "../../support/serviceNodes.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { env } from "../accounts/sessions/sessionWorld.ts"
import { until } from "../webhooks/webhookWorld.ts"
import { ends, follow, openWorld } from "./streamsEndWorld.ts"

const cancelled = /"status":"cancelled"/
const streams = ["job", "events"] as const

/** From the answer that confirms the end: a second, and what a machine under load takes besides. */
const endsWithin = Duration.seconds(5)

interface Nodes {
  readonly asked: Running
  readonly following: Running
}

const each = ({ asked, following }: Nodes) =>
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
        yield* Effect.timeout(
          Effect.forEach(open, ({ ended }) => ended),
          endsWithin
        )
        for (const { text } of open) assert.notMatch(text(), cancelled, when)
      }).pipe(Effect.scoped),
    { discard: true }
  )

describe("A stream of another node", () => {
  it.live("ends within a second, and tells nothing more", () =>
    Effect.gen(function* () {
      const [asked, following] = yield* serviceNodes.three({
        env: { ...env, RCPT_RATE_LIMIT: "off" }
      })
      yield* each({ asked: asked!, following: following! })
    }).pipe(Effect.scoped)
  )
})
