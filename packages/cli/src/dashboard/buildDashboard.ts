/**
 * Builds the dashboard in a temporary folder and renames it into place: a reader sees the whole build or
 * none, even when two builds run at the same time or one is killed.
 */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { constants, setPriority } from "node:os"
import { dirname, join } from "node:path"
import { stripVTControlCharacters } from "node:util"

import { failureOf } from "@rcpt/service/http/dashboard/Dashboard"
import { Duration, Effect, Schema } from "effect"

import { isOfBuild, repository, sources } from "./dashboardFolder.ts"

export class BuildFailed extends Schema.TaggedError<BuildFailed>()("BuildFailed", {
  why: Schema.String
}) {}

const vite = join(repository, "node_modules/vite/bin/vite.js")

/** A build takes two seconds on an idle machine, but it runs at a lower priority than the rest. */
const buildTimeout = Duration.minutes(5)

/** Milliseconds after which builds of other sources, and the remains of killed builds, are removed. */
const keptFor = 24 * 3_600_000

const lowerPriority = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has ended already, or the system has no priorities: it runs at the normal one.
  }
}

const runVite = (from: string, outDir: string): Effect.Effect<void, BuildFailed> =>
  Effect.callback((resume) => {
    const flags = ["--outDir", outDir, "--emptyOutDir", "--logLevel", "error"]
    // By `env`, because React and Vite must not see the NODE_ENV that the service runs with.
    const args = [
      "NODE_ENV=production",
      process.execPath,
      vite,
      "build",
      "--configLoader",
      "native"
    ]
    const child = spawn("env", [...args, ...flags], {
      cwd: from,
      stdio: ["ignore", "pipe", "pipe"]
    })
    lowerPriority(child)
    let output = ""
    child.stdout.on("data", (text) => (output += text))
    child.stderr.on("data", (text) => (output += text))
    const failed = (why: string) => resume(Effect.fail(new BuildFailed({ why })))
    child.on("error", ({ message }) => failed(message))
    child.on("close", (code, signal) =>
      code === 0
        ? resume(Effect.void)
        : failed(stripVTControlCharacters(output).trim() || `it ended with ${code ?? signal}`)
    )
    // Waits until the child has ended and writes no more: its output folder is removed next.
    return Effect.promise(() => {
      child.kill("SIGTERM")
      return once(child, "close")
    })
  })

const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, BuildFailed> =>
  Effect.tryPromise({
    try: work,
    catch: (error) => new BuildFailed({ why: Object(error).message })
  })

const moveTo = async (built: string, folder: string): Promise<void> => {
  try {
    await rename(built, folder)
  } catch (error) {
    // Another build of the same sources may be there already.
    const { code } = Object(error)
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error
  }
}

const removeOld = async (parent: string, now: number): Promise<void> => {
  for (const name of (await readdir(parent)).filter(isOfBuild)) {
    const path = join(parent, name)
    const { mtimeMs } = await stat(path)
    if (now - mtimeMs > keptFor) await rm(path, { recursive: true, force: true })
  }
}

const build = (folder: string, from: string): Effect.Effect<void, BuildFailed> =>
  Effect.gen(function* () {
    const built = `${folder}.${randomUUID()}.part`
    yield* attempt(async () => {
      await mkdir(dirname(folder), { recursive: true })
      await rm(failureOf(folder), { force: true })
    })
    yield* runVite(from, built).pipe(
      Effect.timeoutOrElse({
        duration: buildTimeout,
        orElse: () => Effect.fail(new BuildFailed({ why: "it took more than five minutes" }))
      }),
      Effect.andThen(attempt(() => moveTo(built, folder))),
      Effect.ensuring(Effect.promise(() => rm(built, { recursive: true, force: true })))
    )
    // Errors are ignored: another start may remove the same folders at this moment.
    yield* Effect.ignore(attempt(() => removeOld(dirname(folder), Date.now())))
  })

/** Also writes a failure to the file that the service reads, which shows it in place of the dashboard. */
export const buildDashboard = (
  folder: string,
  from: string = sources
): Effect.Effect<void, BuildFailed> =>
  build(folder, from).pipe(
    Effect.tapError(({ why }) =>
      Effect.promise(() => writeFile(failureOf(folder), why).catch(() => {}))
    )
  )
