/** Helpers of the start tests: Node processes to kill, and checks of which processes run. */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { PgConnection } from "@effect/sql-pg"
import type { Wrapper } from "@rcpt/service/platform/postgres/PostgresUser"
import { commandLine } from "@rcpt/service/platform/postgres/PostgresUser"
import { Effect, Redacted, Schedule } from "effect"
import type { Scope } from "effect"

const program = fileURLToPath(new URL("holdPostgres.ts", import.meta.url))

/** Runs as the current user. */
const plain: Wrapper = { owner: undefined, words: [], spawnAs: {} }

export interface Holder {
  readonly node: ChildProcess
  readonly url: string
}

/** A separate Node process. It and the Postgres that it started are killed with the scope. */
export const spawnHolder = (dataDir: string, wrapper = plain) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const [file, args] = commandLine(wrapper, process.execPath, [program, dataDir])
      return spawn(file, args, { ...wrapper.spawnAs, stdio: ["ignore", "pipe", "pipe"] })
    }),
    (node) =>
      Effect.gen(function* () {
        if (node.exitCode !== null) return
        yield* kill(node)
        yield* until(() => postmasterOf(dataDir) === undefined)
      }).pipe(Effect.orDie)
  )

/** Kills the process and waits until it is dead. */
export const kill = (node: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (node.signalCode !== null) return resume(Effect.void)
    node.once("exit", () => resume(Effect.void))
    node.kill("SIGKILL")
  })

/** Resolves with the URL of its Postgres, or fails with its output if it ends first. */
export const holder = (
  dataDir: string,
  wrapper = plain
): Effect.Effect<Holder, Error, Scope.Scope> =>
  Effect.flatMap(spawnHolder(dataDir, wrapper), (node) =>
    Effect.callback((resume) => {
      let output = ""
      node.stderr.on("data", (text) => (output += text))
      node.stdout.on("data", (url) => resume(Effect.succeed({ node, url: String(url).trim() })))
      node.on("close", () => resume(Effect.fail(new Error(output))))
    })
  )

export const query = (url: string, statement: string) =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.flatMap((connection) => connection.query(statement)),
    Effect.map(({ rows }) => rows),
    Effect.scoped
  )

/** `""` when there is no such file. Postgres and the system may remove it at any moment. */
const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

/** Whether a process runs. A zombie does not. */
const runs = (pid: number): boolean => textOf(`/proc/${pid}/cmdline`) !== ""

/** The process id of the Postgres that runs on this data. */
export const postmasterOf = (dataDir: string): number | undefined => {
  const pid = Number(textOf(join(dataDir, "postgres", "postmaster.pid")).split("\n")[0])
  return pid > 1 && runs(pid) ? pid : undefined
}

export const killPostmaster = (dataDir: string, signal: NodeJS.Signals) =>
  Effect.sync(() => {
    const pid = postmasterOf(dataDir)
    if (pid === undefined) throw new Error(`no Postgres runs in ${dataDir}`)
    process.kill(pid, signal)
  })

/** Waits until the condition holds, 10 seconds at most. */
export const until = (holds: () => boolean) =>
  Effect.sync(holds).pipe(
    Effect.repeat({ until: (held) => held, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("10 seconds")
  )
