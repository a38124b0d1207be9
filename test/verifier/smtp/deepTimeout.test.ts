/** What a prober hears of the caller's timeout: a prober of another library has limits of its own. */
import { notChecked } from "@rcpt/domain/Smtp"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Prober } from "@rcpt/verifier/Prober"
import type { ProbeOptions } from "@rcpt/verifier/Prober"
import type { VerifyOptions } from "@rcpt/verifier/steps"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect, Layer } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { verifyDeep } from "./probing.ts"
import { mailWorld, replying } from "./smtpWorld.ts"

const zone = { "x.test": { MX: ["10 mx.x.test"] }, "mx.x.test": { A: ["1.1.1.1"] } }

/** The options of the one probe that this verification asks for. */
const heardOf = (options: VerifyOptions) =>
  Effect.gen(function* () {
    const heard: Array<ProbeOptions | undefined> = []
    const prober = Layer.succeed(Prober, {
      probe: (_, asked) =>
        Effect.sync(() => {
          heard.push(asked)
          return notChecked("smtp_unavailable")
        })
    })
    yield* Verifier.use((verifier) => verifier.verify("ann@x.test", options)).pipe(
      Effect.provide(
        Verifier.layer().pipe(Layer.provide([Lists.layer, Resolver.layerZone(zone), prober]))
      )
    )
    return heard[0]
  })

describe("A deep verification", () => {
  it.effect("leaves the time to the prober where the caller names none", function* () {
    const heard = yield* heardOf({ mode: "deep" })
    assert.isDefined(heard)
    assert.isUndefined(heard?.timeout)
  })

  it.effect("leaves to the prober what is left of the caller's time", function* () {
    const heard = yield* heardOf({ mode: "deep", timeout: Duration.seconds(9) })
    assert.deepStrictEqual(heard?.timeout, Duration.seconds(9))
  })

  it.live("without a timeout asks the mail server at the library's own pace", function* () {
    const world = yield* mailWorld({ "mx1.x.test": replying({}) })
    const { evidence } = yield* verifyDeep(world, "ann@x.test", { pace: undefined })
    assert.strictEqual(evidence.smtp?.checked, true)
  })
})
