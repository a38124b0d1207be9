/** Errors of inlets, for errorCodeRows.ts. */
import { inletsMax } from "@rcpt/domain/Inlet"
import { Effect } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import type { Running } from "../../support/service.ts"
import { sent } from "./contractRows.ts"

const make = (running: Running) =>
  Effect.map(openAccount(running.databaseUrl!), ({ apiKey }) =>
    running.get("/api/v1/inlets", {
      method: "POST",
      ...sent({ kind: "mailgun", name: "Newsletter" }),
      apiKey
    })
  )

export const notProved = (running: Running) =>
  Effect.gen(function* () {
    const { json } = yield* yield* make(running)
    const { pathname } = new URL(Object(json).url)
    return yield* running.get(pathname, { method: "POST", apiKey: null, body: "{}" })
  })

export const tooManyInlets = (running: Running) =>
  Effect.gen(function* () {
    const another = yield* make(running)
    for (let n = 0; n < inletsMax; n++) yield* another
    return yield* another
  })
