/** One verification in this process: no server, no database, no charge. */
import { render, spoken } from "@rcpt/api/render"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Config, load } from "@rcpt/service/platform/Config"
import { verifierLayer } from "@rcpt/service/probing/verifierLayer"
import { Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Console, Duration, Effect, Layer, References } from "effect"

import type { VerifyRequest } from "./askServer.ts"
import { CommandFailed, usageCode } from "./exitCodes.ts"

/** Only the verifier's settings matter here. */
export const verifyHere = (request: VerifyRequest): Effect.Effect<VerifyResult, CommandFailed> =>
  Effect.gen(function* () {
    const { config, warnings } = yield* load().pipe(
      Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
    )
    yield* Effect.forEach(warnings, (warning) => Console.error(warning))
    const verifier = Layer.provide(verifierLayer, [
      DomainAgeCache.layerNone,
      Layer.succeed(Config, config)
    ])
    return yield* Effect.andThen(blocklistsTested, verifyNow(request)).pipe(
      Effect.provide(verifier),
      // No log lines: standard output belongs to the result alone.
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  })

/** Enough for two tests of two DNS questions each, unless DNS is down. */
const testsTimeout = Duration.seconds(2)

/** The verifier skips a blocklist until it has passed its test, and this process verifies only once. */
const blocklistsTested = Effect.gen(function* () {
  const { status } = yield* Dnsbl
  while ((yield* status).some(({ state }) => state === "unproven")) {
    yield* Effect.sleep(Duration.millis(5))
  }
}).pipe(Effect.timeoutOrElse({ duration: testsTimeout, orElse: () => Effect.void }))

const verifyNow = Effect.fnUntraced(function* ({ address, mode }: VerifyRequest) {
  const startedAt = yield* Clock.currentTimeMillis
  const verification = yield* Verifier.use((verifier) => verifier.verify(address, { mode }))
  const now = yield* Clock.currentTimeMillis
  return spoken(
    render(verification, {
      mode,
      creditsUsed: undefined,
      elapsedMillis: now - startedAt,
      checkedAt: new Date(now).toISOString()
    })
  )
})
