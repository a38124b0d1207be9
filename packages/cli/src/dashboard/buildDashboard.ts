/**
 * Builds the dashboard aside and puts it in its place at once: whoever looks sees all of it or nothing,
 * also when two build at the same time or one is killed.
 */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { constants, setPriority } from "node:os"
import { dirname, join } from "node:path"
import { stripVTControlCharacters } from "node:util"

import { failureOf } from "@rcpt/service/dashboard/Dashboard"
import { Duration, Effect, Schema } from "effect"

import { repository, sources } from "./dashboardFolder.ts"

export class BuildFailed extends Schema.TaggedError<BuildFailed>()("BuildFailed", {
  why: Schema.String
}) {}

const vite = join(repository, "node_modules/vite/bin/vite.js")

/** It takes two seconds on an idle machine, and every other program comes first. */
const buildWaitMax = Duration.minutes(5)

/** Milliseconds after which what other sources made, or a killed build left behind, is of no use. */
const keptFor = 24 * 3_600_000

const lower = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system knows no priorities: then it runs like others.
  }
}

const runVite = (from: string, outDir: string): Effect.Effect<void, BuildFailed> =>
  Effect.callback((resume) => {
    const flags = ["--outDir", outDir, "--emptyOutDir", "--logLevel", "error"]
    // By `env`, for React and Vite must not hear what NODE_ENV an operator has for us.
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
    lower(child)
    let said = ""
    child.stdout.on("data", (text) => (said += text))
    child.stderr.on("data", (text) => (said += text))
    const failed = (why: string) => resume(Effect.fail(new BuildFailed({ why })))
    child.on("error", ({ message }) => failed(message))
    child.on("close", (code, signal) =>
      code === 0
        ? resume(Effect.void)
        : failed(stripVTControlCharacters(said).trim() || `it ended with ${code ?? signal}`)
    )
    // Once it has ended it writes no more, and what it wrote can go.
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

/** Whoever was faster has put the same there. */
const moveTo = async (made: string, folder: string): Promise<void> => {
  try {
    await rename(made, folder)
  } catch (error) {
    const { code } = Object(error)
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error
  }
}

const removeOld = async (around: string, now: number): Promise<void> => {
  for (const name of await readdir(around)) {
    const path = join(around, name)
    const { mtimeMs } = await stat(path)
    if (now - mtimeMs > keptFor) await rm(path, { recursive: true, force: true })
  }
}

const build = (folder: string, from: string): Effect.Effect<void, BuildFailed> =>
  Effect.gen(function* () {
    const made = `${folder}.${randomUUID()}.part`
    yield* attempt(async () => {
      await mkdir(dirname(folder), { recursive: true })
      await rm(failureOf(folder), { force: true })
    })
    yield* runVite(from, made).pipe(
      Effect.timeoutOrElse({
        duration: buildWaitMax,
        orElse: () => Effect.fail(new BuildFailed({ why: "it took more than five minutes" }))
      }),
      Effect.andThen(attempt(() => moveTo(made, folder))),
      Effect.ensuring(Effect.promise(() => rm(made, { recursive: true, force: true })))
    )
    // Another start may do the same at this moment.
    yield* Effect.ignore(attempt(() => removeOld(dirname(folder), Date.now())))
  })

/** A failure is also written to where the service looks for it, which shows it to who opens a page. */
export const buildDashboard = (
  folder: string,
  from: string = sources
): Effect.Effect<void, BuildFailed> =>
  build(folder, from).pipe(
    Effect.tapError(({ why }) =>
      Effect.promise(() => writeFile(failureOf(folder), why).catch(() => {}))
    )
  )
