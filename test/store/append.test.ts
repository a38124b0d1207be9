import { expect, layer } from "@effect/vitest"
import { EventStore } from "@rcpt/store/EventStore"
import type { Append, Keys } from "@rcpt/store/EventStore"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"

import { storeLayer } from "../support/storeDatabase.ts"

const nothing: Keys = { streams: [], accounts: [], holds: [], commands: [] }
const fact = (n: number) => ({ type: "Counted", v: 1, data: JSON.stringify({ n }) })

const appendOf = (parts: Partial<Append>): Append => ({
  streams: [],
  commands: [],
  holds: [],
  transfers: [],
  ...parts
})

const counted = (stream: string, expectedVersion: number, ...ns: ReadonlyArray<number>) =>
  appendOf({ streams: [{ stream, expectedVersion, events: ns.map(fact) }] })

const account = "0192d3a0-0000-7000-8000-000000000001"
const holdId = "0192d3a0-0000-7000-8000-0000000000aa"

const row = (idx: number, debit: string, credit: string, amount: number) => ({
  idx,
  eventIdx: 1,
  debit,
  credit,
  amount,
  holdId: debit.startsWith("hold") || credit.startsWith("hold") ? holdId : null
})

const expireAt = 4_000_000_000_000

layer(storeLayer)("An append", (it) => {
  it.effect("keeps events in order, version by version", () =>
    Effect.gen(function* () {
      const store = yield* EventStore
      yield* store.append(counted("order", 0, 1, 2))
      yield* store.append(counted("order", 2, 3))
      const events = yield* store.read("order")
      expect(events.map((e) => [e.version, e.data])).toEqual([
        [1, '{"n":1}'],
        [2, '{"n":2}'],
        [3, '{"n":3}']
      ])
      expect((yield* store.read("order", { after: 1, limit: 1 })).map((e) => e.version)).toEqual([
        2
      ])
    })
  )

  it.effect("refuses another version than the stream has, and leaves no trace", () =>
    Effect.gen(function* () {
      const store = yield* EventStore
      yield* store.append(counted("versions", 0, 1))
      for (const expected of [0, 2]) {
        const conflict = yield* Effect.flip(store.append(counted("versions", expected, 9)))
        expect(conflict).toMatchObject({ _tag: "VersionConflict", expected, actual: 1 })
      }
      expect(yield* store.read("versions")).toHaveLength(1)
    })
  )

  it.effect("of two streams is kept whole or not at all", () =>
    Effect.gen(function* () {
      const store = yield* EventStore
      const both = (expected: number) =>
        appendOf({
          streams: [
            { stream: "left", expectedVersion: 0, events: [fact(1)] },
            { stream: "right", expectedVersion: expected, events: [fact(2)] }
          ]
        })
      yield* Effect.flip(store.append(both(7)))
      expect(yield* store.read("left")).toEqual([])
      yield* store.append(both(0))
      expect(yield* store.read("left")).toHaveLength(1)
      expect(yield* store.read("right")).toHaveLength(1)
    })
  )

  it.effect("moves credits with the events that say so", () =>
    Effect.gen(function* () {
      const store = yield* EventStore
      const keys: Keys = { ...nothing, streams: ["money"], accounts: [account], holds: [holdId] }
      const post = (parts: Partial<Append>) =>
        store.transact(keys, (view) =>
          Result.succeed({
            outcome: view,
            append: appendOf({
              streams: [
                { stream: "money", expectedVersion: view.versions["money"]!, events: [fact(1)] }
              ],
              ...parts
            })
          })
        )
      const look = store.transact(keys, (view) =>
        Result.succeed({ append: undefined, outcome: view })
      )

      expect((yield* look).available).toEqual({})
      yield* post({ transfers: [row(1, "sys:issued", `avail:${account}`, 10)] })
      yield* post({
        holds: [{ holdId, accountId: account, credits: 5, expiresAt: expireAt }],
        transfers: [row(1, `avail:${account}`, `hold:${holdId}`, 5)]
      })
      yield* post({
        transfers: [
          row(1, `hold:${holdId}`, `sys:usage:${account}`, 1),
          row(2, `hold:${holdId}`, `avail:${account}`, 3)
        ]
      })
      const view = yield* look
      expect(view.available).toEqual({ [account]: 8 })
      expect(view.holds).toEqual([
        { holdId, credits: 5, charged: 1, refunded: 3, expiresAt: expireAt }
      ])
    })
  )

  it.effect("that would overdraw an account or a hold dies, and nothing of it is kept", () =>
    Effect.gen(function* () {
      const store = yield* EventStore
      const overdraw = (debit: string) =>
        store
          .append(
            appendOf({
              streams: [{ stream: "overdraft", expectedVersion: 0, events: [fact(1)] }],
              transfers: [row(1, debit, "sys:adjusted", 1_000)]
            })
          )
          .pipe(Effect.exit)
      expect((yield* overdraw(`avail:${account}`))._tag).toBe("Failure")
      expect(yield* store.read("overdraft")).toEqual([])
    })
  )

  it.effect("remembers the outcome of a command", () =>
    Effect.gen(function* () {
      const store = yield* EventStore
      const commandId = "0192d3a0-0000-7000-8000-0000000000cc"
      const command = { commandId, requestHash: "ab".repeat(32), outcome: { credits: 7 } }
      yield* store.append({ ...counted("commands", 0, 1), commands: [command] })
      const seen = yield* store.transact({ ...nothing, commands: [commandId] }, (view) =>
        Result.succeed({ append: undefined, outcome: view.commands })
      )
      expect(seen).toEqual([command])
    })
  )

  it.effect("is never made when its decision fails", () =>
    Effect.gen(function* () {
      const store = yield* EventStore
      const refusal = yield* Effect.flip(
        store.transact({ ...nothing, streams: ["refused"] }, () => Result.fail("no" as const))
      )
      expect(refusal).toBe("no")
      expect(yield* store.read("refused")).toEqual([])
    })
  )

  it.effect("decides one after another, however many ask at once", () =>
    Effect.gen(function* () {
      const store = yield* EventStore
      const keys = { ...nothing, streams: ["race"] }
      const countOne = store.transact(keys, (view) => {
        const expectedVersion = view.versions["race"]!
        return Result.succeed({
          outcome: expectedVersion,
          append: counted("race", expectedVersion, expectedVersion)
        })
      })
      const seen = yield* Effect.all(
        Array.from({ length: 40 }, () => countOne),
        {
          concurrency: "unbounded"
        }
      )
      expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i))
    })
  )

  it.effect("can neither be changed nor deleted afterwards", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const table of ["event", "commit", "transfer", "command"]) {
        for (const statement of [`delete from es.${table}`, `truncate es.${table} cascade`]) {
          const error = yield* Effect.flip(sql.unsafe(statement))
          expect(String(error.reason.cause)).toContain("never changed")
        }
      }
      const error = yield* Effect.flip(sql`update es.event set type = 'Other'`)
      expect(String(error.reason.cause)).toContain("never changed")
    })
  )
})
