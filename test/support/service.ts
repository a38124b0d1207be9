/**
 * The real service, in a process of its own, as an operator starts it. It ends with the scope, by
 * SIGTERM, and a test fails when it does not end in order; `restart` brings it back after a kill, on
 * the same port, database and key.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { generate } from "@rcpt/service/accounts/apiKey"
import { Context, Deferred, Duration, Effect, Layer, Schema } from "effect"
import type { Scope } from "effect"

import runtime from "../../packages/cli/bin/runtime.json" with { type: "json" }
import { freshDatabase } from "./freshDatabase.ts"

const program = join(import.meta.dirname, "../../packages/cli/src/main.ts")

/** What SIGTERM promises. */
const stopWaitMax = Duration.seconds(15)

/** Far more than the 5 s that a start takes, for a machine that does other things too. */
const startWaitMax = Duration.seconds(45)

/** Longer than any answer may take: what hangs is found. */
const answerWaitMax = Duration.seconds(30)

export interface Options {
  /** In a small internet of its own. */
  readonly lab?: boolean
  /** An existing database; else a fresh one, of the run's Postgres. */
  readonly databaseUrl?: string
  /** Without a `databaseUrl`: its own embedded Postgres, in this folder. */
  readonly dataDir?: string
  readonly apiKey?: string
  /** Of the owner's account, on its first start. Default 1,000. */
  readonly credits?: number
  /** Default: any that is free. */
  readonly port?: number
  /** Settings beyond those above. */
  readonly env?: Readonly<Record<string, string>>
}

/** How a process ended: as Node says it. */
export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Request {
  readonly method?: string
  /** `null` sends no key at all. Default: the service's own. */
  readonly apiKey?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; `undefined` when it is none. */
  readonly json: unknown
}

/** The connection was refused or broke before the answer was complete. */
export class NoAnswer extends Schema.TaggedError<NoAnswer>()("NoAnswer", {
  cause: Schema.Defect()
}) {}

export interface Running {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly base: string
  readonly apiKey: string
  readonly pid: number
  /** `undefined` when it runs its own Postgres. */
  readonly databaseUrl: string | undefined
  /** Whatever the status is, it is an answer. `path` is sent as it is written. */
  readonly get: (path: string, request?: Request) => Effect.Effect<Answer, NoAnswer>
  /** Sends a signal that ends it, and waits for its end. */
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<End>
  readonly exited: Effect.Effect<End>
  /** Both of its streams so far, as they came. */
  readonly output: () => string
  readonly stdout: () => string
  /** Another process with the same options, port and database. This one must have ended. */
  readonly restart: Effect.Effect<Running, never, Scope.Scope>
}

/** Enough to see why it has not started; a lab's list of samples is longer. */
const linesShownMax = 20

/** Settings of whoever runs the tests must not reach the service. */
const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("RCPT_")))

const environmentOf = (options: Options, apiKey: string, dataDir: string): NodeJS.ProcessEnv => ({
  ...cleanEnvironment(),
  RCPT_PORT: String(options.port ?? 0),
  RCPT_OWNER_API_KEY: apiKey,
  RCPT_OWNER_CREDITS: String(options.credits ?? 1_000),
  RCPT_DATA_DIR: dataDir,
  // Built once, by the tests that look at it: test/browser.
  RCPT_DASHBOARD: "off",
  ...(options.databaseUrl && { RCPT_DATABASE_URL: options.databaseUrl }),
  ...options.env
})

interface Process {
  readonly pid: number
  readonly hasEnded: () => boolean
  readonly kill: Running["kill"]
  readonly exited: Effect.Effect<End>
  readonly output: () => string
  readonly stdout: () => string
  /** Its address, once it says so. */
  readonly ready: Effect.Effect<string>
}

