/** The verifier in this process: no server, no database, nothing charged. */
import { render } from "@rcpt/api/render"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Config, load } from "@rcpt/service/Config"
import { verifierLayer } from "@rcpt/service/verifierLayer"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Console, Duration, Effect, Layer, References } from "effect"

import { CommandFailed, usageCode } from "./ending.ts"

export interface Question {
  readonly address: string
  readonly mode: VerifyResult["mode"]
}

/** Of the service's settings only those of the verifier matter here. */
export const verifyHere = (question: Question): Effect.Effect<VerifyResult, CommandFailed> =>
  Effect.gen(function* () {
    const { config, warnings } = yield* load().pipe(
      Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
    )
    yield* Effect.forEach(warnings, (warning) => Console.error(warning))
    const verifier = Layer.provide(verifierLayer, [
      DomainAgeCache.layerNone,
      Layer.succeed(Config, config)
    ])
    return yield* Effect.andThen(blocklistsProven, answer(question)).pipe(
      Effect.provide(verifier),
      // What was not learnt is in the answer; standard output belongs to the answer alone.
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  })

/** Two tests of two questions each, by DNS that answers at all. */
const proofWaitMax = Duration.seconds(2)

/** Nobody asks a blocklist before it has proved itself, and this process lives for one answer only. */
const blocklistsProven = Effect.gen(function* () {
  const { status } = yield* Dnsbl
  while ((yield* status).some(({ state }) => state === "unproven")) {
    yield* Effect.sleep(Duration.millis(5))
  }
}).pipe(Effect.timeoutOrElse({ duration: proofWaitMax, orElse: () => Effect.void }))

const answer = Effect.fnUntraced(function* ({ address, mode }: Question) {
  const startedAt = yield* Clock.currentTimeMillis
  const verification = yield* Verifier.use((verifier) => verifier.verify(address, { mode }))
  const now = yield* Clock.currentTimeMillis
  return render(verification, {
    mode,
    creditsUsed: undefined,
    elapsedMillis: now - startedAt,
    checkedAt: new Date(now).toISOString()
  })
})
