/** Two ends of a line over a real connection, whose ends prove that they know the secret of all nodes. */
import { randomBytes } from "node:crypto"
import { createServer } from "node:tls"

import { assert, describe, it } from "@effect/vitest"
import { freePort } from "@rcpt/service/platform/freePort"
import type { Answer } from "@rcpt/service/platform/lines/answerLine"
import type { Line } from "@rcpt/service/platform/lines/Line"
import * as Lines from "@rcpt/service/platform/lines/Lines"
import { clientOptions, server } from "@rcpt/service/platform/processes/runnerSockets"
import { currentSpan } from "@rcpt/service/platform/spans"
import { Context, Deferred, Effect, Fiber, Layer, Redacted, Schedule } from "effect"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as ShardId from "effect/cluster/ShardId"
import { SocketServer } from "effect/socket"

import * as tcpProxy from "../../../support/tcpProxy.ts"

const shard = ShardId.make("domains", 1)

const question = (name: string) => ({ actor: "Guard", name, message: { words: "é\n" } })

const newKey = () => Redacted.make(new Uint8Array(randomBytes(32)))

/** A node that answers for its guards. */
const listening = Effect.fnUntraced(function* (answer: Answer) {
  const key = newKey()
  const port = yield* freePort
  const sockets = Lines.answering.pipe(
    Layer.provide(server({ port, key })),
    Layer.provideMerge(Lines.layer((host, to) => clientOptions(host, to, key)))
  )
  const context = yield* Layer.build(sockets)
  Context.get(context, Lines.Lines).answer("Guard", answer)
  const { run } = Context.get(context, SocketServer.SocketServer)
  yield* Effect.forkScoped(run(() => Effect.void))
  return { key, port }
})

/** A node of another version: it counts who comes to it. */
const otherVersion = Effect.fnUntraced(function* (protocols: ReadonlyArray<string> | undefined) {
  const key = newKey()
  const { ciphers, minVersion, maxVersion } = clientOptions("127.0.0.1", 0, key)
  let came = 0
  const tls = createServer({
    ciphers,
    minVersion,
    maxVersion,
    ...(protocols && { ALPNProtocols: [...protocols] }),
    pskCallback: () => Buffer.from(Redacted.value(key))
  })
  tls.on("connection", () => (came += 1))
  const port = yield* freePort
  yield* Effect.acquireRelease(
    Effect.callback<void>(
      (resume) => void tls.listen(port, "127.0.0.1", () => resume(Effect.void))
    ),
    () => Effect.sync(() => tls.close())
  )
  return { key, port, came: () => came }
})

/** The lines of another node, which has just sent a message to the one at this port. */
const asker = Effect.fnUntraced(function* (key: Redacted.Redacted<Uint8Array>, port: number) {
  const context = yield* Layer.build(Lines.layer((host, to) => clientOptions(host, to, key)))
  const lines = Context.get(context, Lines.Lines)
  lines.noteOwner(shard, RunnerAddress.make("127.0.0.1", port))
  return lines
})

const opened = (lines: Lines.Lines["Service"]): Effect.Effect<Line> =>
  Effect.repeat(
    Effect.sync(() => lines.to(shard)),
    { until: (line) => line !== undefined, schedule: Schedule.spaced("20 millis") }
  ) as Effect.Effect<Line>

const between = Effect.fnUntraced(function* (answer: Answer) {
  const { key, port } = yield* listening(answer)
  const lines = yield* asker(key, port)
  return { lines, line: yield* opened(lines) }
})