const spawnService = (lab: boolean, env: NodeJS.ProcessEnv): Process => {
  const args = [...runtime.flags, program, "start", ...(lab ? ["--lab"] : [])]
  // By the IPC channel it learns of our death, even by kill -9: see parentWatch.ts.
  const child = spawn(process.execPath, args, {
    env: { ...runtime.env, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"]
  })
  const exited = Deferred.makeUnsafe<End>()
  const ready = Deferred.makeUnsafe<string>()
  let output = ""
  let stdout = ""
  child.stderr?.on("data", (text) => (output += text))
  child.stdout?.on("data", (text) => {
    output += text
    stdout += text
    const base = /rcpt is ready on (https?:\S+)\n/.exec(stdout)?.[1]
    if (base !== undefined) Deferred.doneUnsafe(ready, Effect.succeed(base))
  })
  child.on("close", (code, signal) => {
    Deferred.doneUnsafe(exited, Effect.succeed({ code, signal }))
    const last = output.split("\n").slice(-linesShownMax).join("\n")
    Deferred.doneUnsafe(ready, Effect.die(new Error(`the service has not started:\n${last}`)))
  })
  const ended = Deferred.await(exited)
  return {
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal) =>
      Effect.andThen(
        Effect.sync(() => child.kill(signal)),
        ended
      ),
    exited: ended,
    output: () => output,
    stdout: () => stdout,
    ready: Deferred.await(ready)
  }
}

/** Whoever was killed on purpose has ended already; all others stop when asked, with code 0. */
const stop = ({ pid, hasEnded, kill, output }: Process): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (hasEnded()) return
    const end = yield* Effect.timeoutOption(kill("SIGTERM"), stopWaitMax)
    if (end._tag === "Some" && end.value.code === 0) return
    const how = end._tag === "Some" ? JSON.stringify(end.value) : "not within 15 s"
    if (end._tag === "None") process.kill(pid, "SIGKILL")
    yield* Effect.die(new Error(`the service has not stopped in order (${how}):\n${output()}`))
  })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const asker =
  (base: string, ownKey: string): Running["get"] =>
  (path, { method = "GET", apiKey = ownKey, headers = {}, body } = {}) =>
    Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(base + path, {
          method,
          headers: { ...(apiKey !== null && { "x-api-key": apiKey }), ...headers },
          redirect: "manual",
          signal: AbortSignal.any([signal, AbortSignal.timeout(Duration.toMillis(answerWaitMax))]),
          ...(body !== undefined && { body })
        })
        const text = await response.text()
        return { status: response.status, headers: response.headers, text, json: jsonOf(text) }
      },
      catch: (cause) => new NoAnswer({ cause })
    })

/** A folder for what the service generates; also when its database is elsewhere. */
const ownDataDir = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "rcpt-test-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** Answers when it is ready. A service that does not start is a defect, with what it wrote. */
export const start = (options: Options = {}): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.gen(function* () {
    const dataDir = options.dataDir ?? (yield* ownDataDir)
    const databaseUrl =
      options.databaseUrl ?? (options.dataDir === undefined ? yield* freshDatabase() : undefined)
    const apiKey = options.apiKey ?? generate()
    const settled = { ...options, apiKey, dataDir, ...(databaseUrl && { databaseUrl }) }
    const running = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawnService(options.lab === true, environmentOf(settled, apiKey, dataDir))
      ),
      stop
    )
    const said = yield* running.ready.pipe(
      Effect.timeoutOrElse({
        duration: startWaitMax,
        orElse: () => Effect.die(new Error(`the service is not ready:\n${running.output()}`))
      })
    )
    // With RCPT_PUBLIC_URL it says a name that does not lead here: then only its port is known.
    const base = options.env?.["RCPT_PUBLIC_URL"] ? `http://127.0.0.1:${options.port}` : said
    const again = { ...settled, port: Number(new URL(base).port) }
    const { pid, kill, exited, output, stdout } = running
    return {
      pid,
      kill,
      exited,
      output,
      stdout,
      base,
      apiKey,
      databaseUrl,
      get: asker(base, apiKey),
      restart: start(again)
    }
  })

/** One service for all tests of a file: `layer(service.layer({ lab: true }), live)`. */
export class Service extends Context.Service<Service, Running>()("test/support/Service") {}

export const layer = (options: Options = {}): Layer.Layer<Service> =>
  Layer.effect(Service, start(options))

/** Processes and sockets live in real time: no TestClock. */
export const live = { excludeTestServices: true, timeout: startWaitMax } as const
