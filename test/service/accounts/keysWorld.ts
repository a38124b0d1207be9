/** Requests of the API key tests, with responses decoded by the API's schemas. */
import { PgClient } from "@effect/sql-pg"
import { textOf } from "@rcpt/api/errors/Sentence"
import type { AnySentence } from "@rcpt/api/errors/Sentence"
import { IssuedKey, Key } from "@rcpt/api/Keys"
import { Effect, Redacted, Schema } from "effect"

import type { Answer, Request, Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"

const decodeIssued = Schema.decodeUnknownEffect(IssuedKey, { onExcessProperty: "error" })
const decodeList = Schema.decodeUnknownEffect(Schema.Array(Key), { onExcessProperty: "error" })

export const path = "/api/v1/keys"

export const post = ({ get }: Running, body: string, request: Request = {}) =>
  get(path, { method: "POST", headers: { "content-type": "application/json" }, body, ...request })

export const patch = ({ get }: Running, id: string, body: object, request: Request = {}) =>
  get(`${path}/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...request
  })

export const make = (running: Running, body: object = { name: "ci" }, request: Request = {}) =>
  Effect.gen(function* () {
    const answer = yield* post(running, JSON.stringify(body), request)
    assert.strictEqual(answer.status, 201, answer.text)
    return yield* decodeIssued(answer.json)
  })

export const list = ({ get }: Running, request: Request = {}) =>
  Effect.gen(function* () {
    const answer = yield* get(path, request)
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decodeList(answer.json)
  })

export const revoke = ({ get }: Running, id: string, request: Request = {}) =>
  get(`${path}/${id}`, { method: "DELETE", ...request })

/** Whether the service accepts a key, by a request that is free. */
export const accepts = ({ get }: Running, apiKey: string) =>
  Effect.gen(function* () {
    const { status, text } = yield* get("/api/v1/account", { apiKey })
    assert.include([200, 401], status, text)
    return status === 200
  })

/** Compares the whole body: an error has its text and nothing else. */
export const isProblem = ({ status, json }: Answer, expected: number, error: AnySentence) =>
  assert.deepStrictEqual({ status, json }, { status: expected, json: { error: textOf(error) } })

export const sqlOf = ({ databaseUrl }: Running) =>
  PgClient.layer({ url: Redacted.make(databaseUrl!), maxConnections: 1 })
