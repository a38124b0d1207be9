/** The verifier in this process: no server, no database, nothing charged. */
import { render } from "@rcpt/api/render"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { load } from "@rcpt/service/Config"
import { Lists } from "@rcpt/verifier/Lists"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Console, Effect, Layer } from "effect"

import { CommandFailed, usageCode } from "./ending.ts"

/** Of the service's settings only those of DNS matter here. */
export const verifyHere = (address: string): Effect.Effect<VerifyResult, CommandFailed> =>
  Effect.gen(function* () {
    const { config, warnings } = yield* load().pipe(
      Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
    )
    yield* Effect.forEach(warnings, (warning) => Console.error(warning))
    const verifier = Verifier.layer({ unsafeNetworks: config.unsafeNetworks }).pipe(
      Layer.provide([Resolver.layer({ servers: config.dnsServers }), Lists.layer])
    )
    return yield* Effect.provide(answer(address), verifier)
  })

const answer = Effect.fnUntraced(function* (address: string) {
  const startedAt = yield* Clock.currentTimeMillis
  const verification = yield* Verifier.use((verifier) => verifier.verify(address))
  const now = yield* Clock.currentTimeMillis
  return render(verification, {
    mode: "fast",
    creditsUsed: undefined,
    elapsedMillis: now - startedAt,
    checkedAt: new Date(now).toISOString()
  })
})
