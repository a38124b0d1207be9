/**
 * Each error has a code and a link to the page about it, and its body is that of the contract. All codes are
 * provoked over HTTP: by the rows of the contract, or by errorCodeRows.ts.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { errorCodes } from "@rcpt/api/errors/errorCodes"
import { freePort } from "@rcpt/service/platform/freePort"
import { Context, Effect, Layer } from "effect"

import { freshDatabase } from "../../support/freshDatabase.ts"
import * as service from "../../support/service.ts"
import * as tcpProxy from "../../support/tcpProxy.ts"
import { assert, layer } from "../../support/vitest.ts"
import { environmentOf } from "../accounts/provider/providerWorld.ts"
import { all } from "./contractAllRows.ts"
import { ask, World, world } from "./contractWorld.ts"
import { keyProvocations } from "./errorCodeKeyRows.ts"
import { peopleProvocations } from "./errorCodePeopleRows.ts"
import { provocations, refusedOf } from "./errorCodeRows.ts"
import type { Refused, Worlds } from "./errorCodeRows.ts"

class Others extends Context.Service<Others, Omit<Worlds, "running">>()(
  "test/service/errorCodes/Others"
) {}

const others = Layer.effect(
  Others,
  Effect.gen(function* () {
    const url = new URL(yield* freshDatabase())
    const strictDatabase = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
    url.port = String(strictDatabase.port)
    const strict = yield* service.start({
      lab: true,
      databaseUrl: url.href,
      env: { RCPT_ALLOWED_HOSTS: "rcpt.test", RCPT_MAX_INFLIGHT: "1" }
    })
    const probe = yield* service.start({ isNode: true, env: { RCPT_ROLE: "probe" } })
    const port = yield* Effect.orDie(freePort)
    const company = yield* service.start({
      port,
      env: {
        ...environmentOf("http://127.0.0.1:9", `http://127.0.0.1:${port}`),
        RCPT_PASSWORDS: "off"
      }
    })
    return { strict, strictDatabase, probe, company }
  })
)

const page = readFileSync(join(import.meta.dirname, "../../../packages/docs/errors.md"), "utf8")
const anchors = new Set([...page.matchAll(/^### (\w+)$/gm)].map(([, code]) => code))

/** What every error has. Returns its code. */
const codeOf = ({ status, headers, body }: Refused, served: string): string => {
  const code = headers["x-error-code"] ?? ""
  const row = errorCodes.find((one) => one.code === code)
  assert.strictEqual(row?.status, status, `${code} ${body}`)
  assert.deepStrictEqual(Object.keys(JSON.parse(body)), ["error"])
  assert.strictEqual(headers["link"], `</docs/errors#${code}>; rel="help"`)
  assert.isTrue(anchors.has(code), `packages/docs/errors.md has no section ${code}`)
  assert.include(served, `id="${code}"`)
  const challenge = headers["www-authenticate"]
  if (status === 401) assert.match(challenge ?? "", /^Bearer realm=.*, ApiKey .*X-API-Key/)
  else assert.isUndefined(challenge)
  return code
}

layer(Layer.merge(world, others), service.live)("The code of an error", (it) => {
  it.effect(
    "is in its header, with a link to its page, and each code is sent by something",
    function* () {
      const { running } = yield* World
      const { text: served } = yield* running.get("/docs/errors", { apiKey: null })
      const seen = new Set<string>()
      for (const row of all) {
        const answer = yield* ask(row)
        if (answer.status >= 400) seen.add(codeOf(refusedOf(answer), served))
        else assert.isNull(answer.headers.get("x-error-code"))
      }
      const worlds = { running, ...(yield* Others) }
      for (const [code, provoke] of [...peopleProvocations, ...keyProvocations, ...provocations]) {
        const refused = yield* Effect.scoped(provoke(worlds))
        assert.isAtLeast(refused.status, 400, code)
        assert.strictEqual(codeOf(refused, served), code, refused.body)
        seen.add(code)
      }
      assert.deepStrictEqual(
        errorCodes.map(({ code }) => code).filter((code) => !seen.has(code)),
        []
      )
    },
    300_000
  )
})
