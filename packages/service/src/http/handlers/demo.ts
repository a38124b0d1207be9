/**
 * The public demo: fast verifications without an account, strictly rate-limited. Where it is off, it
 * answers sandbox addresses alone. There are no CORS
 * headers, so pages of other origins cannot use it up for their visitors.
 */
import { Api } from "@rcpt/api/Api"
import { NotFound, tooManyRequests } from "@rcpt/api/Problem"
import { render, spoken } from "@rcpt/api/render"
import { isSandbox } from "@rcpt/verifier/sandbox/playSandbox"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import { keyedLimits } from "../../limits/keyedLimits.ts"
import { Config } from "../../platform/Config.ts"
import { metricTable } from "../../platform/metrics/metricTable.ts"
import { processes } from "../../platform/processes/Processes.ts"
import { DemoChecks, makeDemoGate } from "../../verify/demo/DemoChecks.ts"
import { CurrentLanguage } from "../language.ts"
import { clientAddress, countedAs } from "../middleware/clientAddress.ts"
import * as untrustedProxy from "../middleware/untrustedProxy.ts"

/** The response of an unknown path. */
const notFound = new NotFound({ error: "not found" })

export const demoHandlers = HttpApiBuilder.group(
  Api,
  "Demo",
  Effect.fnUntraced(function* (handlers) {
    const { demo, trustedProxies } = yield* Config
    const checks = yield* DemoChecks
    const verifier = yield* Verifier
    const addressOf = clientAddress(trustedProxies)
    const noticeProxy = yield* untrustedProxy.notice
    const gate = makeDemoGate((yield* processes).siblings)

    return handlers.handle("verify", ({ query: { email, mode } }) =>
      Effect.gen(function* () {
        // The sandbox asks no network, so it is there for the sign-in page of every service.
        if (demo === "off" && !isSandbox(email)) return yield* Effect.fail(notFound)
        const request = yield* HttpServerRequest.HttpServerRequest
        yield* noticeProxy(request)
        const wait = gate.enter(countedAs(addressOf(request)), performance.now())
        if (wait !== undefined)
          return yield* Effect.fail(
            tooManyRequests({ retryAfterSeconds: wait, limit: keyedLimits.demoAddress.burst })
          )
        const startedAt = yield* Clock.currentTimeMillis
        const verification = yield* verifier.verify(email, { mode })
        const now = yield* Clock.currentTimeMillis
        const { status } = verification.judgement
        metricTable.verifications.add({ channel: "demo", mode, status })
        if (verification.evidence.sandbox === undefined) yield* checks.count
        const rendered = render(verification, {
          mode,
          creditsUsed: undefined,
          elapsedMillis: now - startedAt,
          checkedAt: new Date(now).toISOString()
        })
        return spoken(rendered, yield* CurrentLanguage)
      })
    )
  })
)
