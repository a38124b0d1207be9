import { randomUUIDv7 } from "node:crypto"

import { EventStore } from "@rcpt/store/EventStore"
import type { Append } from "@rcpt/store/EventStore"
import { Cause, Effect, Exit, Result } from "effect"

import { expect, layer } from "../support/vitest.ts"
import { command, counted, noKeys, viewOf } from "./appends.ts"
import { live, stores } from "./stores.ts"

for (const [name, store] of stores)
  layer(store, live)(`A command ${name}`, (it) => {
    const versions = Effect.fn(function* (stream: string) {
      const { read } = yield* EventStore
      return (yield* read(stream)).map(({ version }) => version)
    })

    it.effect("is executed once, and a repeat returns the stored outcome", function* () {
      const { append } = yield* EventStore
      const id = randomUUIDv7()
      const first = { ...counted("once", 0, 1, 2), commands: [command(id, "count", { n: [1] })] }
      expect(yield* append(first)).toMatchObject({ replayed: false, outcomes: [{ n: [1] }] })
      // The repeat has another outcome and stale versions, which are ignored.
      const again = { ...first, commands: [command(id, "count", { n: "other" })] }
      expect(yield* append(again)).toMatchObject({ replayed: true, outcomes: [{ n: [1] }] })
      expect(yield* versions("once")).toEqual([1, 2])
    })

    it.effect("is refused when it is altered, and writes nothing", function* () {
      const { append } = yield* EventStore
      const commandId = randomUUIDv7()
      yield* append({ ...counted("altered", 0, 1), commands: [command(commandId, "one")] })
      const other = { ...counted("altered", 1, 2), commands: [command(commandId, "two")] }
      const refusal = yield* Effect.flip(append(other))
      expect(refusal).toMatchObject({ _tag: "CommandAltered", commandId })
      expect(yield* versions("altered")).toEqual([1])
    })

    it.effect("that was executed is refused in an append with new commands", function* () {
      const { append } = yield* EventStore
      const [executed, fresh] = [command(randomUUIDv7(), "a"), command(randomUUIDv7(), "b")]
      yield* append({ ...counted("regrouped", 0, 1), commands: [executed] })
      const regrouped = { ...counted("regrouped", 1, 2), commands: [executed, fresh] }
      const refusal = yield* Effect.flip(append(regrouped))
      expect(refusal).toMatchObject({ _tag: "CommandAltered", commandId: fresh.commandId })
      expect(yield* versions("regrouped")).toEqual([1])
      expect((yield* viewOf({ commands: [fresh.commandId] })).commands).toEqual([])
    })

    it.effect("has its own outcome in an append with several commands", function* () {
      const { append } = yield* EventStore
      const outcomes = [{ n: 1 }, null, "three"]
      const commands = outcomes.map((outcome) => command(randomUUIDv7(), "x", outcome))
      yield* append({ ...counted("several", 0, 1), commands })
      const again = { ...counted("several", 0, 1), commands: commands.toReversed() }
      const reversed = { replayed: true, available: {}, outcomes: outcomes.toReversed() }
      expect(yield* append(again)).toEqual(reversed)
      // A repeat with only some of the commands returns their outcomes.
      const one = { ...counted("several", 0, 1), commands: [commands[1]!] }
      expect(yield* append(one)).toMatchObject({ replayed: true, outcomes: [null] })
    })

    it.effect("that failed was not executed, and its id can be used again", function* () {
      const { append } = yield* EventStore
      const one = command(randomUUIDv7(), "one")
      yield* Effect.flip(append({ ...counted("late", 7, 1), commands: [one] }))
      const done = yield* append({ ...counted("late", 0, 1), commands: [one] })
      expect(done.replayed).toBe(false)
    })

    it.effect("is executed once when it is sent concurrently", function* () {
      const { append } = yield* EventStore
      const one = { ...counted("crowd", 0, 1), commands: [command(randomUUIDv7(), "one")] }
      const sent = yield* Effect.all(
        Array.from({ length: 20 }, () => append(one)),
        { concurrency: "unbounded" }
      )
      expect(sent.filter(({ replayed }) => !replayed)).toHaveLength(1)
      expect(new Set(sent.map(({ outcomes }) => JSON.stringify(outcomes))).size).toBe(1)
      expect(yield* versions("crowd")).toEqual([1])
    })

    it.effect(
      "that is sent concurrently for several streams is executed for one of them",
      function* () {
        const { append } = yield* EventStore
        for (let round = 0; round < 10; round++) {
          const one = command(randomUUIDv7(), "one")
          const streams = [1, 2, 3].map((n) => `split-${round}-${n}`)
          const sent = yield* Effect.forEach(
            streams,
            (stream) => append({ ...counted(stream, 0, 1), commands: [one] }),
            { concurrency: "unbounded" }
          )
          expect(sent.filter(({ replayed }) => !replayed)).toHaveLength(1)
          expect((yield* Effect.forEach(streams, versions)).flat()).toEqual([1])
        }
      }
    )

    it.effect(
      "that was executed, but that a decision did not read, is a bug: the transaction dies",
      function* () {
        const { append, transact } = yield* EventStore
        const one = command(randomUUIDv7(), "one")
        yield* append({ ...counted("not read", 0, 1), commands: [one] })
        for (const again of [one, { ...one, requestHash: "00" }]) {
          const withoutRead = transact({ ...noKeys, streams: ["not read"] }, ({ versions }) =>
            Result.succeed({
              outcome: "done",
              append: { ...counted("not read", versions["not read"]!, 2), commands: [again] }
            })
          )
          const exit = yield* Effect.exit(withoutRead)
          expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
        }
        expect(yield* versions("not read")).toEqual([1])
      }
    )
  })

