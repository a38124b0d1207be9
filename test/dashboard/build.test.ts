import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  utimesSync
} from "node:fs"
import { join } from "node:path"

import { failureOf } from "@rcpt/service/http/dashboard/Dashboard"
import { buildDashboard as build } from "@rcpt/tools/buildDashboard"
import { Effect, Exit, Fiber } from "effect"

import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { fetchRaw } from "./fetchRaw.ts"

/** Ends when the build has removed its remains, also when it is interrupted. */
const buildDashboard = (folder: string, from: string) =>
  Effect.callback<void, unknown>((resume, signal) => {
    const built = build(folder, from, signal)
    built.then(
      () => resume(Effect.void),
      (error) => resume(Effect.fail(error))
    )
    return Effect.promise(() => built.catch(() => {}))
  })

/** The sources of a page with this one script. */
const sourcesOf = (parent: string, script: string): string => {
  const folder = join(parent, "sources")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "index.html"), '<script type="module" src="./main.js"></script>')
  writeFileSync(join(folder, "main.js"), script)
  return folder
}

const good = "document.title = 'there'"
const broken = 'import "./missing-file.js"'

const world = Effect.map(tempFolder(), (parent) => {
  const dist = join(parent, "dist")
  return { parent, dist, folder: join(dist, "hash") }
})

const live = { timeout: 90_000 }

describe("A build of the dashboard", () => {
  it.live(
    "appears complete in its folder, also when two builds run at the same time",
    function* () {
      const { parent, dist, folder } = yield* world
      const from = sourcesOf(parent, good)
      const builds = [buildDashboard(folder, from), buildDashboard(folder, from)]
      yield* Effect.all(builds, { concurrency: 2 })
      assert.deepStrictEqual(readdirSync(dist), ["hash"])
      assert.isTrue(existsSync(join(folder, "index.html")))
    },
    live
  )

  it.live(
    "leaves nothing behind when it is stopped",
    function* () {
      const { parent, dist, folder } = yield* world
      const build = yield* Effect.forkChild(buildDashboard(folder, sourcesOf(parent, good)))
      yield* Effect.sleep("100 millis")
      yield* Fiber.interrupt(build)
      assert.deepStrictEqual(existsSync(dist) ? readdirSync(dist) : [], [])
    },
    live
  )

  it.live(
    "removes builds of more than a day ago, and nothing else that lies beside its folder",
    function* () {
      const { parent, dist, folder } = yield* world
      const old = ["0123456789ab", "0123456789ab.failed", "packages"]
      for (const name of [...old, "ba9876543210"]) mkdirSync(join(dist, name), { recursive: true })
      const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400
      for (const name of old) utimesSync(join(dist, name), twoDaysAgo, twoDaysAgo)
      yield* buildDashboard(folder, sourcesOf(parent, good))
      assert.deepStrictEqual(readdirSync(dist).toSorted(), ["ba9876543210", "hash", "packages"])
    },
    live
  )

  it.live(
    "records why it failed, until one succeeds",
    function* () {
      const { parent, dist, folder } = yield* world
      const failed = yield* Effect.exit(buildDashboard(folder, sourcesOf(parent, broken)))
      assert.isTrue(Exit.isFailure(failed))
      assert.deepStrictEqual(readdirSync(dist), ["hash.failed"])
      assert.include(readFileSync(failureOf(folder), "utf8"), "missing-file.js")
      yield* buildDashboard(folder, sourcesOf(parent, good))
      assert.deepStrictEqual(readdirSync(dist), ["hash"])
    },
    live
  )
})

const pageOf = (base: string) =>
  Effect.map(fetchRaw(base, "/", { accept: "text/html" }), ({ status, headers, body }) => {
    assert.strictEqual(status, 200)
    return { headers, text: body.toString() }
  })

const isShown = (base: string, words: string) =>
  pageOf(base).pipe(
    Effect.tap(Effect.sleep("100 millis")),
    Effect.repeat({ until: ({ text }) => text.includes(words) }),
    Effect.timeout("60 seconds"),
    Effect.orDie
  )

describe("A service whose dashboard is not built yet", () => {
  it.live(
    "shows a page that says so and reloads itself, without a script",
    function* () {
      const { parent, folder } = yield* world
      const { base } = yield* service.start({ env: { RCPT_DASHBOARD: folder } })
      const { headers, text } = yield* pageOf(base)
      assert.include(text, "The dashboard is being built")
      assert.match(text, /<meta http-equiv="refresh" content="\d+">/)
      assert.notInclude(text, "<script")
      assert.strictEqual(headers["cache-control"], "no-store")
      assert.notInclude(String(headers["content-security-policy"]), "unsafe")
      assert.strictEqual((yield* fetchRaw(base, "/ledger")).status, 404)

      mkdirSync(join(folder, ".."), { recursive: true })
      writeFileSync(failureOf(folder), "no such <b>file</b>")
      const failed = yield* isShown(base, "could not be built")
      assert.include(failed.text, "no such &lt;b&gt;file&lt;/b&gt;")
      assert.strictEqual((yield* fetchRaw(base, "/api/v1/account")).status, 401)

      yield* buildDashboard(folder, sourcesOf(parent, good))
      yield* isShown(base, "<script")
    },
    live
  )

  it.live(
    "is ready first, and builds it afterwards",
    function* () {
      // An empty value counts as unset.
      const { base, output } = yield* service.start({ env: { RCPT_DASHBOARD: "" } })
      assert.strictEqual((yield* fetchRaw(base, "/healthz")).status, 200)
      yield* isShown(base, 'id="root"')
      assert.notInclude(output(), "could not be built")
    },
    live
  )

  it.live(
    "serves none if it is turned off",
    function* () {
      const { base } = yield* service.start({ env: { RCPT_DASHBOARD: "off" } })
      for (const path of ["/", "/ledger", "/index.html"])
        assert.strictEqual((yield* fetchRaw(base, path, { accept: "text/html" })).status, 404, path)
    },
    live
  )
})
