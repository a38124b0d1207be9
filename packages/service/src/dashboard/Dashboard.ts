/**
 * The dashboard as it stands: off, on its way, failed, or there. Whoever builds it does so beside us
 * and puts the whole folder in its place at once; a build that failed leaves `<folder>.failed`, with
 * its reason. Once there, it stays as it is until the next start.
 */
import { readFile } from "node:fs/promises"

import { Clock, Context, Effect, Layer } from "effect"

import { Config } from "../Config.ts"
import { readBundle } from "./readBundle.ts"
import type { Bundle } from "./readBundle.ts"

export type State =
  | { readonly is: "off" }
  | { readonly is: "building" }
  | { readonly is: "failed"; readonly why: string }
  | { readonly is: "there"; readonly bundle: Bundle }

/** Milliseconds: how often the folder is looked for, however many ask. */
const lookEvery = 500

/** Characters of a reason that are shown: a compiler can say a lot. */
const reasonCharsMax = 4_000

/** Where a build says why it failed. */
export const failureOf = (folder: string): string => `${folder}.failed`

const lookAt = (folder: string): Effect.Effect<State> =>
  Effect.promise(async () => {
    try {
      return { is: "there", bundle: await readBundle(folder) }
    } catch (error) {
      const isMissing = Object(error).code === "ENOENT"
      if (!isMissing) return { is: "failed", why: Object(error).message }
    }
    try {
      const why = await readFile(failureOf(folder), "utf8")
      return { is: "failed", why: why.slice(0, reasonCharsMax) }
    } catch {
      return { is: "building" }
    }
  })

export class Dashboard extends Context.Service<
  Dashboard,
  { readonly state: Effect.Effect<State> }
>()("@rcpt/service/Dashboard") {
  static readonly layer: Layer.Layer<Dashboard, never, Config> = Layer.effect(
    Dashboard,
    Effect.map(Config, ({ dashboard: folder }) => {
      if (folder === undefined || folder === "off") return { state: Effect.succeed({ is: "off" }) }
      let state: State = { is: "building" }
      let lookedAt = -Infinity
      const look = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (state.is === "there" || now - lookedAt < lookEvery) return state
        lookedAt = now
        state = yield* lookAt(folder)
        return state
      })
      return { state: look }
    })
  )
}
