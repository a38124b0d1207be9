import { spawn } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"

import { findBinaries } from "@rcpt/service/platform/postgres/binaries"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { commandLine, findWrapper } from "@rcpt/service/platform/postgres/PostgresUser"
import { settings } from "@rcpt/service/platform/postgres/settings"
import { Effect, Schedule } from "effect"
import { describe, expect } from "vitest"

import { tempFolder } from "../support/tempFolder.ts"
import { it } from "../support/vitest.ts"
import { holder, kill, killPostmaster, postmasterOf, query, spawnHolder, until } from "./world.ts"

const start = (dataDir: string) => EmbeddedPostgres.start({ dataDir })

const count = "select count(*)::int as count from kept"

describe("After kill -9", () => {
  it.live(
    "of Node, Postgres ends as well, and the next start has what was committed",
    function* () {
      const dataDir = yield* tempFolder()
      const { node, url } = yield* holder(dataDir)
      yield* query(url, "create table kept as select generate_series(1, 1000)")
      expect(postmasterOf(dataDir)).toBeDefined()
      yield* kill(node)
      yield* until(() => postmasterOf(dataDir) === undefined)
      expect(yield* query((yield* start(dataDir)).url, count)).toEqual([{ count: 1000 }])
    }
  )

  it.live(
    "of Node and Postgres together, an immediate start waits until the lock is free",
    function* () {
      const dataDir = yield* tempFolder()
      const { node, url } = yield* holder(dataDir)
      yield* query(url, "create table kept as select generate_series(1, 1000)")
      node.kill("SIGSTOP") // keeps it from starting another Postgres in between
      yield* killPostmaster(dataDir, "SIGKILL")
      yield* kill(node)
      expect(yield* query((yield* start(dataDir)).url, count)).toEqual([{ count: 1000 }])
    }
  )

  it.live("of Postgres alone, it is restarted on the same port", function* () {
    const dataDir = yield* tempFolder()
    const { url } = yield* start(dataDir)
    yield* query(url, "create table kept as select generate_series(1, 1000)")
    const before = postmasterOf(dataDir)
    yield* killPostmaster(dataDir, "SIGKILL")
    const rows = yield* query(url, count).pipe(
      Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 200 })
    )
    expect(rows).toEqual([{ count: 1000 }])
    expect(postmasterOf(dataDir)).not.toBe(before)
  })

  it.live(
    "in the middle of the first start, the next one creates the database again",
    function* () {
      const dataDir = yield* tempFolder()
      const unfinished = () => readdirSync(dataDir).filter((name) => name.includes("unfinished"))
      const node = yield* spawnHolder(dataDir)
      yield* until(() => unfinished().length > 0)
      yield* kill(node)
      expect(readdirSync(dataDir)).not.toContain("postgres")
      expect(yield* query((yield* start(dataDir)).url, "select 1 as one")).toEqual([{ one: 1 }])
      expect(unfinished()).toEqual([])
    }
  )
})

describe("A Postgres that outlived its Node", () => {
  it.live("is stopped by the next start", function* () {
    const dataDir = yield* tempFolder()
    const { port } = yield* Effect.scoped(start(dataDir))
    const cluster = join(dataDir, "postgres")
    const binaries = yield* findBinaries()
    const wrapper = yield* findWrapper(binaries, cluster)
    // As on a system without setpriv: this Postgres gets no signal when its parent dies.
    const words = wrapper.words.filter((word) => !["--pdeathsig", "SIGINT"].includes(word))
    const args = ["-D", cluster, "-p", String(port), ...settings(false)]
    const [file, rest] = commandLine({ ...wrapper, words }, binaries.postgres, args)
    const orphan = spawn(file, rest, { ...wrapper.spawnAs, stdio: "ignore" })
    yield* until(() => postmasterOf(dataDir) === orphan.pid)
    const { url } = yield* start(dataDir)
    expect(orphan.exitCode).toBe(0)
    expect(yield* query(url, "select 1 as one")).toEqual([{ one: 1 }])
  })
})
