/** How tests use inlets over HTTP, each answer checked against the contract. */
import { Inlet, InletDetails, Inlets } from "@rcpt/api/Inlet"
import type { InletEvent } from "@rcpt/api/Inlet"
import type { InletKind } from "@rcpt/domain/Inlet"
import { Effect, Layer, Schedule, Schema } from "effect"

import { openAccount } from "../../support/openAccount.ts"
import * as service from "../../support/service.ts"
import type { Answer, Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"
import { keys, sentAs, useSns } from "./inletSigners.ts"
import { startSns } from "./snsWorld.ts"
import type { Sns } from "./snsWorld.ts"

const path = "/api/v1/inlets"

const strict = { onExcessProperty: "error" } as const
const inletOf = Schema.decodeUnknownEffect(Inlet, strict)
export const inletsOf = Schema.decodeUnknownEffect(Inlets, strict)
const detailsOf = Schema.decodeUnknownEffect(InletDetails, strict)

export const ok = ({ status, text, json }: Answer): unknown => {
  assert.oneOf(status, [200, 201], text)
  return json
}

let sns: Sns | undefined

/** The service, which takes the SNS of this test for Amazon's. */
export const withInletsAndSns = {
  layer: Layer.unwrap(
    Effect.map(startSns, (started) => {
      sns = started
      useSns(started.origin)
      return service.layer({
        lab: true,
        env: { RCPT_RATE_LIMIT: "off", RCPT_SNS_URL: started.origin }
      })
    })
  ),
  sns: (): Sns => sns!
}

export const withInlets = withInletsAndSns.layer

export const asking = ({ get }: Running, apiKey: string) => {
  const ask = (target: string, method: string, body?: unknown) =>
    get(`${path}${target}`, {
      method,
      apiKey,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    })
  return {
    ask,
    /** With the path of its URL. */
    create: (body: unknown) =>
      Effect.gen(function* () {
        const inlet = yield* inletOf(ok(yield* ask("", "POST", body)))
        const { pathname } = new URL(inlet.url!)
        return { ...inlet, pathname }
      }),
    details: (id: string) =>
      Effect.flatMap(ask(`/${id}`, "GET"), (answer) => detailsOf(ok(answer))),
    change: (id: string, body: unknown) =>
      Effect.flatMap(ask(`/${id}`, "PATCH", body), (answer) => inletOf(ok(answer))),
    rotate: (id: string) =>
      Effect.flatMap(ask(`/${id}/secret`, "POST"), (answer) => inletOf(ok(answer))),
    verify: (email: string) =>
      Effect.map(get(`/api/v1/verify?email=${encodeURIComponent(email)}`, { apiKey }), ({ json }) =>
        Object(json)
      )
  }
}

/** An account of this service, and how its inlets are used. */
export const someone = Effect.gen(function* () {
  const running = yield* service.Service
  const { account, apiKey } = yield* openAccount(running.databaseUrl!)
  return { running, account, apiKey, ...asking(running, apiKey) }
})

/** The owner, who has credits. */
export const owner = Effect.map(service.Service, (running) => ({
  running,
  ...asking(running, running.apiKey)
}))

interface Changes {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly now?: Date
}

/** Posts a payload as its service does; `changes`: what is wrong with it. */
export const post = (
  running: Running,
  kind: InletKind,
  pathname: string,
  payload: unknown,
  changes: Changes = {}
) => {
  const url = `${running.base}${pathname}`
  const { sent, contentType } = sentAs(kind, payload, changes.now ?? new Date(), url)
  const headers = Object.entries({ ...sent.headers, ...changes.headers }).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value] as const]
  )
  return running.get(pathname, {
    method: "POST",
    apiKey: null,
    headers: { ...Object.fromEntries(headers), "content-type": contentType },
    body: changes.body ?? Buffer.from(sent.body).toString("utf8")
  })
}

export const newInlet = (kind: InletKind, name = kind) => ({
  kind,
  name,
  signing_key: keys[kind]
})

type Details = ReturnType<ReturnType<typeof asking>["details"]>

/** Asks until nothing waits and there are so many events. */
export const workedOff = (details: Details, count: number) =>
  details.pipe(
    Effect.repeat({
      until: ({ events }) =>
        events.length >= count && events.every(({ result }: InletEvent) => result !== null),
      schedule: Schedule.spaced("50 millis")
    }),
    Effect.timeout("20 seconds")
  )
