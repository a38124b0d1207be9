import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"

import { until } from "../service/webhooks/webhookWorld.ts"
import { chromium, describeWith } from "../support/needs.ts"
import { newest, sendTest, set, shownSecret } from "./webhookPage.ts"
import { BrowserWorld, browserWorld, live } from "./world.ts"

/** Below the ephemeral range, so that the system does not give the port to another test meanwhile. */
const ports = { min: 20_000, max: 29_999 }

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })

const freePort = Effect.promise(async () => {
  for (;;) {
    const port = randomInt(ports.min, ports.max + 1)
    if (await isFree(port)) return port
  }
})

/** Runs the program that the page shows. Returns its output so far. */
const runSnippet = (code: string, env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-snippet-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    const modules = join(import.meta.dirname, "../../node_modules")
    symlinkSync(modules, join(folder, "node_modules"))
    const program = join(folder, "receiver.mjs")
    writeFileSync(program, code)
    let output = ""
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        const child = spawn(process.execPath, [program], { env: { ...process.env, ...env } })
        child.stdout.on("data", (text) => (output += text))
        child.stderr.on("data", (text) => (output += text))
        return child
      }),
      (child) =>
        Effect.promise(
          () =>
            new Promise<void>((resolve) => {
              if (child.exitCode !== null) return resolve()
              child.on("close", () => resolve())
              child.kill()
            })
        )
    )
    return () => output
  })

describeWith(chromium, "The receiver that the webhooks page shows", () => {
  layer(
    browserWorld({ env: { RCPT_WEBHOOK_ALLOW_HTTP: "on" } }),
    live
  )((it) => {
    it.effect("runs unchanged, and refuses a forged event", () =>
      Effect.gen(function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page } = yield* visitAsOwner()
        const port = yield* freePort
        yield* Effect.promise(() => set(page, `http://127.0.0.1:${port}/`))
        const code = yield* Effect.promise(() =>
          page.getByRole("region", { name: "receiver.mjs" }).innerText()
        )
        const secret = yield* Effect.promise(() => shownSecret(page))
        const output = yield* runSnippet(code, {
          RCPT_WEBHOOK_SECRET: secret,
          PORT: String(port)
        })
        // If the program does not listen yet, the delivery is retried after five seconds.
        yield* Effect.promise(async () => {
          await sendTest(page)
          await newest(page).getByText("Delivered").waitFor()
        })
        yield* until(() => output().includes("webhook.test"))
        const forged = yield* Effect.promise(() =>
          fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: '{"type":"job.completed"}' })
        )
        assert.strictEqual(forged.status, 400)
      })
    )
  })
})
