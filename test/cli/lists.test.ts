import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect } from "effect"

import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

/** Answers every request with the same page. */
const pageServer = (page: string) =>
  Effect.acquireRelease(
    Effect.callback<{ url: string; close: () => void }>((resume) => {
      const server = createServer((_, response) => void response.end(page))
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(
          Effect.succeed({ url: `http://127.0.0.1:${port}/`, close: () => void server.close() })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const names = [
  "disposable-email-domains",
  "fakefilter",
  "disposable-domains",
  "mailchecker",
  "free-email-domains",
  "email-providers"
]

const refreshFrom = (page: string) =>
  Effect.gen(function* () {
    const env = { RCPT_DATA_DIR: yield* tempFolder() }
    const { url } = yield* pageServer(page)
    const mirrors = names.flatMap((name) => ["--url", `${name}=${url}`])
    const refreshed = yield* rcpt(["lists", "refresh", ...mirrors], env)
    return { refreshed, shown: yield* rcpt(["lists", "show"], env) }
  })

/** As long as the longest of the lists, with unused domains. */
const many = Array.from({ length: 140_000 }, (_, index) => `d${index}.invalid-list.test`)

describe("rcpt lists", () => {
  it.live("shows each list with its date, in 80 columns", function* () {
    const { code, stdout } = yield* rcpt(["lists", "show"], {
      RCPT_DATA_DIR: yield* tempFolder()
    })
    assert.strictEqual(code, 0)
    const lines = stdout.trimEnd().split("\n")
    for (const name of names) {
      assert.isTrue(
        lines.some((line) => line.startsWith(name)),
        name
      )
    }
    for (const line of lines) {
      assert.match(line, / \d{4}-\d\d-\d\d +\d+ \S+ +bundled$/)
      assert.isAtMost(line.length, 80)
    }
  })

  it.live("shows who has a domain, since when, and what follows", function* () {
    const env = { RCPT_DATA_DIR: yield* tempFolder() }
    const listed = yield* rcpt(["lists", "show", "ann@inbox.mailinator.com"], env)
    assert.match(listed.stdout, /^inbox\.mailinator\.com: disposable\n {2}listed as mailinator/)
    assert.match(listed.stdout, /disposable-email-domains +since 2018-07-10 +disposable/)
    const bad = yield* rcpt(["lists", "show", "no domain"], env)
    assert.strictEqual(bad.code, 64)
    assert.include(bad.stderr, '"no domain" is no domain')
  })

  it.live("fetches newer lists, which are used from then on", function* () {
    const { refreshed, shown } = yield* refreshFrom(many.join("\n"))
    assert.strictEqual(refreshed.code, 0, refreshed.stderr)
    assert.match(refreshed.stdout, /disposable-domains: 133592 entries before, 140000 now/)
    assert.match(shown.stdout, /disposable-domains +disposable \S+ +140000 MIT +refreshed/)
  })

  it.live("ends with 69 and keeps the current lists if a new one is refused", function* () {
    const { refreshed, shown } = yield* refreshFrom("mailinator.com\n")
    assert.strictEqual(refreshed.code, 69)
    assert.match(refreshed.stdout, /refused, it shrank from 133592 entries to 1/)
    assert.notMatch(shown.stdout, / refreshed$/m)
  })
})