for (const [name, store] of stores)
  layer(store, live)(`The reply to a command ${name}`, (it) => {
    const withReply = (commandId: string, reply: string) => ({
      ...command(commandId, "ask"),
      reply
    })
    const repliesOf = (...commands: ReadonlyArray<string>) =>
      Effect.map(viewOf({ commands }), (view) => view.commands.map(({ reply }) => reply))

    it.effect("is read with the command, byte for byte", function* () {
      const { append } = yield* EventStore
      const [one, other] = [randomUUIDv7(), randomUUIDv7()]
      const text = '{"a":"\\u0000\\ud800","b":"\u{1f600}  "}'
      const commands = [withReply(one, text), command(other, "no reply")]
      yield* append({ ...counted("reply", 0, 1), commands })
      expect(yield* repliesOf(one)).toEqual([text])
      expect(yield* repliesOf(other)).toEqual([undefined])
    })

    it.effect("is the first one, also after a repeat with another reply", function* () {
      const { append } = yield* EventStore
      const id = randomUUIDv7()
      yield* append({ ...counted("first", 0, 1), commands: [withReply(id, "first")] })
      const again = { ...counted("first", 1, 2), commands: [withReply(id, "second")] }
      expect(yield* append(again)).toMatchObject({ replayed: true })
      expect(yield* repliesOf(id)).toEqual(["first"])
    })

    it.effect("is stored only together with the command", function* () {
      const { append, transact } = yield* EventStore
      const id = randomUUIDv7()
      yield* Effect.flip(append({ ...counted("late", 7, 1), commands: [withReply(id, "x")] }))
      expect(yield* repliesOf(id)).toEqual([])
      yield* transact({ ...noKeys, streams: ["late"] }, () =>
        Result.succeed({
          outcome: "done",
          append: { ...counted("late", 0, 1), commands: [withReply(id, "y")] }
        })
      )
      expect(yield* repliesOf(id)).toEqual(["y"])
    })
  })

for (const [name, store] of stores)
  layer(store, live)(`Concurrent appends ${name}`, (it) => {
    it.effect("each have their own outcome, independent of the others", function* () {
      const { append, read } = yield* EventStore
      const executed = command(randomUUIDv7(), "a")
      yield* append({ ...counted("known", 0, 1), commands: [executed] })
      const sent: ReadonlyArray<readonly [Append, outcome: string]> = [
        [counted("one", 0, 1), "written"],
        [{ ...counted("elsewhere", 0, 1), commands: [executed] }, "replayed"],
        [counted("one", 0, 2), "VersionConflict"],
        [counted("one", 1, 2), "written"],
        [
          { ...counted("two", 0, 1), commands: [{ ...executed, requestHash: "00" }] },
          "CommandAltered"
        ],
        [counted("", 0, 1), "died"],
        [counted("known", 7, 1), "VersionConflict"]
      ]
      const outcomes = yield* Effect.all(
        sent.map(([one]) =>
          append(one).pipe(
            Effect.map(({ replayed }) => (replayed ? "replayed" : "written")),
            Effect.catch(({ _tag }) => Effect.succeed(_tag)),
            Effect.catchDefect(() => Effect.succeed("died"))
          )
        ),
        { concurrency: "unbounded" }
      )
      expect(outcomes).toEqual(sent.map(([, outcome]) => outcome))
      const lengths = Effect.forEach(["one", "elsewhere", "two"], (stream) =>
        Effect.map(read(stream), (events) => events.length)
      )
      expect(yield* lengths).toEqual([2, 0, 0])
    })
  })
