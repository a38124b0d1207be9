/**
 * Requests every status of every endpoint over HTTP and checks the response against the OpenAPI
 * document. A new endpoint needs a few rows in contractRows.ts; without them a test fails. The statuses of a service
 * at its limits are in contractAtLimits.test.ts.
 */

import * as service from "../../support/service.ts"
import type { Answer } from "../../support/service.ts"
import { assert, layer } from "../../support/vitest.ts"
import { all, notRequested } from "./contractAllRows.ts"
import { anywhere, batch, emails, sent } from "./contractRows.ts"
import type { ContractRow } from "./contractRows.ts"
import { ask, assertKept, World, world } from "./contractWorld.ts"

const titleOf = ({ operation: [method, path], ...row }: ContractRow): string =>
  `${method} ${row.path ?? path}${row.as ? ` as ${row.as}` : ""} ${JSON.stringify(row.request ?? {})}`

layer(world, service.live)("The contract", (it) => {
  all.forEach((row) =>
    it.effect(`is kept by status ${row.status} of ${titleOf(row)}`, function* () {
      const { contract } = yield* World
      const answer = yield* ask(row)
      assertKept(contract, row.operation, answer, row.status)
    })
  )

  it.effect("is broken by another field, type, status or header", function* () {
    const { running, contract } = yield* World
    const answer = yield* running.get(batch[1], { method: "POST", ...sent({ emails }) })
    const { mode, ...less } = Object(answer.json)
    const { "x-request-id": _, ...headers } = Object.fromEntries(answer.headers)
    const breaking: ReadonlyArray<readonly [Partial<Answer>, RegExp]> = [
      [{ json: { ...less, mode, more: 1 } }, /excess.*\n.*more/],
      [{ json: { ...less, mode, count: "1" } }, /number.*\n.*count/],
      [{ json: less }, /Missing.*\n.*mode/],
      [{ json: { ...less, mode, results: [{ email: 1 }] } }, /string.*\n.*email/],
      [{ status: 418 }, /418 is not documented/],
      [{ headers: new Headers(headers) }, /x-request-id is missing/],
      [{ headers: new Headers({ ...headers, "idempotent-replay": "yes" }) }, /idempotent-replay/],
      [{ headers: new Headers({ ...headers, "retry-after": "1" }) }, /retry-after is not doc/]
    ]
    for (const [part, says] of breaking) {
      const breaches = contract.breaches(contract.find(...batch), { ...answer, ...part })
      assert.match(breaches.join(), says)
    }
  })

  it.effect("has no status that no row requests", function* () {
    const { contract } = yield* World
    const requested = new Set(
      all.map(({ operation, status }) => `${operation.join(" ")} ${status}`)
    )
    const missing = contract.operations.flatMap(({ method, path, responses }) =>
      Object.keys(responses)
        .filter((status) => !anywhere.includes(status))
        .map((status) => `${method} ${path} ${status}`)
        .filter((name) => !requested.has(name) && !notRequested.has(name))
    )
    assert.deepStrictEqual(missing, [])
  })

  it.effect("has a valid example of every body, response and parameter", function* () {
    const { contract } = yield* World
    for (const { method, path, parameters, requestBody, responses } of contract.operations) {
      const contents = [requestBody, ...Object.values(responses)]
      const all = [
        ...parameters,
        ...contents.flatMap((part) =>
          Object.entries(part?.content ?? {})
            // Examples are texts, and a workbook is none.
            .filter(([type]) => !type.startsWith("application/vnd."))
            .map(([, media]) => media)
        )
      ]
      for (const { schema, example } of all) {
        assert.isDefined(example, `${method} ${path} ${JSON.stringify(schema)}`)
        assert.isUndefined(contract.misfit(schema, example), `${method} ${path}`)
      }
    }
  })
})
