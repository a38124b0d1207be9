/** A database of every release, on which this program is started: it answers as the release did, and goes on. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { version } from "@rcpt/service/platform/version"
import { parse } from "csv-parse/sync"
import { Effect, Redacted, Schedule } from "effect"

import { rcpt } from "../cli/rcpt.ts"
import * as service from "../support/service.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { folder, releases, restored } from "./support/released.ts"

interface Recorded {
  readonly apiKey: string
  readonly answers: Readonly<Record<string, string>>
}

/** Jobs of a release are older each day, and are not to be deleted for that. */
const env = { RCPT_RETENTION_DAYS: "3650", RCPT_RATE_LIMIT: "off" }

/** When the answer was made, and what is of that month. */
const momentary = ["checked_at", "usage"]

/** Fields that are new since are no change for a client. */
const contains = (now: unknown, before: unknown, path: string): void => {
  if (typeof before !== "object" || before === null)
    return assert.deepStrictEqual(now, before, path)
  if (Array.isArray(before)) assert.strictEqual(Object(now).length, before.length, path)
  for (const [name, value] of Object.entries(before))
    if (!momentary.includes(name)) contains(Object(now)[name], value, `${path}.${name}`)
}

const rowsOf = (csv: string): ReadonlyArray<unknown> => parse(csv, { columns: true, bom: true })

const compare = (path: string, now: string, before: string) =>
  path.endsWith("/download")
    ? contains(rowsOf(now), rowsOf(before), path)
    : /^[[{]/.test(before)
      ? contains(JSON.parse(now), JSON.parse(before), path)
      : assert.strictEqual(now, before, path)

describe("A database of release", () => {
  for (const version of releases)
    it.live(`${version} is taken over, with every job, entry and credit`, () =>
      Effect.gen(function* () {
        const databaseUrl = yield* restored(version)
        const { apiKey, answers } = JSON.parse(
          readFileSync(join(folder, `${version}.json`), "utf8")
        ) as Recorded
        const running = yield* service.start({ lab: true, databaseUrl, apiKey, env })
        for (const [path, before] of Object.entries(answers))
          compare(path, (yield* running.get(path)).text, before)

        // It goes on: a charge for an answer, and a job.
        const credits = Effect.map(running.get("/api/v1/account"), ({ json }) =>
          Number(Object(json).credits)
        )
        const before = yield* credits
        const { status } = yield* running.get("/api/v1/verify?email=ann@acme.test")
        assert.strictEqual(status, 200)
        assert.strictEqual(before - (yield* credits), 1)
        const audit = yield* rcpt(["ledger", "verify", "--json"], {
          RCPT_DATABASE_URL: databaseUrl
        }).pipe(
          // Commits that are not sealed yet are no finding, but the last one is worth to be seen.
          Effect.repeat({
            until: ({ code }) => code === 0,
            times: 5,
            schedule: Schedule.spaced("1 second")
          })
        )
        assert.strictEqual(audit.code, 0, audit.stdout)
        assert.deepStrictEqual(
          yield* Effect.provide(
            contradictions,
            PgClient.layer({ url: Redacted.make(databaseUrl) })
          ),
          []
        )
      }).pipe(Effect.scoped)
    )

  it("is kept for each release that the change log names", () => {
    const log = readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8")
    const named = [...log.matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, version]) => version!)
    assert.deepStrictEqual(releases.toSorted(), named.toSorted())
  })

  it("has the version that the program and all packages have", () => {
    assert.strictEqual(releases.toSorted().at(-1), version)
    const packages = join(import.meta.dirname, "../../packages")
    for (const name of readdirSync(packages)) {
      const file = join(packages, name, "package.json")
      if (existsSync(file))
        assert.strictEqual(JSON.parse(readFileSync(file, "utf8")).version, version, name)
    }
  })
})
