import {
  octetsPerSecondMin,
  requireProgress,
  secondsBehindMax
} from "@rcpt/service/http/handlers/jobsForm"
import { Cause, Duration, Effect, Exit, Fiber, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

/** `octets` a second, for `seconds`; then nothing more, and no end. */
const client = (octets: number, seconds: number): Stream.Stream<Uint8Array> =>
  Stream.range(1, seconds).pipe(
    Stream.rechunk(1),
    Stream.mapEffect(() => Effect.as(Effect.sleep("1 second"), new Uint8Array(octets))),
    Stream.concat(Stream.never)
  )

/** The status that ends the upload within `seconds`; `undefined`: it goes on. */
const statusAfter = (
  upload: Stream.Stream<Uint8Array>,
  seconds: number,
  store: Effect.Effect<void> = Effect.void
) =>
  Effect.gen(function* () {
    const read = requireProgress(upload, (body) => Stream.runForEach(body, () => store))
    const fiber = yield* Effect.forkChild(read)
    yield* TestClock.adjust(Duration.seconds(seconds))
    const exit = fiber.pollUnsafe()
    if (exit === undefined) return yield* Effect.as(Fiber.interrupt(fiber), undefined)
    const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    return HttpServerResponse.isHttpServerResponse(defect) ? defect.status : undefined
  })

describe("An upload", () => {
  const clients: ReadonlyArray<
    [what: string, octets: number, seconds: number, ended: number | undefined]
  > = [
    ["that sends nothing", 0, 0, secondsBehindMax],
    ["at 95 bytes a second", 95, 600, secondsBehindMax + 1],
    [
      "a little below the least rate",
      octetsPerSecondMin * 0.9,
      600,
      (secondsBehindMax - 1) * 10 + 2
    ],
    ["at the least rate", octetsPerSecondMin, 600, undefined],
    [
      "that falls silent, also after it was fast",
      octetsPerSecondMin * 100,
      60,
      60 + secondsBehindMax
    ]
  ]
  for (const [what, octets, seconds, ended] of clients)
    it.effect(
      `${what} ${ended === undefined ? "goes on" : `ends with 408 after ${ended} s`}`,
      function* () {
        const upload = client(octets, seconds)
        assert.isUndefined(yield* statusAfter(upload, (ended ?? seconds) - 2))
        if (ended !== undefined) assert.strictEqual(yield* statusAfter(upload, ended), 408)
      }
    )

  it.effect("does not pay for the time that we take to store it", function* () {
    const upload = client(octetsPerSecondMin, 60)
    assert.isUndefined(yield* statusAfter(upload, 60 * 60, Effect.sleep("1 minute")))
  })
})
