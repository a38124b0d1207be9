/** The configuration of NATS, on the real server: with the secrets that are mounted, at other places. */
import { spawn } from "node:child_process"
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { connect as connectTls } from "node:tls"

import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Schedule } from "effect"

import { describeWith, natsServer } from "../support/needs.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, it } from "../support/vitest.ts"
import { textOf } from "./support/infraFiles.ts"
import { madeSecrets } from "./support/madeSecrets.ts"

/** Kept running by the scope. */
const serverOf = Effect.gen(function* () {
  const secrets = (yield* madeSecrets).folder
  const folder = yield* tempFolder()
  const [port, healthPort] = [yield* freePort, yield* freePort]
  mkdirSync(join(folder, "nats"))
  const here = textOf("nats/nats-server.conf")
    .replaceAll("/run/secrets", secrets)
    .replace("/data/jetstream", join(folder, "jetstream"))
    .replace("0.0.0.0:4222", `127.0.0.1:${port}`)
    .replace(":8222", `:${healthPort}`)
  const file = join(folder, "nats", "nats-server.conf")
  writeFileSync(file, here)
  copyFileSync(join(secrets, "nats_auth"), join(folder, "nats", "auth.conf"))
  let output = ""
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn("/usr/sbin/nats-server", ["--config", file], { stdio: "pipe" })
      child.stderr.on("data", (text) => (output += text))
      return child
    }),
    (child) =>
      Effect.callback<void>((resume) => {
        // It has ended by itself, if it refuses its configuration.
        if (child.exitCode !== null) return resume(Effect.void)
        child.on("close", () => resume(Effect.void))
        child.kill("SIGTERM")
      })
  )
  const healthy = Effect.tryPromise(() => fetch(`http://127.0.0.1:${healthPort}/healthz`))
  yield* healthy.pipe(
    Effect.filterOrFail(({ ok }) => ok),
    Effect.retry(Schedule.spaced("50 millis")),
    Effect.timeout("10 seconds"),
    Effect.mapError(() => new Error(`nats-server is not healthy:\n${output}`))
  )
  return { port, secrets, output: () => output }
})

/** Its answer to a client with this password, over TLS with a certificate for `nats`. */
const answerTo = (port: number, secrets: string, password: string) =>
  Effect.callback<string, Error>((resume) => {
    const plain = connect({ port, host: "127.0.0.1" })
    const failed = (error: Error) => resume(Effect.fail(error))
    plain.on("error", failed)
    // It tells about itself first, and goes over to TLS then.
    plain.once("data", () => {
      const ca = readFileSync(join(secrets, "nats_ca"))
      const socket = connectTls({ socket: plain, ca, servername: "nats" })
      const user = JSON.stringify({ user: "rcpt", pass: password, verbose: true })
      socket.on("error", failed)
      socket.on("secureConnect", () => socket.write(`CONNECT ${user}\r\n`))
      socket.on("data", (text) => resume(Effect.succeed(String(text).trim())))
    })
    return Effect.sync(() => plain.destroy())
  })

describeWith(natsServer, "nats-server", () => {
  it.live("accepts its configuration, with JetStream on and its limits", () =>
    Effect.gen(function* () {
      const { output } = yield* serverOf
      assert.match(output(), /Max Storage: +20\.00 GB/)
      assert.match(output(), /TLS required for client connections/)
      assert.notMatch(output(), /\[(?:ERR|FTL)\]/)
    }).pipe(Effect.scoped)
  )

  it.live("lets in who knows the password, and nobody else", () =>
    Effect.gen(function* () {
      const { port, secrets } = yield* serverOf
      const password = readFileSync(join(secrets, "nats_password"), "utf8").trim()
      assert.strictEqual(yield* answerTo(port, secrets, password), "+OK")
      assert.match(yield* answerTo(port, secrets, "wrong"), /^-ERR 'Authorization Violation'/)
    }).pipe(Effect.scoped)
  )
})
