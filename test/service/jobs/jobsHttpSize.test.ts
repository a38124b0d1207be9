/** Uploads at and above the size limit, slow, interrupted, and many at once. */
import { connect } from "node:net"
import type { Socket } from "node:net"

import { Effect } from "effect"

import { live } from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import {
  formOf,
  formType,
  isProblem,
  jobOf,
  layer as world,
  list,
  memoryOf,
  mode,
  nothingIsLeft,
  path,
  send,
  upload,
  World
} from "./jobsHttpWorld.ts"

const fileOctetsMax = 33_554_432
const megabytes = 1024 * 1024
const tooLarge = "file must be at most 32 MB (33,554,432 bytes)"

/** A list of `octets` bytes; by default with few rows, whose processing time is not measured. */
const listOf = (octets: number, width = 8_192): Buffer => {
  const row = (n: number, width: number) => `user${n}@acme.test,`.padEnd(width - 1, "x") + "\n"
  const header = "email,note\n"
  const rows = Math.floor((octets - header.length) / width)
  const last = octets - header.length - (rows - 1) * width
  const lines = Array.from({ length: rows }, (_, n) => row(n, n === rows - 1 ? last : width))
  return Buffer.from(header + lines.join(""))
}

const headOf = ({ apiKey }: Running, octets: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${apiKey}\r\nContent-Type: ${formType}\r\n` +
  `Content-Length: ${octets}\r\n\r\n`

/**
 * Reads nothing before it has sent the whole body, like simple clients. Answers the first line of the
 * response; empty if the body could not be sent.
 */
const sendAllFirst = (running: Running, body: Buffer): Effect.Effect<string> =>
  Effect.callback((resume) => {
    let text = ""
    const socket = connect(Number(new URL(running.base).port), "127.0.0.1")
    const finish = () => resume(Effect.succeed(text.split("\r\n", 1)[0]!))
    socket.on("error", finish).on("close", finish)
    socket.on("data", (data) => {
      text += data.toString()
      socket.destroy()
    })
    socket.pause()
    socket.write(headOf(running, body.length))
    socket.write(body, (error) => (error ? finish() : socket.resume()))
    return Effect.sync(() => socket.destroy())
  })

/** Sends the first `octets` of the body, and keeps the connection open. */
const sendStart = (running: Running, body: Buffer, octets: number): Effect.Effect<Socket> =>
  Effect.callback((resume) => {
    const socket = connect(Number(new URL(running.base).port), "127.0.0.1")
    socket.on("error", () => {})
    socket.write(headOf(running, body.length))
    socket.write(body.subarray(0, octets), () => resume(Effect.succeed(socket)))
  })

layer(world(), live)("An upload", (it) => {
  it.effect("has at most 32 MB", function* () {
    const { running, node } = yield* World
    const job = yield* jobOf(yield* upload(running, [list(listOf(fileOctetsMax))]), 201)
    assert.strictEqual(job.total_rows, 4_095)
    isProblem(yield* upload(running, [list(listOf(fileOctetsMax + 1))]), 400, tooLarge)
    yield* Effect.provide(nothingIsLeft, node)
  })

  it.effect("of 40 MB, and of 70 MB, is answered 400", function* () {
    const { running, node } = yield* World
    for (const octets of [40 * megabytes, 70 * megabytes]) {
      const answer = yield* upload(running, [mode("fast"), list(listOf(octets))])
      isProblem(answer, 400, tooLarge)
    }
    yield* Effect.provide(nothingIsLeft, node)
  })

  it.effect("refused at its first line is read to its end before the response", function* () {
    const { running } = yield* World
    const file = listOf(30 * megabytes)
    file[20] = 0
    const form = formOf([list(file)])
    assert.strictEqual(yield* sendAllFirst(running, form), "HTTP/1.1 400 Bad Request")
  })

  it.effect("that breaks off leaves no rows and no hold", function* () {
    const { running, node } = yield* World
    const credits = Object((yield* running.get("/api/v1/account")).json).credits
    const form = formOf([list(listOf(10 * megabytes))])
    for (const octets of [200, 100_000, 5 * megabytes, form.length - 3]) {
      const socket = yield* sendStart(running, form, octets)
      yield* Effect.sleep("300 millis")
      socket.destroy()
    }
    yield* Effect.provide(nothingIsLeft, node)
    const after = Object((yield* running.get("/api/v1/account")).json).credits
    assert.strictEqual(after, credits)
  })

  it.effect("is not held in memory, also with several at once", function* () {
    const { running, node } = yield* World
    const form = formOf([list(listOf(12 * megabytes, 400))])
    const together = (count: number) =>
      Effect.all(
        Array.from({ length: count }, () => send(running, form)),
        { concurrency: "unbounded" }
      )
    yield* together(1)
    const before = memoryOf(running)
    let most = before
    const watch = Effect.sync(() => (most = Math.max(most, memoryOf(running)))).pipe(
      Effect.andThen(Effect.sleep("50 millis")),
      Effect.forever
    )
    const answers = yield* Effect.raceFirst(together(5), watch)
    for (const { status, text } of answers) assert.strictEqual(status, 201, text)
    // Held in memory they would take 60 MB, and several times that as text and cells.
    assert.isBelow(most - before, 60 * megabytes)
    yield* Effect.provide(nothingIsLeft, node)
  })
})
