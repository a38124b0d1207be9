/** Where each story is told: at one node, and at three behind a balancer, for whom it must be the same. */
import type { Layer } from "effect"

import * as service from "../support/service.ts"
import * as serviceNodes from "../support/serviceNodes.ts"

interface StoryWorld {
  /** As in "a story, at one node". */
  readonly at: string
  /** Always in the lab. */
  readonly layer: (options?: Omit<service.Options, "lab">) => Layer.Layer<service.Service>
}

export const storyWorlds: ReadonlyArray<StoryWorld> = [
  { at: "one node", layer: (options) => service.layer({ lab: true, ...options }) },
  {
    at: "three nodes by turns, on a Postgres with defaults",
    layer: (options = {}) => serviceNodes.layer(options)
  }
]

/** As `service.live`. Milliseconds: a Postgres and three nodes start, on a machine under load. */
export const live = { excludeTestServices: true, timeout: 240_000 } as const
