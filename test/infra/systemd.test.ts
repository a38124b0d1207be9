/** The units of systemd: what they start and read is there, and systemd accepts every line. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { load } from "@rcpt/service/platform/Config"
import { Duration, Effect } from "effect"

import runtime from "../../packages/cli/bin/runtime.json" with { type: "json" }
import { describeWith } from "../support/needs.ts"
import type { Need } from "../support/needs.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { repository } from "./support/buildContext.ts"
import { environmentIn, textOf } from "./support/infraFiles.ts"
import { madeSecrets, outside } from "./support/madeSecrets.ts"
import { drainMax } from "./support/serviceFacts.ts"

const units = ["rcpt.service", "rcpt-backup.service", "rcpt-backup.timer"]

/** Where the units expect a checkout. */
const installedAt = "/opt/rcpt"

/** All values of a key, in the order of the file. */
const valuesOf = (unit: string, key: string): ReadonlyArray<string> =>
  [...textOf(`systemd/${unit}`).matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(
    ([, value = ""]) => value
  )

/** As systemd passes it to the service, with its credentials in a folder of this test. */
const environmentOf = (folder: string) => {
  const given = valuesOf("rcpt.service", "Environment").flatMap((line) => line.split(" "))
  const all = environmentIn([...given, textOf("systemd/settings.env")].join("\n"))
  return outside(all, "%d/", folder)
}

describe("rcpt.service", () => {
  it("starts Node with the flags of the launcher", () => {
    const [line = ""] = valuesOf("rcpt.service", "ExecStart")
    const [program = "", ...args] = line.split(" ")
    assert.strictEqual(program, `${installedAt}/node_modules/.bin/node`)
    const main = `${installedAt}/packages/cli/src/main.ts`
    assert.deepStrictEqual(args, [...runtime.flags, main, "start"])
    assert.isTrue(existsSync(main.replace(installedAt, repository)))
    const environment = environmentOf("")
    for (const [name, value] of Object.entries(runtime.env))
      assert.strictEqual(environment[name], value)
  })

  it("has settings that the service accepts, and time to stop", () =>
    Effect.gen(function* () {
      const { folder } = yield* madeSecrets
      const { config, warnings } = yield* load({}, environmentOf(folder))
      assert.deepStrictEqual(warnings, [])
      assert.isDefined(config.databaseUrl)
      assert.isDefined(config.secret)
      assert.strictEqual(config.dataDir, "%S/rcpt")
      const longest = Duration.toSeconds(config.shutdownDelay) + drainMax
      assert.isAbove(Number(valuesOf("rcpt.service", "TimeoutStopSec")[0]), longest)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("loads every credential that a setting reads", () => {
    const loaded = valuesOf("rcpt.service", "LoadCredential").map((line) => line.split(":")[0])
    const read = valuesOf("rcpt.service", "Environment")
      .filter((line) => line.includes("=%d/"))
      .map((line) => line.split("=%d/")[1])
    assert.deepStrictEqual(read, loaded)
    assert.isAbove(read.length, 2)
  })
})

describe("rcpt-backup.service", () => {
  it("runs a script that can be run", () => {
    const [script = ""] = valuesOf("rcpt-backup.service", "ExecStart")
    assert.strictEqual(statSync(script.replace(installedAt, repository)).mode & 0o111, 0o111)
  })
})

/** Stands in for a program of Postgres: what it does with its arguments. */
const standIn = (folder: string, name: string, script: string): void =>
  writeFileSync(join(folder, name), `#!/bin/sh\nfor last; do :; done\n${script}\n`, { mode: 0o755 })

describe("A backup", () => {
  const cases = [
    { what: "replaces old ones when it is readable", readable: "true", isKept: false },
    {
      what: "that is not readable leaves nothing, and the old ones",
      readable: "false",
      isKept: true
    }
  ]
  for (const { what, readable, isKept } of cases)
    it.live(what, () =>
      Effect.gen(function* () {
        const folder = yield* tempFolder()
        const [programs, dumps] = [join(folder, "bin"), join(folder, "dumps")]
        for (const made of [programs, dumps]) mkdirSync(made)
        standIn(programs, "pg_dump", 'echo dump >"${last#--file=}"')
        standIn(programs, "pg_restore", readable)
        const old = join(dumps, "rcpt-20260101T000000Z.dump")
        writeFileSync(old, "")
        const monthAgo = Date.now() / 1_000 - 30 * 86_400
        utimesSync(old, monthAgo, monthAgo)
        const { status } = spawnSync(join(repository, "infra/systemd/backup.sh"), {
          env: {
            PATH: `${programs}:${process.env["PATH"]}`,
            STATE_DIRECTORY: dumps,
            DATABASE: "rcpt",
            DAYS_KEPT: "14"
          }
        })
        assert.strictEqual(status === 0, !isKept)
        const left = readdirSync(dumps)
        assert.lengthOf(left, 1)
        assert.strictEqual(existsSync(old), isKept)
        assert.match(left[0] ?? "", /^rcpt-\d{8}T\d{6}Z\.dump$/)
      }).pipe(Effect.scoped)
    )
})

const systemd: Need = {
  name: "systemd-analyze",
  found: spawnSync("systemd-analyze", ["--version"]).status === 0,
  installable: false
}

describeWith(systemd, "systemd", () => {
  it.live("accepts each unit", () =>
    Effect.gen(function* () {
      const folder = yield* tempFolder()
      for (const unit of units) {
        const here = textOf(`systemd/${unit}`).replaceAll(installedAt, repository)
        writeFileSync(join(folder, unit), here)
      }
      const files = units.map((unit) => join(folder, unit))
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...files], {
        encoding: "utf8"
      })
      assert.strictEqual(stderr, "")
      assert.strictEqual(status, 0)
    }).pipe(Effect.scoped)
  )
})
