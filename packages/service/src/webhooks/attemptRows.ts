/** What was sent in each attempt at a delivery, and what was answered (settleDelivery.ts writes it). */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"
import { decodeDeliveries, deliveryColumns } from "./deliveryRows.ts"
import type { Delivery } from "./deliveryRows.ts"

const Headers = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))

const Attempt = Schema.Struct({
  at: Schema.Date,
  /** Milliseconds. */
  duration: Schema.Int,
  url: Schema.String,
  headers: Schema.NullOr(Headers),
  status: Schema.NullOr(Schema.Int),
  answer: Schema.NullOr(Schema.String),
  failure: Schema.NullOr(Schema.String)
})
export type AttemptShown = typeof Attempt.Type

/** Six times all retries of a delivery: whoever resends it more often looks at the newest. */
const attemptsShownMax = 50

export interface DeliveryDetails {
  readonly delivery: Delivery
  readonly body: string
  /** Newest first. */
  readonly attempts: ReadonlyArray<AttemptShown>
}

/** `undefined`: the account has no such delivery. */
export const findDelivery = (account: string, id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const own = sql`delivery_id = ${id} and account_id = ${account}`
    const [delivery] = yield* sql`
      select ${deliveryColumns(sql)} from webhook_delivery where ${own}`.pipe(decodeDeliveries)
    const [row] = yield* sql<{ readonly body: string }>`
      select body from webhook_delivery where ${own}`
    if (delivery === undefined || row === undefined) return undefined
    const attempts = yield* sql`
      select began_at as at, duration_ms as duration, url, request_headers as headers,
        response_status as status, response_body as answer, failure
      from webhook_attempt where delivery_id = ${id}
      order by attempt_id desc limit ${attemptsShownMax}`.pipe(decodeRows(Attempt))
    return { delivery, body: row.body, attempts } satisfies DeliveryDetails
  }).pipe(Effect.orDie)
