import { cpSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"

import { findBinaries } from "@rcpt/service/platform/postgres/binaries"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { Effect } from "effect"
import { describe, expect } from "vitest"

import { tempFolder } from "../support/tempFolder.ts"
import { it } from "../support/vitest.ts"
import { holder, query } from "./world.ts"

/** Starts Postgres, runs one statement and stops Postgres again. */
const once = (dataDir: string, statement: string, more: Partial<EmbeddedPostgres.Options> = {}) =>
  EmbeddedPostgres.start({ dataDir, durable: false, ...more }).pipe(
    Effect.flatMap(({ url }) => query(url, statement)),
    Effect.scoped
  )

describe("The embedded Postgres", () => {
  it.live("keeps committed data from one start to the next", function* () {
    const dataDir = join(yield* tempFolder(), "not", "yet", "there")
    yield* once(dataDir, "create table kept as select 42 as number")
    expect(yield* once(dataDir, "select number from kept")).toEqual([{ number: 42 }])
  })

  it.live("creates the application's database again if it was dropped", function* () {
    const dataDir = yield* tempFolder()
    const drop = EmbeddedPostgres.start({ dataDir, durable: false }).pipe(
      // As the superuser: nobody else may end the sessions of one, which autovacuum has there at times.
      Effect.flatMap(({ superuserUrl }) =>
        query(superuserUrl.replace(/rcpt$/, "postgres"), "drop database rcpt with (force)")
      ),
      Effect.scoped
    )
    yield* drop
    expect(yield* once(dataDir, "select 1 as one")).toEqual([{ one: 1 }])
  })

  it.live("refuses a wrong password, and only its user can read the password file", function* () {
    const dataDir = yield* tempFolder()
    const { url } = yield* EmbeddedPostgres.start({ dataDir, durable: false })
    const guess = new URL(url)
    guess.password = "rcpt"
    const refusal = yield* Effect.flip(query(guess.href, "select 1"))
    expect(refusal.reason).toMatchObject({ _tag: "AuthenticationError" })
    expect(statSync(join(dataDir, "postgres.password")).mode & 0o777).toBe(0o600)
  })

  it.live("links its libraries itself if no install script has done so", function* () {
    const folder = yield* tempFolder()
    const installed = dirname((yield* findBinaries()).native)
    const binaries = join(folder, "copy")
    cpSync(installed, binaries, {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink()
    })
    const linked = () => readdirSync(join(binaries, "native", "lib")).includes("libpq.so.5")
    expect(linked()).toBe(false)
    yield* once(join(folder, "data"), "select 1", { binaries })
    expect(linked()).toBe(true)
  })

  it.live("names the process that uses the data when it is started twice", function* () {
    const dataDir = yield* tempFolder()
    const { url } = yield* EmbeddedPostgres.start({ dataDir, durable: false })
    const inUse = `The data in ${dataDir} is in use by process ${process.pid}.`
    const here = yield* Effect.flip(once(dataDir, "select 1"))
    expect(here.message).toContain(inUse)
    expect(here.message).toContain("RCPT_DATA_DIR")
    const elsewhere = yield* Effect.flip(holder(dataDir))
    expect(elsewhere.message).toContain(inUse)
    expect(yield* query(url, "select 1 as one")).toEqual([{ one: 1 }])
  })

  it.live("reports what is wrong with a folder that it cannot use", function* () {
    const folder = yield* tempFolder()
    const cluster = join(folder, "postgres")
    mkdirSync(join(cluster, "holiday photos"), { recursive: true })
    const refusal = yield* Effect.flip(once(folder, "select 1"))
    expect(refusal.message).toContain(`The database in ${folder} could not be created`)
    expect(refusal.message).toContain("not empty")
    expect(readdirSync(cluster)).toEqual(["holiday photos"])
  })
})
