import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { Effect } from "effect"

import { until } from "../service/webhooks/webhookWorld.ts"
import { go, goProgram, python } from "../support/needs.ts"
import type { Need } from "../support/needs.ts"
import { assert } from "../support/vitest.ts"
import { newest, sendTest, set, shownSecret } from "./webhookPage.ts"
import { BrowserWorld, inBrowser } from "./world.ts"

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

interface Program {
  readonly language: string
  readonly file: string
  readonly needs: Need
  /** A program and its first arguments. */
  readonly command: readonly [string, ...Array<string>]
}

const node: Need = { name: "Node", found: true, installable: true }

const programs: ReadonlyArray<Program> = [
  { language: "JavaScript", file: "receiver.mjs", needs: node, command: [process.execPath] },
  { language: "Python", file: "receiver.py", needs: python, command: ["python3"] },
  { language: "Go", file: "receiver.go", needs: go, command: [goProgram, "run"] }
]

/** Runs the program that the page shows. Returns its output so far. */
const runSnippet = (
  { file, command: [program, ...args] }: Program,
  code: string,
  env: Readonly<Record<string, string>>
) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-snippet-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    writeFileSync(join(folder, file), code)
    let output = ""
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        // A group of its own: `go run` starts what it has built as another process.
        const child = spawn(program, [...args, join(folder, file)], {
          env: { ...process.env, ...env },
          detached: true
        })
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
              process.kill(-child.pid!, "SIGKILL")
            })
        )
    )
    return () => output
  })

inBrowser(
  "The receiver that the webhooks page shows",
  { env: { RCPT_WEBHOOK_ALLOW_HTTP: "on" } },
  (it) => {
    for (const program of programs.filter(({ needs }) => needs.found))
      it.effect(`runs unchanged in ${program.language}, and refuses a forged event`, function* () {
        const { visitAsOwner } = yield* BrowserWorld
        const { page } = yield* visitAsOwner()
        const port = yield* freePort
        yield* Effect.promise(() => set(page, `http://127.0.0.1:${port}/`))
        const secret = yield* Effect.promise(() => shownSecret(page))
        const code = yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "All endpoints" }).click()
          await page.getByRole("tab", { name: program.language }).click()
          return page.getByRole("region", { name: program.file }).innerText()
        })
        const output = yield* runSnippet(program, code, {
          RCPT_WEBHOOK_SECRET: secret,
          PORT: String(port)
        })
        const forged = () =>
          fetch(`http://127.0.0.1:${port}/`, {
            method: "POST",
            headers: { "webhook-id": "a", "webhook-timestamp": String(Date.now() / 1_000) },
            body: '{"type":"job.completed"}'
          }).then(
            (answer) => answer.status,
            () => undefined
          )
        // A program that has to be compiled first does not listen at once.
        yield* Effect.promise(async () => {
          while ((await forged()) === undefined) await page.waitForTimeout(100)
          await page.goBack()
          await sendTest(page)
          await newest(page).getByText("Delivered").waitFor()
        })
        yield* until(() => output().includes("webhook.test"))
        assert.strictEqual(yield* Effect.promise(forged), 400)
      })
  }
)
