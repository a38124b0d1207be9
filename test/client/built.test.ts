/** The file that npm would publish runs wherever there is fetch: it needs nothing else. */
import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createContext, runInContext } from "node:vm"

import { Effect } from "effect"

import { assert, describe, it } from "../support/vitest.ts"
import { installed, printed, root } from "./packed.ts"

const used = `
import { Rcpt, type VerifyResult } from "@rcpt/client"
import { checkEmailField } from "@rcpt/client/form"
export const end: (field: HTMLInputElement) => () => void = (field) =>
  checkEmailField(field, { apiKey: "rcpt_pub_", baseUrl: "https://verify.example.com", field: "status" })
const rcpt = new Rcpt({ apiKey: "key" })
export const result: Promise<VerifyResult> = rcpt.verify("ann@example.org", { mode: "deep" })
// @ts-expect-error There is no such mode.
export const wrong = rcpt.verify("ann@example.org", { mode: "slow" })
`

/** What browsers, workers, Deno and Bun have, and Node too. */
const everywhere = [
  "fetch",
  "crypto",
  "Headers",
  "Response",
  "FormData",
  "Blob",
  "ReadableStream",
  "AbortController",
  "AbortSignal",
  "URL",
  "URLSearchParams",
  "TextEncoder",
  "TextDecoder",
  "Uint8Array",
  "setTimeout",
  "clearTimeout",
  "atob"
]

describe("The tarball of @rcpt/client", () => {
  it.live(
    "is installed by npm into an empty folder, with types and without dependencies",
    function* () {
      const { folder, tarball, env } = yield* installed("client")
      const empty = join(folder, "empty")
      mkdirSync(empty)
      writeFileSync(join(empty, "package.json"), JSON.stringify({ type: "module" }))
      execFileSync("npm", ["install", tarball], { cwd: empty, env, stdio: "pipe" })
      const there = readdirSync(join(empty, "node_modules")).filter((name) => !name.startsWith("."))
      assert.deepStrictEqual(there, ["@rcpt"])
      writeFileSync(join(empty, "used.ts"), used)
      const options = ["--strict", "--noEmit", "--module", "nodenext", "--lib", "es2022,dom"]
      const tsc = join(root, "node_modules/typescript/bin/tsc")
      const args = [tsc, "used.ts", ...options, "--types", ""]
      yield* printed(process.execPath, args, { cwd: empty })
    }
  )

  it.live("imports nothing and uses only what every platform has", function* () {
    const { home } = yield* installed("client")
    const text = readFileSync(join(home, "Rcpt.js"), "utf8")
    assert.notMatch(text, /^\s*import\b|\bimport\(|\brequire\(/m)
    const script = text.replace(
      /^export \{[^}]*\};?$/m,
      "globalThis.made = { Rcpt, verifyWebhook };"
    )
    const platform = Object.fromEntries(
      everywhere.map((name) => [name, Reflect.get(globalThis, name)])
    )
    const asked: Array<string> = []
    const context = createContext({ ...platform, asked })
    const result: Promise<string> = runInContext(
      `${script}
        const answer = () => Promise.resolve(new Response('{"status":"valid"}'))
        const rcpt = new made.Rcpt({ apiKey: "key", fetch: (url) => { asked.push(url); return answer() } })
        rcpt.verify("a@b.test").then(({ status }) => status)`,
      context
    )
    assert.strictEqual(yield* Effect.promise(() => result), "valid")
    assert.deepStrictEqual(asked, ["http://127.0.0.1:8080/api/v1/verify?email=a%40b.test"])
    for (const name of [
      "process",
      "Buffer",
      "global",
      "__dirname",
      "setImmediate",
      "Deno",
      "Bun",
      "window"
    ])
      assert.notMatch(text, new RegExp(`(?<![\\w."'])${name}\\b(?!['"])(?=[.([])`), name)
  })
})
