/**
 * Where each story is told, which must be the same everywhere: at one node, at three behind a balancer, and
 * at three whose hints go over a NATS that is killed again and again.
 */
import { Effect, Layer } from "effect"
import { describe } from "vitest"

import * as natsServer from "../support/natsServer.ts"
import { describeWith, natsServer as nats } from "../support/needs.ts"
import type { Need } from "../support/needs.ts"
import * as service from "../support/service.ts"
import * as serviceNodes from "../support/serviceNodes.ts"

export interface StoryWorld {
  /** As in "a story, at one node". */
  readonly at: string
  /** Always in the lab. */
  readonly layer: (options?: Omit<service.Options, "lab">) => Layer.Layer<service.Service>
  readonly need?: Need
}

/** Up for a second and a half, away for as long, and so on until the stories are told. */
const comingAndGoing = Effect.gen(function* () {
  const server = yield* natsServer.create()
  const phase = Effect.sleep("1500 millis")
  const once = natsServer.during(server, ({ pid }) =>
    Effect.andThen(
      phase,
      Effect.sync(() => process.kill(pid, "SIGKILL"))
    )
  )
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(once, phase)))
  return server.url
})

const overNats = (options: Omit<service.Options, "lab"> = {}) =>
  Layer.unwrap(
    Effect.map(comingAndGoing, (url) =>
      serviceNodes.layer({ ...options, env: { ...options.env, RCPT_NATS_URL: url } })
    )
  )

export const oneNode: StoryWorld = {
  at: "one node",
  layer: (options) => service.layer({ lab: true, ...options })
}

export const storyWorlds: ReadonlyArray<StoryWorld> = [
  oneNode,
  {
    at: "three nodes by turns, on a Postgres with defaults",
    layer: (options = {}) => serviceNodes.layer(options)
  },
  { at: "three nodes over NATS, which comes and goes", layer: overNats, need: nats }
]

/** `describe` of a story at one of the worlds. */
export const describeAt = ({ at, need }: StoryWorld, story: string, body: () => void): void => {
  const name = `${story}, at ${at}`
  if (need === undefined) describe(name, body)
  else describeWith(need, name, body)
}

/** As `service.live`. Milliseconds: a Postgres and three nodes start, on a machine under load. */
export const live = { excludeTestServices: true, timeout: 240_000 } as const
