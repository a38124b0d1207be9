/** `run.mjs audit`, with npm and a registry that answers, or does not. */
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { Effect } from "effect"

import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"

const program = new URL("../../packages/tools/src/audit.ts", import.meta.url).pathname

/** A registry that knows these advisories, by package; `undefined`: it refuses to say. */
const registry = (advisories: object | undefined) =>
  Effect.acquireRelease(
    Effect.callback<{ url: string; close: () => void }>((resume) => {
      const server = createServer((request, response) => {
        request.resume()
        const isAsked = request.url?.endsWith("/advisories/bulk") ?? false
        response.writeHead(isAsked && advisories !== undefined ? 200 : 405, {
          "content-type": "application/json"
        })
        response.end(JSON.stringify(isAsked ? (advisories ?? {}) : {}))
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}/`, close: () => server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ url }) => url))

const audit = (url: string) =>
  Effect.flatMap(tempFolder(), (cache) =>
    Effect.callback<{ code: number | null; stdout: string }>((resume) => {
      const env = {
        ...process.env,
        npm_config_registry: url,
        npm_config_cache: cache,
        npm_config_update_notifier: "false"
      }
      const child = spawn(process.execPath, [program], {
        env,
        stdio: ["ignore", "pipe", "ignore"]
      })
      let stdout = ""
      child.stdout.on("data", (text) => (stdout += text))
      child.on("close", (code) => resume(Effect.succeed({ code, stdout })))
    })
  )

const advisory = (severity: string) => ({
  nodemailer: [
    {
      id: 1,
      url: "https://advisories.test/1",
      title: "It signs anything",
      severity,
      vulnerable_versions: "*",
      cwe: [],
      cvss: { score: 8, vectorString: null }
    }
  ]
})

describe("An audit of what is installed", () => {
  it.live("finds nothing where nothing is known", function* () {
    const { code, stdout } = yield* audit(yield* registry({}))
    assert.deepStrictEqual([code, stdout], [0, "No packages with known vulnerabilities.\n"])
  })

  it.live("names what is known, and fails if that is severe", function* () {
    const { code, stdout } = yield* audit(yield* registry(advisory("high")))
    assert.include(stdout, "high      nodemailer: It signs anything (https://advisories.test/1)\n")
    assert.match(stdout, /^1 package with known vulnerabilities\.$/m)
    assert.strictEqual(code, 1)
    const mild = yield* audit(yield* registry(advisory("low")))
    assert.deepStrictEqual([mild.code, mild.stdout.startsWith("low ")], [0, true])
  })

  it.live("says so when the registry does not answer, and does not fail", function* () {
    const expected = { code: 0, stdout: "Not checked: the registry did not answer.\n" }
    assert.deepStrictEqual(yield* audit(yield* registry(undefined)), expected)
    assert.deepStrictEqual(yield* audit("http://127.0.0.1:2/"), expected)
  })
})
