import { chownSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

import { findBinaries } from "@rcpt/service/platform/postgres/binaries"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { findWrapper } from "@rcpt/service/platform/postgres/PostgresUser"
import { Effect } from "effect"
import { expect } from "vitest"

import { describeWith, root } from "../support/needs.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { it } from "../support/vitest.ts"
import { holder, postmasterOf, query } from "./world.ts"

/** A line of /proc/<pid>/status. In `Uid`, the effective user id is the second of four. */
const statusOf = (dataDir: string, field: "Uid" | "CapEff"): string => {
  const text = readFileSync(`/proc/${postmasterOf(dataDir)}/status`, "utf8")
  return text.match(new RegExp(`^${field}:\\s+(.*)$`, "m"))?.[1] ?? ""
}

const userOf = (dataDir: string): number => Number(statusOf(dataDir, "Uid").split("\t")[1])

/** CAP_DAC_READ_SEARCH is capability 2 (linux/capability.h). */
const onlyReadSearch = 1 << 2

const select = (dataDir: string) =>
  EmbeddedPostgres.start({ dataDir, durable: false }).pipe(
    Effect.flatMap(({ url }) => query(url, "select 1 as one"))
  )

describeWith(root, "Started by root", () => {
  it.live("Postgres runs as another user, who owns only the folder of the database", function* () {
    const dataDir = yield* tempFolder()
    expect(yield* select(dataDir)).toEqual([{ one: 1 }])
    expect(userOf(dataDir)).not.toBe(0)
    expect(statSync(join(dataDir, "postgres")).uid).toBe(userOf(dataDir))
    expect(statSync(join(dataDir, "postgres.password")).uid).toBe(0)
    expect(statSync(dataDir).uid).toBe(0)
  })

  it.live("Postgres works in a folder that only root may enter", function* () {
    const dataDir = join(yield* tempFolder("closed"), "data")
    expect(yield* select(dataDir)).toEqual([{ one: 1 }])
    expect(userOf(dataDir)).not.toBe(0)
    expect(Number(`0x${statusOf(dataDir, "CapEff")}`)).toBe(onlyReadSearch)
  })

  it.live("Postgres runs as the user who already owns the data", function* () {
    const dataDir = yield* tempFolder()
    const binaries = yield* findBinaries()
    const wrapper = yield* findWrapper(binaries, join(dataDir, "postgres"))
    const { uid, gid } = wrapper.owner ?? { uid: -1, gid: -1 }
    chownSync(dataDir, uid, gid)
    yield* Effect.scoped(holder(dataDir, wrapper))
    expect(yield* select(dataDir)).toEqual([{ one: 1 }])
    expect(userOf(dataDir)).toBe(uid)
  })
})

describeWith(root, "Started by an ordinary user", () => {
  it.live("Postgres runs as that user", function* () {
    const folder = yield* tempFolder()
    const dataDir = join(folder, "data")
    const wrapper = yield* findWrapper(yield* findBinaries(), join(dataDir, "postgres"))
    const { uid, gid } = wrapper.owner ?? { uid: -1, gid: -1 }
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, uid, gid)
    const { url } = yield* holder(dataDir, wrapper)
    expect(yield* query(url, "select 1 as one")).toEqual([{ one: 1 }])
    expect(userOf(dataDir)).toBe(uid)
    expect(statSync(join(dataDir, "postgres.password")).uid).toBe(uid)
  })
})
