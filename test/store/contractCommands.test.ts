import { randomUUIDv7 } from "node:crypto"

import { expect, layer } from "@effect/vitest"
import { EventStore } from "@rcpt/store/EventStore"
import type { Append } from "@rcpt/store/EventStore"
import { Cause, Effect, Exit, Result } from "effect"

import { command, counted, look, noKeys } from "./appends.ts"
import { live, stores } from "./stores.ts"

for (const [name, store] of stores)
  layer(store, live)(`A command ${name}`, (it) => {
    const versions = Effect.fn(function* (stream: string) {
      const { read } = yield* EventStore
      return (yield* read(stream)).map(({ version }) => version)
    })

    it.effect("is carried out once, and answered as it was then", () =>
      Effect.gen(function* () {
        const { append } = yield* EventStore
        const id = randomUUIDv7()
        const asked = { ...counted("once", 0, 1, 2), commands: [command(id, "count", { n: [1] })] }
        expect(yield* append(asked)).toMatchObject({ replayed: false, outcomes: [{ n: [1] }] })
        // Another outcome, and versions that are stale: nobody decides again what was decided.
        const again = { ...asked, commands: [command(id, "count", { n: "other" })] }
        expect(yield* append(again)).toMatchObject({ replayed: true, outcomes: [{ n: [1] }] })
        expect(yield* versions("once")).toEqual([1, 2])
      })
    )

    it.effect("is refused when it is altered, and nothing is written", () =>
      Effect.gen(function* () {
        const { append } = yield* EventStore
        const commandId = randomUUIDv7()
        yield* append({ ...counted("altered", 0, 1), commands: [command(commandId, "one")] })
        const other = { ...counted("altered", 1, 2), commands: [command(commandId, "two")] }
        const refusal = yield* Effect.flip(append(other))
        expect(refusal).toMatchObject({ _tag: "CommandAltered", commandId })
        expect(yield* versions("altered")).toEqual([1])
      })
    )

    it.effect("is refused in an append with commands that were never carried out", () =>
      Effect.gen(function* () {
        const { append } = yield* EventStore
        const [known, fresh] = [command(randomUUIDv7(), "a"), command(randomUUIDv7(), "b")]
        yield* append({ ...counted("regrouped", 0, 1), commands: [known] })
        const regrouped = { ...counted("regrouped", 1, 2), commands: [known, fresh] }
        const refusal = yield* Effect.flip(append(regrouped))
        expect(refusal).toMatchObject({ _tag: "CommandAltered", commandId: fresh.commandId })
        expect(yield* versions("regrouped")).toEqual([1])
        expect((yield* look({ commands: [fresh.commandId] })).commands).toEqual([])
      })
    )

    it.effect("keeps its own outcome among others of its append", () =>
      Effect.gen(function* () {
        const { append } = yield* EventStore
        const outcomes = [{ n: 1 }, null, "three"]
        const commands = outcomes.map((outcome) => command(randomUUIDv7(), "x", outcome))
        yield* append({ ...counted("several", 0, 1), commands })
        const again = { ...counted("several", 0, 1), commands: commands.toReversed() }
        const reversed = { replayed: true, heads: [], outcomes: outcomes.toReversed() }
        expect(yield* append(again)).toEqual(reversed)
        // Some of them alone are known as well: an answer for each that is asked.
        const one = { ...counted("several", 0, 1), commands: [commands[1]!] }
        expect(yield* append(one)).toMatchObject({ replayed: true, outcomes: [null] })
      })
    )

    it.effect("that failed was not carried out: its id is free", () =>
      Effect.gen(function* () {
        const { append } = yield* EventStore
        const one = command(randomUUIDv7(), "one")
        yield* Effect.flip(append({ ...counted("late", 7, 1), commands: [one] }))
        const done = yield* append({ ...counted("late", 0, 1), commands: [one] })
        expect(done.replayed).toBe(false)
      })
    )

    it.effect("is carried out once, however many send it at once", () =>
      Effect.gen(function* () {
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
    )

    it.effect("that is sent at once for several streams is carried out for one of them", () =>
      Effect.gen(function* () {
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
      })
    )

    it.effect(
      "that a decision overlooks is a bug: it dies, and nobody is told that it was done",
      () =>
        Effect.gen(function* () {
          const { append, transact } = yield* EventStore
          const one = command(randomUUIDv7(), "one")
          yield* append({ ...counted("overlooked", 0, 1), commands: [one] })
          for (const again of [one, { ...one, requestHash: "00" }]) {
            const blind = transact({ ...noKeys, streams: ["overlooked"] }, ({ versions }) =>
              Result.succeed({
                outcome: "done",
                append: { ...counted("overlooked", versions["overlooked"]!, 2), commands: [again] }
              })
            )
            const exit = yield* Effect.exit(blind)
            expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
          }
          expect(yield* versions("overlooked")).toEqual([1])
        })
    )
  })

for (const [name, store] of stores)
  layer(store, live)(`The reply to a command ${name}`, (it) => {
    const replied = (commandId: string, reply: string) => ({ ...command(commandId, "ask"), reply })
    const shown = (...commands: ReadonlyArray<string>) =>
      Effect.map(look({ commands }), (view) => view.commands.map(({ reply }) => reply))

    it.effect("is shown with it, word for word", () =>
      Effect.gen(function* () {
        const { append } = yield* EventStore
        const [one, other] = [randomUUIDv7(), randomUUIDv7()]
        const text = '{"a":"\\u0000\\ud800","b":"\u{1f600}  "}'
        const commands = [replied(one, text), command(other, "no reply")]
        yield* append({ ...counted("reply", 0, 1), commands })
        expect(yield* shown(one)).toEqual([text])
        expect(yield* shown(other)).toEqual([undefined])
      })
    )

    it.effect("is that of the first who sends the command", () =>
      Effect.gen(function* () {
        const { append } = yield* EventStore
        const id = randomUUIDv7()
        yield* append({ ...counted("first", 0, 1), commands: [replied(id, "first")] })
        const again = { ...counted("first", 1, 2), commands: [replied(id, "second")] }
        expect(yield* append(again)).toMatchObject({ replayed: true })
        expect(yield* shown(id)).toEqual(["first"])
      })
    )

    it.effect("is not kept when what it belongs to is not", () =>
      Effect.gen(function* () {
        const { append, transact } = yield* EventStore
        const id = randomUUIDv7()
        yield* Effect.flip(append({ ...counted("late", 7, 1), commands: [replied(id, "x")] }))
        expect(yield* shown(id)).toEqual([])
        yield* transact({ ...noKeys, streams: ["late"] }, () =>
          Result.succeed({
            outcome: "done",
            append: { ...counted("late", 0, 1), commands: [replied(id, "y")] }
          })
        )
        expect(yield* shown(id)).toEqual(["y"])
      })
    )
  })

for (const [name, store] of stores)
  layer(store, live)(`Appends that come together ${name}`, (it) => {
    it.effect("are answered each on its own, as if the others had not been there", () =>
      Effect.gen(function* () {
        const { append, read } = yield* EventStore
        const known = command(randomUUIDv7(), "a")
        yield* append({ ...counted("known", 0, 1), commands: [known] })
        const sent: ReadonlyArray<readonly [Append, string]> = [
          [counted("one", 0, 1), "written"],
          [{ ...counted("elsewhere", 0, 1), commands: [known] }, "replayed"],
          [counted("one", 0, 2), "VersionConflict"],
          [counted("one", 1, 2), "written"],
          [
            { ...counted("two", 0, 1), commands: [{ ...known, requestHash: "00" }] },
            "CommandAltered"
          ],
          [counted("", 0, 1), "died"],
          [counted("known", 7, 1), "VersionConflict"]
        ]
        const told = yield* Effect.all(
          sent.map(([one]) =>
            append(one).pipe(
              Effect.map(({ replayed }) => (replayed ? "replayed" : "written")),
              Effect.catch(({ _tag }) => Effect.succeed(_tag)),
              Effect.catchDefect(() => Effect.succeed("died"))
            )
          ),
          { concurrency: "unbounded" }
        )
        expect(told).toEqual(sent.map(([, answer]) => answer))
        const lengths = Effect.forEach(["one", "elsewhere", "two"], (stream) =>
          Effect.map(read(stream), (events) => events.length)
        )
        expect(yield* lengths).toEqual([2, 0, 0])
      })
    )
  })
