/** Errors of schedules, for errorCodeRows.ts. */
import { randomUUIDv7 } from "node:crypto"

import { schedulesMax } from "@rcpt/domain/Schedule"
import { Effect } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import type { Running } from "../../support/service.ts"
import { sent } from "./contractRows.ts"

/** Its first run is far away. */
const wanted = {
  name: "Customers",
  source: { kind: "list", list: "customers.csv" },
  every: "0 3 1 1 *",
  max_age: "30d"
}

/** Requests of an account, the first of which makes a schedule. */
const asking = (running: Running) =>
  Effect.gen(function* () {
    const { apiKey } = yield* openAccount(running.databaseUrl!)
    const ask = (target: string, method: string, body?: unknown) =>
      running.get(`/api/v1/schedules${target}`, {
        method,
        apiKey,
        ...(body !== undefined && sent(body))
      })
    const make = ask("", "POST", wanted)
    const { id } = Object((yield* make).json) as { readonly id: string }
    return { ask, make, id }
  })

export const tooManySchedules = (running: Running) =>
  Effect.gen(function* () {
    const { make } = yield* asking(running)
    for (let n = 1; n < schedulesMax; n++) yield* make
    return yield* make
  })

export const schedulePaused = (running: Running) =>
  Effect.gen(function* () {
    const { ask, id } = yield* asking(running)
    yield* ask(`/${id}`, "PATCH", { paused: true })
    return yield* ask(`/${id}/run`, "POST")
  })

export const runNotFound = (running: Running) =>
  Effect.gen(function* () {
    const { ask, id } = yield* asking(running)
    return yield* ask(`/${id}/runs/${randomUUIDv7()}/changes`, "GET")
  })
