/**
 * The state of the dashboard: off, building, failed or ready. A separate process builds it and moves
 * the complete folder into place; a failed build leaves its reason in `<folder>.failed`. Once loaded,
 * the dashboard does not change until the service restarts.
 */
import { readFile } from "node:fs/promises"

import { Clock, Context, Effect, Layer } from "effect"

import { Config } from "../../platform/Config.ts"
import { readBundle } from "./readBundle.ts"
import type { Bundle } from "./readBundle.ts"

export type State =
  | { readonly status: "off" }
  | { readonly status: "building" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "ready"; readonly bundle: Bundle }

/** Milliseconds between two looks for the folder, however many requests come. */
const recheckInterval = 500

/** Characters of the reason that are shown: compiler output can be long. */
const reasonCharsMax = 4_000

/** The file in which a build leaves the reason of its failure. */
export const failureOf = (folder: string): string => `${folder}.failed`

const readState = (folder: string): Effect.Effect<State> =>
  Effect.promise(async () => {
    try {
      return { status: "ready", bundle: await readBundle(folder) }
    } catch (error) {
      const isMissing = Object(error).code === "ENOENT"
      if (!isMissing) return { status: "failed", reason: Object(error).message }
    }
    try {
      const reason = await readFile(failureOf(folder), "utf8")
      return { status: "failed", reason: reason.slice(0, reasonCharsMax) }
    } catch {
      return { status: "building" }
    }
  })

export class Dashboard extends Context.Service<
  Dashboard,
  { readonly state: Effect.Effect<State> }
>()("@rcpt/service/Dashboard") {
  static readonly layer: Layer.Layer<Dashboard, never, Config> = Layer.effect(
    Dashboard,
    Effect.map(Config, ({ dashboard: folder }) => {
      if (folder === undefined || folder === "off")
        return { state: Effect.succeed({ status: "off" }) }
      let state: State = { status: "building" }
      let checkedAt = -Infinity
      const refresh = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (state.status === "ready" || now - checkedAt < recheckInterval) return state
        checkedAt = now
        state = yield* readState(folder)
        return state
      })
      return { state: refresh }
    })
  )
}