describe("A line between two nodes", () => {
  it.live("takes questions to where the last message of their shard went", () =>
    Effect.gen(function* () {
      const { key, port } = yield* listening((name, message) => Effect.succeed({ name, message }))
      const lines = yield* asker(key, port)
      assert.isUndefined(lines.to(ShardId.make("domains", 2)))
      // The first one takes a message: it does not wait for the connection.
      assert.isUndefined(lines.to(shard))
      const line = yield* opened(lines)
      const names = Array.from({ length: 200 }, (_, n) => `guard ${n}`)
      const outcomes = yield* Effect.forEach(names, (name) => line.ask(question(name)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        outcomes,
        names.map((name) => ({ kind: "answer", value: { name, message: { words: "é\n" } } }))
      )
      lines.forget(shard)
      assert.isUndefined(lines.to(shard))
    }).pipe(Effect.scoped)
  )

  it.live("tells an actor that is elsewhere, one that leaves and one that fails apart", () =>
    Effect.gen(function* () {
      const answers: Record<string, Effect.Effect<unknown>> = {
        ends: Effect.interrupt,
        fails: Effect.die(new Error("poison"))
      }
      const { line } = yield* between((name) => answers[name])
      assert.deepStrictEqual(yield* line.ask(question("moved")), { kind: "elsewhere" })
      assert.deepStrictEqual(yield* line.ask(question("ends")), { kind: "ended" })
      const failed = { kind: "failed", error: "Error: poison" } as const
      assert.deepStrictEqual(yield* line.ask(question("fails")), failed)
      const other = { actor: "Nobody", name: "fails", message: {} }
      assert.deepStrictEqual(yield* line.ask(other), { kind: "elsewhere" })
    }).pipe(Effect.scoped)
  )

  it.live("ends an answer for which nobody waits any more", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<void>()
      const { line } = yield* between(() =>
        Effect.onInterrupt(Effect.andThen(Deferred.succeed(begun, undefined), Effect.never), () =>
          Deferred.succeed(ended, undefined)
        )
      )
      const asking = yield* Effect.forkChild(line.ask(question("slow")))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(asking)
      yield* Deferred.await(ended)
    }).pipe(Effect.scoped)
  )

  it.live("carries the trace of whoever asks", () =>
    Effect.gen(function* () {
      const span = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" }
      const { line } = yield* between(() =>
        Effect.withFiber((fiber) => Effect.succeed(currentSpan(fiber)?.spanId ?? "none"))
      )
      const value = (outcome: object) => Object(outcome).value
      assert.strictEqual(value(yield* line.ask({ ...question("one"), span })), span.spanId)
      assert.strictEqual(value(yield* line.ask(question("two"))), "none")
    }).pipe(Effect.scoped)
  )
})

describe("A line to a node in trouble", () => {
  it.live("says that it is broken, to those who wait and to those who ask then", () =>
    Effect.gen(function* () {
      const { key, port } = yield* listening(() => Effect.never)
      const proxy = yield* tcpProxy.start({ host: "127.0.0.1", port })
      const lines = yield* asker(key, proxy.port)
      const line = yield* opened(lines)
      const asking = yield* Effect.forkChild(line.ask(question("slow")))
      yield* Effect.sleep("50 millis")
      yield* proxy.cut
      assert.deepStrictEqual(yield* Fiber.join(asking), { kind: "lost" })
      assert.deepStrictEqual(yield* line.ask(question("next")), { kind: "lost" })
      assert.isUndefined(lines.to(shard))
    }).pipe(Effect.scoped)
  )

  it.live("is not asked while it is silent, and given up after 5.5 s", () =>
    Effect.gen(function* () {
      const { key, port } = yield* listening(() => Effect.never)
      const proxy = yield* tcpProxy.start({ host: "127.0.0.1", port })
      const lines = yield* asker(key, proxy.port)
      const line = yield* opened(lines)
      const asking = yield* Effect.forkChild(line.ask(question("slow")))
      // It answers pings, so a slow answer is no trouble.
      yield* Effect.sleep("2 seconds")
      assert.isDefined(lines.to(shard))
      yield* proxy.silence
      yield* Effect.sleep("2500 millis")
      assert.isUndefined(lines.to(shard))
      assert.deepStrictEqual(yield* Fiber.join(asking), { kind: "lost" })
    }).pipe(Effect.scoped)
  )

  for (const [what, protocols] of [
    ["an older version, without lines", undefined],
    ["a newer version, with other lines", ["rcpt-line/999.0.0"]]
  ] as const)
    it.live(`is tried once with ${what}`, () =>
      Effect.gen(function* () {
        const { key, port, came } = yield* otherVersion(protocols)
        const lines = yield* asker(key, port)
        const asked = Effect.sync(() => assert.isUndefined(lines.to(shard)))
        yield* Effect.repeat(asked, { schedule: Schedule.spaced("100 millis"), times: 20 })
        assert.strictEqual(came(), 1)
      }).pipe(Effect.scoped)
    )
})
