/**
 * The public demo: a fast verification for whoever asks, in small doses. No page of another origin can
 * read it (there are no CORS headers): its visitors would spend what is meant for ours.
 */
import { Api } from "@rcpt/api/Api"
import { NotFound, tooManyRequests } from "@rcpt/api/Problem"
import { render } from "@rcpt/api/render"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { Config } from "../Config.ts"
import { DemoChecks } from "../demo/DemoChecks.ts"
import * as DemoGate from "../demo/DemoGate.ts"
import { clientAddress, countedAs } from "./clientAddress.ts"

/** As of any path that there is not. */
const off = new NotFound({ error: "not found" })

export const layer = HttpApiBuilder.group(
  Api,
  "Demo",
  Effect.fnUntraced(function* (handlers) {
    const { demo, trustedProxies } = yield* Config
    const checks = yield* DemoChecks
    const verifier = yield* Verifier
    const addressOf = clientAddress(trustedProxies)
    const gate = DemoGate.make()

    return handlers.handle("verify", ({ query: { email, mode } }) =>
      Effect.gen(function* () {
        if (demo === "off") return yield* Effect.fail(off)
        const request = yield* HttpServerRequest.HttpServerRequest
        const wait = gate.enter(countedAs(addressOf(request)), performance.now())
        if (wait !== undefined) return yield* Effect.fail(tooManyRequests(wait))
        const startedAt = yield* Clock.currentTimeMillis
        const verification = yield* verifier.verify(email, { mode })
        const now = yield* Clock.currentTimeMillis
        if (verification.evidence.sandbox === undefined) yield* checks.count
        return render(verification, {
          mode,
          creditsUsed: undefined,
          elapsedMillis: now - startedAt,
          checkedAt: new Date(now).toISOString()
        })
      })
    )
  })
)
