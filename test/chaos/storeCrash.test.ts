import { randomUUIDv7 } from "node:crypto"
import { join } from "node:path"

import * as commands from "@rcpt/service/ledger/commands"
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import * as EmbeddedPostgres from "@rcpt/service/platform/postgres/EmbeddedPostgres"
import { Effect, Fiber, References, Schedule } from "effect"

import { killPostmaster, postmasterOf, query, until } from "../start/world.ts"
import { describeWith } from "../support/needs.ts"
import { fill, mountRight, ownDisk } from "../support/ownDisk.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { describe, expect, it } from "../support/vitest.ts"
import * as faults from "./faults.ts"
import { judge } from "./judge.ts"
import * as load from "./load.ts"
import { start as startNode, startMany } from "./nodes.ts"

/** Without its log: it reports each restart, which is expected here. */
const start = (dataDir: string) =>
  Effect.provideService(EmbeddedPostgres.start({ dataDir }), References.MinimumLogLevel, "None")

const accounts = Array.from({ length: 4 }, () => randomUUIDv7())

/** SIGQUIT is what `pg_ctl stop -m immediate` sends. */
const crash = (dataDir: string) => killPostmaster(dataDir, "SIGQUIT")

/** Waits until Postgres answers again. */
const isBack = (url: string) =>
  query(url, "select 1").pipe(Effect.retry(Schedule.spaced("50 millis")))

describe("Postgres after three immediate shutdowns under load", () => {
  const crashes = 3
  /** Before each crash and after the last. */
  const repliesBetween = 100

  it.live("has every confirmed command exactly once", function* () {
    const dataDir = yield* tempFolder()
    const { url } = yield* start(dataDir)
    const postmasters = new Set<number | undefined>()
    const crashedAt: Array<number> = []
    const history = yield* Effect.gen(function* () {
      const nodes = yield* startMany(url, 2)
      let isOver = false
      let replies = 0
      const loads = yield* Effect.forkChild(
        load.run({
          nodes,
          accounts,
          goesOn: () => !isOver,
          clients: 16,
          seed: 1,
          onReply: () => void replies++
        })
      )
      const moreReplies = Effect.suspend(() => {
        const before = replies
        return until(() => replies > before + repliesBetween)
      })
      for (let n = 0; n < crashes; n++) {
        yield* moreReplies
        postmasters.add(postmasterOf(dataDir))
        crashedAt.push(Date.now())
        yield* crash(dataDir)
        yield* isBack(url)
      }
      yield* moreReplies
      postmasters.add(postmasterOf(dataDir))
      isOver = true
      return yield* Fiber.join(loads)
    }).pipe(Effect.scoped)
    expect(postmasters.size).toBe(crashes + 1)
    expect(yield* Effect.provide(judge(history, crashedAt), faults.direct(url))).toEqual([])
  })
})

describe("A node that has cached a hold which a crash has lost", () => {
  const [account, lost] = [randomUUIDv7(), randomUUIDv7()]
  const expiresAt = 4_000_000_000_000
  const hold = (holdId: string) =>
    commands.hold({ holdId, credits: 5, expiresAt, purpose: { kind: "batch", mode: "fast" } })

  it.live(
    "cannot charge it, although another hold has the same version in the stream",
    function* () {
      const dataDir = yield* tempFolder()
      const { url, superuserUrl } = yield* start(dataDir)
      // Commits that are not flushed stay in memory, so that the crash loses them.
      yield* query(superuserUrl, "alter system set wal_writer_delay = '10s'")
      yield* query(superuserUrl, "select pg_reload_conf()")
      yield* Effect.gen(function* () {
        const one = yield* startNode(url, { sealing: false })
        const other = yield* startNode(url, { sealing: false })
        const grantId = randomUUIDv7()
        const grant = commands.grant({ grantId, credits: 10, reason: "top-up" })
        yield* one.ledger.submit(account, grant)
        yield* one.ledger.submit(account, hold(lost))
        yield* crash(dataDir)
        yield* isBack(url)
        yield* other.ledger.submit(account, hold(randomUUIDv7()))
        const events = yield* other.store.read(ledgerStream(account))
        const isLost = events.length === 2 && !events[1]!.data.includes(lost)
        const charge = yield* one.ledger
          .submit(account, commands.settle({ holdId: lost, charge: 1 }))
          .pipe(Effect.match({ onSuccess: () => "charged", onFailure: ({ _tag }) => _tag }))
        // If the hold was flushed before the crash, the charge is valid.
        expect(charge).toBe(isLost ? "HoldClosed" : "charged")
      }).pipe(Effect.scoped)
      const noHistory = { commands: [], repeats: 0 }
      expect(yield* Effect.provide(judge(noHistory), faults.direct(url))).toEqual([])
    }
  )
})

describe("Positions in the log, which are assigned without a flush", () => {
  const positions = (url: string) =>
    query(
      url,
      "select string_agg(seq || ' ' || commit_id, ', ' order by seq) as all from es.sealed"
    )

  const sealedOnNode = (url: string) =>
    Effect.gen(function* () {
      const { ledger } = yield* startNode(url)
      for (const account of accounts)
        yield* ledger.submit(
          account,
          commands.grant({ grantId: randomUUIDv7(), credits: 10, reason: "top-up" })
        )
      yield* Effect.repeat(query(url, "select seq from es.head"), {
        until: ([head]) => Number(head?.["seq"]) >= accounts.length
      })
    }).pipe(Effect.scoped)

  it.live("are on disk before a reader passes them on", function* () {
    const dataDir = yield* tempFolder()
    const { url, superuserUrl } = yield* start(dataDir)
    yield* query(superuserUrl, "alter system set wal_writer_delay = '10s'")
    yield* query(superuserUrl, "select pg_reload_conf()")
    yield* sealedOnNode(url)
    yield* query(url, "select es.flush_log()")
    const before = yield* positions(url)
    yield* crash(dataDir)
    yield* isBack(url)
    expect(yield* positions(url)).toEqual(before)
  })
})

describeWith(mountRight, "When the disk is full", () => {
  /** An empty cluster takes 50, its WAL grows by 16 at a time. */
  const megabytes = 160
  /** Each for a new account, because `judge` checks only the accounts of the load. */
  const grant = () => commands.grant({ grantId: randomUUIDv7(), credits: 1, reason: "top-up" })

  it.live("commands fail until there is space again, and then succeed", function* () {
    const disk = yield* ownDisk(megabytes)
    const { url } = yield* start(join(disk, "data"))
    const history = yield* Effect.gen(function* () {
      const nodes = [yield* startNode(url), yield* startNode(url)] as const
      const goesOn = (sent: number) => sent < 300
      const options = { nodes, accounts, goesOn, clients: 8 }
      const before = yield* load.run({ ...options, seed: 1 })

      const ballast = fill(disk)
      // Grants succeed until the free space in the last pages is used up.
      const [{ ledger }] = nodes
      const grants = Effect.forever(Effect.suspend(() => ledger.submit(randomUUIDv7(), grant())))
      expect((yield* Effect.flip(grants))._tag).toBe("LedgerUnavailable")
      const during = yield* Effect.forkChild(load.run({ ...options, seed: 2 }))
      expect((yield* Effect.flip(grants))._tag).toBe("LedgerUnavailable")

      ballast.empty()
      const after = yield* Fiber.join(during)
      yield* ledger.submit(randomUUIDv7(), grant())
      return { commands: [...before.commands, ...after.commands], repeats: 0 }
    }).pipe(Effect.scoped)
    expect(yield* Effect.provide(judge(history), faults.direct(url))).toEqual([])
  })
})
