/** Batches as a client sends them, each answer checked against the contract. */
import { BatchResponse } from "@rcpt/api/Batch"
import { Effect, Schema } from "effect"

import type { Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"

const decode = Schema.decodeUnknownEffect(BatchResponse, { onExcessProperty: "error" })

export const post = (
  { get }: Running,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
) =>
  get("/api/v1/verify/batch", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })

export const batch = (running: Running, emails: ReadonlyArray<string>, mode?: string) =>
  Effect.flatMap(post(running, { emails, ...(mode && { mode }) }), ({ status, text, json }) => {
    assert.strictEqual(status, 200, text)
    return decode(json)
  })

export const accountOf = ({ get }: Running) =>
  Effect.map(get("/api/v1/account"), ({ json }) => ({
    credits: Number(Object(json).credits),
    checks: Number(Object(json).usage.api_checks)
  }))

export const addresses = (count: number) =>
  Array.from({ length: count }, (_, n) => `ann${n}@acme.test`)
