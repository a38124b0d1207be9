/**
 * The real service in a separate process, as an operator starts it. It is stopped by SIGTERM when the
 * scope closes, and a test fails when it does not exit cleanly. After a kill, `restart` starts it
 * again with the same port, database and key.
 */
import { spawn } from "node:child_process"
import { join } from "node:path"

import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Context, Deferred, Duration, Effect, Layer, Schema } from "effect"
import type { Scope } from "effect"

import runtime from "../../packages/cli/bin/runtime.json" with { type: "json" }
import { freshDatabase } from "./freshDatabase.ts"
import { inCluster } from "./inCluster.ts"
import { letManage } from "./letManage.ts"
import { tempFolder } from "./tempFolder.ts"

const program = join(import.meta.dirname, "../../packages/cli/src/main.ts")

/** The documented maximum from SIGTERM to the exit. */
const stopWaitMax = Duration.seconds(15)

/** Much more than the 5 s of a start, for three at once on a machine under load. */
const startWaitMax = Duration.minutes(2)

/** Longer than any answer may take, so that a hanging request fails its test. */
const answerWaitMax = Duration.seconds(30)

export interface Options {
  /** With its own lab. */
  readonly lab?: boolean
  /** One of several nodes of its database. */
  readonly isNode?: boolean
  /** An existing database. Default: a fresh one in the run's Postgres. */
  readonly databaseUrl?: string
  /** Without a `databaseUrl`: the folder of its own embedded Postgres. */
  readonly dataDir?: string
  readonly apiKey?: string
  /** Of the owner's account, on its first start. Default 1,000. */
  readonly credits?: number
  /** Default: any free port. */
  readonly port?: number
  /** Settings beyond those above. */
  readonly env?: Readonly<Record<string, string>>
}

/** How a process ended, as reported by Node. */
export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Request {
  readonly method?: string
  /** `null` sends no key. Default: the owner's key. */
  readonly apiKey?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; `undefined` when it is not JSON. */
  readonly json: unknown
}

/** The connection was refused or broke before the answer was complete. */
export class NoAnswer extends Schema.TaggedError<NoAnswer>()("NoAnswer", {
  cause: Schema.Defect()
}) {}

export interface Running {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly base: string
  /** Of the owner. On a fresh database it manages keys and webhooks. */
  readonly apiKey: string
  readonly pid: number
  /** `undefined` when it runs its own Postgres. */
  readonly databaseUrl: string | undefined
  /** Succeeds with any status. `path` is sent unchanged. */
  readonly get: (path: string, request?: Request) => Effect.Effect<Answer, NoAnswer>
  /** Sends a signal and waits until the process has exited. */
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<End>
  readonly exited: Effect.Effect<End>
  /** stdout and stderr so far, interleaved. */
  readonly output: () => string
  readonly stdout: () => string
  /** Starts another process with the same options, port and database. This one must have exited. */
  readonly restart: Effect.Effect<Running, never, Scope.Scope>
}

/** Enough to show why it has not started; the lab's list of samples is longer. */
const linesShownMax = 20

const environmentOf = (options: Options, apiKey: string, dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  RCPT_PORT: String(options.port ?? 0),
  RCPT_OWNER_API_KEY: apiKey,
  RCPT_OWNER_CREDITS: String(options.credits ?? 1_000),
  RCPT_DATA_DIR: dataDir,
  // On any number of cores, beside any number of other services.
  RCPT_PROCESSES: "1",
  RCPT_METRICS_PORT: "off",
  // Built once by the tests that use it: test/browser.
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
  /** Its address, as soon as it prints it. */
  readonly ready: Effect.Effect<string>
}

const spawnService = (lab: boolean, env: NodeJS.ProcessEnv): Process => {
  const args = [...runtime.flags, program, "start", ...(lab ? ["--lab"] : [])]
  // Through the IPC channel it notices when this process ends, even by kill -9: see parentWatch.ts.
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
    const base = /"rcpt is ready on (https?:[^"]+)"/.exec(stdout)?.[1]
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

/** Stops a process that the test has not killed; it must exit with code 0. */
const stop = ({ pid, hasEnded, kill, output }: Process): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (hasEnded()) return
    const end = yield* Effect.timeoutOption(kill("SIGTERM"), stopWaitMax)
    if (end._tag === "Some" && end.value.code === 0) return
    const how = end._tag === "Some" ? JSON.stringify(end.value) : "not within 15 s"
    if (end._tag === "None") process.kill(pid, "SIGKILL")
    yield* Effect.die(new Error(`the service has not exited cleanly (${how}):\n${output()}`))
  })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const makeGet =
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

/** Returns when the service is ready. If it does not start, dies with its output. */
export const start = (options: Options = {}): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.gen(function* () {
    const dataDir = options.dataDir ?? (yield* tempFolder())
    const databaseUrl =
      options.databaseUrl ?? (options.dataDir === undefined ? yield* freshDatabase() : undefined)
    const apiKey = options.apiKey ?? generate()
    const env = { ...(options.isNode && (yield* inCluster)), ...options.env }
    const own = { apiKey, dataDir, env, isNode: false }
    const complete = { ...options, ...own, ...(databaseUrl && { databaseUrl }) }
    const running = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawnService(options.lab === true, environmentOf(complete, apiKey, dataDir))
      ),
      stop
    )
    const printed = yield* running.ready.pipe(
      Effect.timeoutOrElse({
        duration: startWaitMax,
        orElse: () => Effect.die(new Error(`the service is not ready:\n${running.output()}`))
      })
    )
    if (databaseUrl !== undefined)
      yield* letManage({ RCPT_DATABASE_URL: databaseUrl, ...env }, apiKey)
    // With RCPT_PUBLIC_URL it prints a URL that does not lead to this process: use the port only.
    const base = options.env?.["RCPT_PUBLIC_URL"] ? `http://127.0.0.1:${options.port}` : printed
    const samePort = { ...complete, port: Number(new URL(base).port) }
    return {
      ...running,
      base,
      apiKey,
      databaseUrl,
      get: makeGet(base, apiKey),
      restart: start(samePort)
    }
  })

/** One service for all tests of a file: `layer(service.layer({ lab: true }), live)`. */
export class Service extends Context.Service<Service, Running>()("test/support/Service") {}

export const layer = (options: Options = {}): Layer.Layer<Service> =>
  Layer.effect(Service, start(options))

/** Real time instead of a TestClock, for processes and sockets. */
export const live = { excludeTestServices: true, timeout: startWaitMax } as const
