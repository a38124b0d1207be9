/** `rcpt verify` where it has no verdict: bad input, and a server that cannot verify. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect } from "effect"

import * as service from "../support/service.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"
import type { Finished } from "./rcpt.ts"

/** One line on standard error, nothing on standard output. */
const isRefusal = ({ code, stdout, stderr }: Finished, expected: number, says: RegExp) => {
  assert.deepStrictEqual([code, stdout], [expected, ""], stderr)
  assert.match(stderr, says)
  assert.strictEqual(stderr.split("\n").length, 2, stderr)
}

describe("rcpt verify with an input that no repetition mends", () => {
  it.live("ends with 64 where the same command would fail again", function* () {
    const { base, apiKey } = yield* service.start({})
    const env = { RCPT_URL: base, RCPT_API_KEY: apiKey }
    const wrongKey = { ...env, RCPT_API_KEY: generate() }
    isRefusal(yield* rcpt(["verify", "a@b.test"], wrongKey), 64, /not accept this API key/)
    const noKey = yield* rcpt(["verify", "a@b.test"], { RCPT_URL: env.RCPT_URL })
    isRefusal(noKey, 64, /^No API key/)
    const tooLong = yield* rcpt(["verify", `${"a".repeat(255)}@b.test`], env)
    isRefusal(tooLong, 64, /email must have at most 254 characters/)
    isRefusal(yield* rcpt(["verify", "a@b.test", "--url", "b.test"], env), 64, /^--url must/)
    const badDns = yield* rcpt(["verify", "a@b.test", "--local"], { RCPT_DNS_SERVERS: "dns" })
    isRefusal(badDns, 64, /^RCPT_DNS_SERVERS must be/)
    const noAddress = yield* rcpt(["verify"], env)
    assert.strictEqual(noAddress.code, 64)
    assert.match(noAddress.stderr, /Missing required argument: address/)
  })
})

/** An HTTP server that is not rcpt. */
const otherServer = Effect.gen(function* () {
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => createServer((_, response) => response.end("<html>hello</html>"))),
    (server) => Effect.sync(() => server.close())
  )
  yield* Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening"))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
})

describe("rcpt verify without a server that can verify", () => {
  const ask = (url: string, key: string = generate()) =>
    rcpt(["verify", "ann@acme.test", "--json"], { RCPT_URL: url, RCPT_API_KEY: key })

  it.live("ends with 69, and reports that the server does not respond", function* () {
    isRefusal(yield* ask("http://127.0.0.1:1"), 69, /^No response from http:\/\/127\.0\.0\.1:1\./)
  })

  it.live("ends with 69, and reports that the server is not rcpt", function* () {
    isRefusal(yield* ask(yield* otherServer), 69, /is not an rcpt server/)
  })

  it.live("ends with 69, and reports that no credits are left", function* () {
    const { base, apiKey } = yield* service.start({ credits: 0 })
    isRefusal(yield* ask(base, apiKey), 69, /too few credits\. Ask the operator/)
  })
})
