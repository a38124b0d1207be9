import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

import { Effect } from "effect"

import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"

const runner = join(import.meta.dirname, "../../packages/cli/bin/run.mjs")

/** Commands and services with and without a lab, what prints times and numbers, and what reads the ledger's key. */
const part = [
  "test/cli/erase.test.ts",
  "test/cli/login.test.ts",
  "test/service/observed.test.ts",
  "test/store/audit.test.ts",
  "test/domain/price.test.ts"
]

/** A port of loopback that counts who comes. */
const trap = Effect.acquireRelease(
  Effect.promise(async () => {
    let visitors = 0
    const server = createServer((socket) => {
      visitors += 1
      socket.destroy()
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    return { server, port, visitors: () => visitors }
  }),
  ({ server }) => Effect.sync(() => server.close())
)

const settingsOf = (folder: string, port: number): Readonly<Record<string, string>> => ({
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  RCPT_DATA_DIR: folder,
  RCPT_DATABASE_URL: `postgres://127.0.0.1:${port}/rcpt`,
  RCPT_URL: `http://127.0.0.1:${port}`,
  RCPT_API_KEY: "rcpt_live_of_somebody_else",
  RCPT_DNS_SERVERS: `127.0.0.1:${port}`,
  RCPT_PORT: String(port),
  RCPT_SMTP: "off",
  RCPT_SECRET: "too short",
  RCPT_NO_SUCH_SETTING: "on",
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  PGHOST: "127.0.0.1",
  PGPORT: String(port),
  PGUSER: "somebody",
  PGOPTIONS: "-c default_transaction_read_only=on",
  LANG: "tr_TR.UTF-8",
  LC_ALL: "tr_TR.UTF-8",
  TZ: "Asia/Kolkata"
})

describe("Tests on a machine that somebody uses", () => {
  it.live("see nothing of its settings, keys, logins, language and time zone", () =>
    Effect.gen(function* () {
      const folder = yield* tempFolder()
      const { port, visitors } = yield* trap
      writeFileSync(join(folder, "ledger.key"), "not a key")
      mkdirSync(join(folder, "rcpt"))
      const login = { url: `http://127.0.0.1:${port}`, key: "rcpt_live_of_somebody_else" }
      writeFileSync(join(folder, "rcpt", "config.json"), JSON.stringify(login))
      // What the outer run has set must not help: only paths are taken over.
      const env = { PATH: process.env["PATH"], CI: process.env["CI"], ...settingsOf(folder, port) }
      const ended = yield* Effect.callback<{
        readonly code: number | null
        readonly output: string
      }>((resume) => {
        const child = spawn(process.execPath, [runner, "test", ...part, "--maxWorkers=2"], { env })
        let output = ""
        child.stdout.on("data", (text) => (output += text))
        child.stderr.on("data", (text) => (output += text))
        child.on("close", (code) => resume(Effect.succeed({ code, output })))
        return Effect.sync(() => child.kill("SIGKILL"))
      })
      assert.strictEqual(ended.code, 0, ended.output)
      assert.strictEqual(visitors(), 0)
    }).pipe(Effect.scoped)
  )
})
