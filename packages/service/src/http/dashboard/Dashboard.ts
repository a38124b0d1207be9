/**
 * The state of the dashboard: off, building, failed or ready. A separate process builds it and moves
 * the complete folder into place; a failed build leaves its reason in `<folder>.failed`. Once loaded,
 * the dashboard does not change until the service restarts.
 */
import { readFile, readdir } from "node:fs/promises"
import { extname, join, relative, sep } from "node:path"

import { Clock, Context, Effect, Layer } from "effect"

import { Config } from "../../platform/Config.ts"
import { formOf } from "../staticFiles.ts"
import type { Encoding, Form, StaticFile } from "../staticFiles.ts"

// Reads the files of a built dashboard into memory, once. Requests are served from memory, so no
// request path ever reaches the disk.

/** The files by path: `/index.html`, `/assets/….js`. */
export type Bundle = ReadonlyMap<string, StaticFile>

/** The file types of a Vite build. */
const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2"
}

/** Vite puts the files with a hash in their names here. */
const hashedFolder = "/assets/"

/** The build writes `x.js.br` next to `x.js`. */
const endings: ReadonlyArray<readonly [ending: string, encoding: Encoding]> = [
  [".br", "br"],
  [".gz", "gzip"]
]

const formsOf = (path: string, files: ReadonlyMap<string, Uint8Array>) => {
  const forms = new Map<Encoding, Form>()
  const all = [["", "identity"] as const, ...endings]
  for (const [ending, encoding] of all) {
    const bytes = files.get(path + ending)
    if (bytes) forms.set(encoding, formOf(bytes))
  }
  return forms
}

const readAll = async (folder: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const read = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [`/${relative(folder, file).split(sep).join("/")}`, await readFile(file)] as const
    })
  return new Map(await Promise.all(read))
}

/** Fails when the folder does not exist or has no `index.html`. */
const readBundle = async (folder: string): Promise<Bundle> => {
  const files = await readAll(folder)
  if (!files.has("/index.html")) throw new Error(`${folder} has no index.html`)
  const paths = [...files.keys()].filter(
    (path) => !endings.some(([ending]) => path.endsWith(ending))
  )
  return new Map(
    paths.map((path) => [
      path,
      {
        contentType: contentTypes[extname(path)] ?? "application/octet-stream",
        isImmutable: path.startsWith(hashedFolder),
        forms: formsOf(path, files)
      }
    ])
  )
}

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
