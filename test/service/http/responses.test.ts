import { assert, describe, it } from "@effect/vitest"
import { withoutDefects } from "@rcpt/service/http/responses"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { HttpServerResponse } from "effect/http"

const name = { requestId: "1", method: "GET", route: "/api/v1/verify" }

const handled = (step: Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
  withoutDefects(name)(step)

describe("A request whose handler gives no response", () => {
  it.effect("is answered when what it waits for is interrupted", () =>
    Effect.gen(function* () {
      const response = yield* handled(Effect.interrupt)
      assert.strictEqual(response.status, 500)
      const { error } = yield* Effect.promise(() => HttpServerResponse.toWeb(response).json())
      assert.strictEqual(error, "internal error")
    })
  )

  it.effect("ends unanswered when it is interrupted itself", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const waits = Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      const request = yield* Effect.forkChild(handled(waits))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(request)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(request)))
    })
  )
})
