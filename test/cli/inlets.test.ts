import { Inlet } from "@rcpt/api/Inlet"
import { Effect, Schema } from "effect"

import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const inletIn = Schema.decodeUnknownEffect(Schema.fromJsonString(Inlet))

/** One line of JSON for each. */
const inletsIn = ({ stdout }: { readonly stdout: string }) =>
  Effect.forEach(
    stdout.split("\n").filter((line) => line !== ""),
    (line) => inletIn(line)
  )

layer(service.layer({ lab: true }), service.live)("rcpt inlets", (it) => {
  const run = (...args: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const { base, apiKey } = yield* service.Service
      const answer = yield* rcpt(["inlets", ...args], { RCPT_URL: base, RCPT_API_KEY: apiKey })
      assert.strictEqual(answer.code, 0, answer.stderr)
      return answer
    })

  it.effect("makes, shows, changes and removes one", function* () {
    const { base, get } = yield* service.Service
    const made = yield* run("create", "postmark", "Receipts")
    const url = made.stdout.trim()
    assert.isTrue(url.startsWith(`${base}/in/inlet_`), url)
    const [listed] = yield* inletsIn(yield* run("list", "--json"))
    const { id } = listed!
    assert.deepInclude(listed, { kind: "postmark", name: "Receipts", has_key: false })
    const body = JSON.stringify({ RecordType: "Open", Recipient: "ann@acme.test" })
    const sent = yield* get(new URL(url).pathname, { method: "POST", apiKey: null, body })
    assert.deepStrictEqual(sent.json, { events: 1 })
    assert.match((yield* run("show", id)).stdout, /ann@acme\.test/)
    assert.isTrue((yield* inletIn((yield* run("set-key", id, "a:b", "--json")).stdout)).has_key)
    assert.notInclude((yield* run("rotate", id)).stdout, url)
    assert.match((yield* run("remove", id)).stdout, /^the inlet is removed\n$/)
    assert.isEmpty(yield* inletsIn(yield* run("list", "--json")))
  })
})
