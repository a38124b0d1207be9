import { randomUUIDv7 } from "node:crypto"

import { eventsPerReadMax, EventStore } from "@rcpt/store/EventStore"
import type { Append, Transfer } from "@rcpt/store/EventStore"
import { Cause, Effect, Exit, Result } from "effect"

import { expect, layer } from "../support/vitest.ts"
import { appendOf, command, counted, eventOf, noKeys, post, postOne, viewOf } from "./appends.ts"
import { live, stores } from "./stores.ts"

const versionOf = (stream: string) =>
  Effect.map(viewOf({ streams: [stream] }), ({ versions }) => versions[stream])

const rejects = (stream: string, append: Append) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const exit = yield* Effect.exit(store.append(append))
    expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
    expect(yield* versionOf(stream)).toBe(0)
    expect(yield* store.read(stream)).toEqual([])
  })

for (const [name, store] of stores)
  layer(store, live)(`An append ${name}`, (it) => {
    it.effect("stores events in order, with their exact text", function* () {
      const { append, read } = yield* EventStore
      const texts = ['{ "b" : "ä€𝄞" , "b" : 2 }', '"\\u0041"', "0.10"]
      yield* append({
        ...appendOf({}),
        streams: [
          {
            stream: "order-ä",
            expectedVersion: 0,
            events: texts.map((data) => ({ type: "Said", v: 2, data }))
          }
        ]
      })
      yield* append(counted("order-ä", 3, 4))
      const events = yield* read("order-ä")
      expect(
        events.map(({ stream, version, type, v, data }) => [stream, version, type, v, data])
      ).toEqual([
        ...texts.map((data, i) => ["order-ä", i + 1, "Said", 2, data]),
        ["order-ä", 4, "Counted", 1, '{"n":4}']
      ])
      expect(new Set(events.map(({ commitId }) => commitId)).size).toBe(2)
    })

    it.effect("can be read from any version, page by page", function* () {
      const { append, read } = yield* EventStore
      const ns = Array.from({ length: eventsPerReadMax + 1 }, (_, i) => i)
      yield* append(counted("pages", 0, ...ns))
      expect(yield* read("pages", { limit: 5_000 })).toHaveLength(eventsPerReadMax)
      const versions = Effect.map(read("pages", { after: 998, limit: 2 }), (events) =>
        events.map(({ version }) => version)
      )
      expect(yield* versions).toEqual([999, 1_000])
      expect(yield* read("pages", { after: eventsPerReadMax + 1 })).toEqual([])
      expect(yield* read("unknown")).toEqual([])
    })

    it.effect("with a wrong expected version is refused and writes nothing", function* () {
      const { append, read } = yield* EventStore
      yield* append(counted("versions", 0, 1))
      for (const expected of [0, 2]) {
        const conflict = yield* Effect.flip(append(counted("versions", expected, 9)))
        expect(conflict).toMatchObject({
          _tag: "VersionConflict",
          stream: "versions",
          expected,
          actual: 1
        })
      }
      expect(yield* read("versions")).toHaveLength(1)
    })

    it.effect("to two streams is atomic and one commit", function* () {
      const { append, read } = yield* EventStore
      const both = (expected: number) =>
        appendOf({
          streams: [
            { stream: "left", expectedVersion: 0, events: [eventOf(1)] },
            { stream: "right", expectedVersion: expected, events: [eventOf(2), eventOf(3)] }
          ]
        })
      yield* Effect.flip(append(both(7)))
      expect(yield* read("left")).toEqual([])
      yield* append(both(0))
      const events = [...(yield* read("left")), ...(yield* read("right"))]
      expect(events).toHaveLength(3)
      expect(new Set(events.map(({ commitId }) => commitId)).size).toBe(1)
    })

    it.effect("is the only one that succeeds of those that expect the same version", function* () {
      const { append, read } = yield* EventStore
      const exits = yield* Effect.all(
        Array.from({ length: 20 }, (_, n) => Effect.result(append(counted("one wins", 0, n)))),
        { concurrency: "unbounded" }
      )
      const lost = exits.flatMap((exit) => (Result.isFailure(exit) ? [exit.failure._tag] : []))
      expect(lost).toEqual(Array.from({ length: 19 }, () => "VersionConflict"))
      const winner = exits.findIndex(Result.isSuccess)
      expect((yield* read("one wins")).map(({ data }) => data)).toEqual([`{"n":${winner}}`])
    })

    const account = randomUUIDv7()
    const transfer = { eventIdx: 1, debit: "sys:issued", credit: `avail:${account}`, amount: 1 }
    const moving = (change: Partial<Transfer>): Partial<Append> => ({
      transfers: [{ ...transfer, holdId: null, ...change }]
    })
    const twice = command(randomUUIDv7(), "twice")
    /** Appends that no correct caller sends. */
    const malformed: Readonly<Record<string, Partial<Append>>> = {
      "no event": { streams: [{ stream: "s", expectedVersion: 0, events: [] }] },
      "one stream twice": {
        streams: [1, 2].map((n) => ({ stream: "s", expectedVersion: 0, events: [eventOf(n)] }))
      },
      "data that is not JSON": {
        streams: [{ stream: "s", expectedVersion: 0, events: [{ ...eventOf(1), data: "{" }] }]
      },
      "a version 0 of an event's schema": {
        streams: [{ stream: "s", expectedVersion: 0, events: [{ ...eventOf(1), v: 0 }] }]
      },
      "one command twice": { commands: [twice, twice] },
      "a command without a UUID": { commands: [command("no uuid", "x")] },
      "an amount of 0": moving({ amount: 0 }),
      "half a credit": moving({ amount: 0.5 }),
      "a transfer from an account to itself": moving({ debit: `avail:${account}` }),
      "an account without a UUID": moving({ credit: "avail:nobody" }),
      "an account that is spelled in another way": moving({
        credit: `avail:${account.toUpperCase()}`
      }),
      "an account of an unknown kind": moving({ debit: "sys:issues" }),
      "a transfer that is no posting": moving({
        debit: `avail:${account}`,
        credit: `sys:usage:${account}`
      }),
      "a transfer between two customers": moving({ debit: `avail:${randomUUIDv7()}` }),
      "a hold under another name": moving({
        debit: `hold:${randomUUIDv7()}`,
        holdId: randomUUIDv7()
      }),
      "a hold without its id": moving({ debit: `hold:${randomUUIDv7()}` })
    }
    for (const [what, parts] of Object.entries(malformed))
      it.effect(`with ${what} dies and writes nothing`, () => {
        const streams = [{ stream: "s", expectedVersion: 0, events: [eventOf(1)] }]
        return rejects("s", appendOf({ streams, ...parts }))
      })
  })

