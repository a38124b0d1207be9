import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import { buildDashboard } from "@rcpt/cli/dashboard/buildDashboard"
import { failureOf } from "@rcpt/service/dashboard/Dashboard"
import { Effect, Exit, Fiber } from "effect"

import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { fetchRaw } from "./fetchRaw.ts"

/** Sources of a page whose one script is this. */
const sourcesOf = (around: string, script: string): string => {
  const folder = join(around, "sources")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "index.html"), '<script type="module" src="./main.js"></script>')
  writeFileSync(join(folder, "main.js"), script)
  return folder
}

const good = "document.title = 'there'"
const broken = 'import "./missing-file.js"'

const world = Effect.map(tempFolder(), (around) => {
  const dist = join(around, "dist")
  return { around, dist, folder: join(dist, "hash") }
})

const live = { timeout: 90_000 }

describe("A build of the dashboard", () => {
  it.live(
    "puts all of it in its place at once, also when two do it together",
    () =>
      Effect.gen(function* () {
        const { around, dist, folder } = yield* world
        const from = sourcesOf(around, good)
        const builds = [buildDashboard(folder, from), buildDashboard(folder, from)]
        yield* Effect.all(builds, { concurrency: 2 })
        assert.deepStrictEqual(readdirSync(dist), ["hash"])
        assert.isTrue(existsSync(join(folder, "index.html")))
      }),
    live
  )

  it.live(
    "leaves nothing behind when it is stopped",
    () =>
      Effect.gen(function* () {
        const { around, dist, folder } = yield* world
        const build = yield* Effect.forkChild(buildDashboard(folder, sourcesOf(around, good)))
        yield* Effect.sleep("100 millis")
        yield* Fiber.interrupt(build)
        assert.deepStrictEqual(existsSync(dist) ? readdirSync(dist) : [], [])
      }),
    live
  )

  it.live(
    "says why it failed, until one succeeds",
    () =>
      Effect.gen(function* () {
        const { around, dist, folder } = yield* world
        const failed = yield* Effect.exit(buildDashboard(folder, sourcesOf(around, broken)))
        assert.isTrue(Exit.isFailure(failed))
        assert.deepStrictEqual(readdirSync(dist), ["hash.failed"])
        assert.include(readFileSync(failureOf(folder), "utf8"), "missing-file.js")
        yield* buildDashboard(folder, sourcesOf(around, good))
        assert.deepStrictEqual(readdirSync(dist), ["hash"])
      }),
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
    "says so on a page that asks again by itself, without a script",
    () =>
      Effect.gen(function* () {
        const { around, folder } = yield* world
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

        yield* buildDashboard(folder, sourcesOf(around, good))
        yield* isShown(base, "<script")
      }),
    live
  )

  it.live(
    "is ready first, and builds it beside",
    () =>
      Effect.gen(function* () {
        // Empty: as if it were not set.
        const { base, output } = yield* service.start({ env: { RCPT_DASHBOARD: "" } })
        assert.strictEqual((yield* fetchRaw(base, "/healthz")).status, 200)
        yield* isShown(base, 'id="root"')
        assert.notInclude(output(), "could not be built")
      }),
    live
  )

  it.live(
    "has none where none is wanted",
    () =>
      Effect.gen(function* () {
        const { base } = yield* service.start({ env: { RCPT_DASHBOARD: "off" } })
        for (const path of ["/", "/ledger", "/index.html"])
          assert.strictEqual(
            (yield* fetchRaw(base, path, { accept: "text/html" })).status,
            404,
            path
          )
      }),
    live
  )
})
