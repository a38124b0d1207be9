/** For errorCodeRows.ts: requests about webhooks that no row of the contract makes. */
import { endpointsMax } from "@rcpt/domain/AccountWebhooks"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { Running } from "../../support/service.ts"
import * as keys from "../accounts/keysWorld.ts"
import { sent } from "./contractRows.ts"
import { webhookUrl } from "./contractWebhookRows.ts"

export const webhookDisabled = (running: Running) =>
  Effect.gen(function* () {
    yield* running.get("/api/v1/webhook", { method: "PUT", ...sent(webhookUrl) })
    yield* SqlClient.SqlClient.use(
      (sql) => sql`update webhook set disabled_at = now(), disabled_why = 'gone'`
    ).pipe(Effect.provide(keys.sqlOf(running)), Effect.orDie)
    return yield* running.get("/api/v1/webhook/test", { method: "POST" })
  })

const endpoints = "/api/v1/webhook/endpoints"

export const endpointDisabled = (running: Running) =>
  Effect.gen(function* () {
    const off = { method: "POST", ...sent({ ...webhookUrl, enabled: false }) }
    const { id } = Object((yield* running.get(endpoints, off)).json)
    return yield* running.get(`${endpoints}/${id}/test`, { method: "POST" })
  })

export const tooManyTests = (running: Running) =>
  Effect.gen(function* () {
    const made = yield* running.get(endpoints, { method: "POST", ...sent(webhookUrl) })
    const test = running.get(`${endpoints}/${Object(made.json).id}/test`, { method: "POST" })
    return yield* Effect.repeat(test, { until: ({ status }) => status !== 200 })
  })

export const tooManyEndpoints = ({ get }: Running) =>
  get(endpoints, { method: "POST", ...sent(webhookUrl) }).pipe(
    Effect.repeat({ until: ({ status }) => status !== 201, times: endpointsMax })
  )
