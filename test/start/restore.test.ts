import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"

import { rcpt } from "../cli/rcpt.ts"
import { emptyDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { ok, settings } from "./support/backups.ts"
import type { Env } from "./support/backups.ts"

describe("A restore", () => {
  const made = Effect.gen(function* () {
    const folder = yield* tempFolder()
    const running = yield* service.start({ env: settings })
    const file = join(folder, "a.rcpt-backup")
    const home = { RCPT_DATABASE_URL: running.databaseUrl!, ...settings }
    yield* ok(["backup", "-o", file], home)
    return { running, file, folder, home }
  })

  const refused = (args: ReadonlyArray<string>, env: Env, sentence: RegExp) =>
    Effect.map(rcpt(args, env), ({ code, stdout, stderr }) => {
      assert.strictEqual(code, 69, stdout + stderr)
      assert.match(stderr, sentence)
      assert.strictEqual(stdout, "")
    })

  it.live(
    "is refused with a sentence, and changes nothing",
    function* () {
      const { running, file, folder, home } = yield* made
      yield* refused(["restore", file], home, /A service works on this database: stop it first/)
      yield* running.kill("SIGTERM")
      yield* refused(["restore", file], home, /The database is not empty/)

      const url = yield* emptyDatabase()
      const empty = { ...settings, RCPT_DATABASE_URL: url }
      const whole = readFileSync(file)
      const changed = (name: string, octets: Uint8Array) => {
        const path = join(folder, name)
        writeFileSync(path, octets)
        return path
      }
      const flipped = Buffer.from(whole)
      flipped[Math.floor(whole.length / 2)]! ^= 1
      const cut = changed("cut", whole.subarray(0, whole.length - 100))
      yield* refused(["restore", cut], empty, /is damaged: its end is missing/)
      yield* refused(["restore", changed("flipped", flipped)], empty, /is damaged/)
      yield* refused(
        ["restore", changed("text", Buffer.from("no backup"))],
        empty,
        /is damaged|no backup/
      )
      yield* refused(["restore", join(folder, "none")], empty, /cannot be read/)
      yield* refused(["restore", file, "--replace"], empty, /--replace is for the embedded/)
      yield* refused(
        ["restore", file],
        { ...empty, RCPT_SECRET: "another secret of thirty-two octets" },
        /RCPT_SECRET is not that of the backup/
      )
      yield* ok(["restore", file], empty)
      writeFileSync(join(folder, "there"), "x")
      const there = yield* rcpt(["backup", "-o", join(folder, "there")], empty)
      assert.deepStrictEqual([there.code, /is there already/.test(there.stderr)], [64, true])
    },
    { timeout: 120_000 }
  )

  it.live(
    "moves the embedded database aside if asked to, and brings it back if it fails",
    function* () {
      const { file, folder } = yield* made
      const dataDir = join(folder, "data")
      const env = { ...settings, RCPT_DATA_DIR: dataDir }
      const running = yield* service.start({ dataDir, env: settings })
      yield* refused(["restore", file, "--replace"], env, /is in use by process \d+/)
      yield* running.kill("SIGTERM")
      yield* refused(["restore", file], env, /The database is not empty/)
      yield* ok(["restore", file, "--replace"], env)
      const aside = readdirSync(dataDir).filter((name) => name.startsWith("postgres.replaced-"))
      assert.strictEqual(aside.length, 1)
      yield* ok(["ledger", "verify"], env)
    },
    { timeout: 120_000 }
  )
})