for (const [name, store] of stores)
  layer(store, live)(`A decision ${name}`, (it) => {
    it.effect("sees the state of its keys and nothing else", function* () {
      const [account, other, commandId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
      const one = command(commandId, "grant 10", { credits: 10 })
      yield* post("seen", () => ({
        commands: [one],
        transfers: [account, other].map((to) => ({
          eventIdx: 1,
          debit: "sys:issued",
          credit: `avail:${to}`,
          amount: 10,
          holdId: null
        }))
      }))
      const accounts = [account, account.toUpperCase(), randomUUIDv7()]
      const keys = { accounts, commands: [commandId, randomUUIDv7()], holds: [randomUUIDv7()] }
      expect(yield* viewOf({ ...keys, streams: ["seen", "unseen"] })).toEqual({
        versions: { seen: 1, unseen: 0 },
        available: { [account]: 10 },
        holds: [],
        commands: [one]
      })
    })

    it.effect("that fails writes nothing, and its failure is returned", function* () {
      const { read, transact } = yield* EventStore
      const keys = { ...noKeys, streams: ["refused"] }
      const refusal = yield* Effect.flip(transact(keys, () => Result.fail("no" as const)))
      expect(refusal).toBe("no")
      const thrown = yield* Effect.exit(
        transact(keys, () => {
          throw new Error("a bug")
        })
      )
      expect(Exit.isFailure(thrown) && Cause.hasDies(thrown.cause)).toBe(true)
      expect(yield* read("refused")).toEqual([])
    })

    it.effect("is serialized with concurrent decisions on the same stream", function* () {
      const seen = yield* Effect.all(
        Array.from({ length: 40 }, () => postOne("race")),
        { concurrency: "unbounded" }
      )
      expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i))
    })

    it.effect("on two streams locks both, in any order of the keys", function* () {
      const { transact } = yield* EventStore
      const pair = ["pair-a", "pair-b"]
      const countBoth = (streams: ReadonlyArray<string>) =>
        transact({ ...noKeys, streams }, ({ versions }) =>
          Result.succeed({
            outcome: [versions["pair-a"], versions["pair-b"]],
            append: appendOf({
              streams: streams.map((stream) => ({
                stream,
                expectedVersion: versions[stream]!,
                events: [eventOf(versions[stream]!)]
              }))
            })
          })
        )
      const seen = yield* Effect.all(
        Array.from({ length: 30 }, (_, i) => countBoth(i % 2 === 0 ? pair : pair.toReversed())),
        { concurrency: "unbounded" }
      )
      for (const [a, b] of seen) expect(a).toBe(b)
      expect(new Set(seen.map(([a]) => a)).size).toBe(30)
    })
  })
