import { execFileSync, spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { Effect } from "effect"
import { describe, expect } from "vitest"

import { describeWith, node20 } from "../support/needs.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { it } from "../support/vitest.ts"
import { until } from "./world.ts"

const repository = fileURLToPath(new URL("../..", import.meta.url))
const cli = join(repository, "packages/cli")

/** Its first argument is a command; it prints which signals reach it. */
const main = `
  import { writeSync } from "node:fs"
  import { parentWatch } from "./parentWatch.ts"
  const say = (line: string) => writeSync(1, line + "\\n")
  const [command, ...rest] = process.argv.slice(2)
  parentWatch()
  if (command === "exit") process.exit(Number(rest[0]))
  if (command === "echo") say(JSON.stringify(rest))
  if (command === "stay" || command === "start") {
    const alive = setInterval(() => {}, 1_000)
    process.once("SIGTERM", () => { say("stopped gracefully"); clearInterval(alive) })
    process.once("SIGINT", () => { say("interrupted gracefully"); clearInterval(alive) })
    say("up")
  }
  if (command === "talk") {
    process.emit("message", { answers: 1 }, undefined)
    setTimeout(() => say("still there"), 200)
  }
  if (command === "die") process.kill(process.pid, "SIGKILL")
`

/** A checkout in which everything is installed, with the main program above. */
const checkout = Effect.gen(function* () {
  const folder = yield* tempFolder()
  cpSync(join(cli, "bin"), join(folder, "packages", "cli", "bin"), { recursive: true })
  mkdirSync(join(folder, "packages", "cli", "src"))
  cpSync(join(cli, "src", "parentWatch.ts"), join(folder, "packages/cli/src/parentWatch.ts"))
  writeFileSync(join(folder, "packages", "cli", "src", "main.ts"), main)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true })
  symlinkSync(process.execPath, join(folder, "node_modules", ".bin", "node"))
  return folder
})

interface Run {
  readonly launcher: ChildProcess
  readonly output: () => string
}

const run = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const folder = yield* checkout
    const file = join(folder, "packages", "cli", "bin", "rcpt.mjs")
    // A process group of its own, as a terminal gives to each command.
    const launcher = spawn(process.execPath, [file, ...args], { detached: true })
    let output = ""
    launcher.stdout.on("data", (text) => (output += text))
    launcher.stderr.on("data", (text) => (output += text))
    const running: Run = { launcher, output: () => output }
    return running
  })

/** Waits for "close", not "exit": the child shares the standard output, so it has ended too. */
const closed = ({ launcher }: Run) =>
  Effect.callback<number | NodeJS.Signals | null>((resume) => {
    launcher.on("close", (code, signal) => resume(Effect.succeed(code ?? signal)))
  })

const untilUp = ({ output }: Run) => until(() => output().includes("up\n"))

/** The program of npm, which runs with any Node; it is installed with each. */
const npm = realpathSync(execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim())

/** `npm start` of this repository, whose own process is told to end, as by an operator or a supervisor. */
const stopsWithNpm = (node: string) =>
  Effect.gen(function* () {
    const folder = yield* checkout
    const { scripts } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"))
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", scripts }))
    const launcher = spawn(node, [npm, "start"], { cwd: folder, detached: true })
    let output = ""
    launcher.stdout.on("data", (text) => (output += text))
    const running: Run = { launcher, output: () => output }
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        try {
          process.kill(-launcher.pid!, "SIGKILL")
        } catch {
          // All of them have ended.
        }
      })
    )
    yield* untilUp(running)
    launcher.kill("SIGTERM")
    yield* Effect.timeout(closed(running), "5 seconds")
    expect(output).toContain("up\nstopped gracefully\n")
  }).pipe(Effect.scoped)

describe("npm start", () => {
  it.live("ends, with all that it started, when npm is told to", () =>
    stopsWithNpm(process.execPath)
  )
})

describeWith(node20, "npm start with Node 20", () => {
  it.live("ends, with all that it started, when npm is told to", () => stopsWithNpm(node20.program))
})

describe("rcpt.mjs", () => {
  it.live("passes arguments on unchanged", function* () {
    const running = yield* run("echo", "--json", "ann@example.org", "", "two words")
    expect(yield* closed(running)).toBe(0)
    expect(running.output()).toBe('["--json","ann@example.org","","two words"]\n')
  })

  it.live("leaves --watch to the command, but for start, where it is Node's own", function* () {
    const running = yield* run("echo", "list.csv", "--watch")
    expect(yield* closed(running)).toBe(0)
    expect(running.output()).toBe('["list.csv","--watch"]\n')
  })

  it.live("ends with the exit code of the program", function* () {
    expect(yield* closed(yield* run("exit", "3"))).toBe(3)
  })

  it.live("takes only text for a signal", function* () {
    const running = yield* run("talk")
    expect(yield* closed(running)).toBe(0)
    expect(running.output()).toBe("still there\n")
  })

  it.live("ends by the signal that ended the program", function* () {
    expect(yield* closed(yield* run("die"))).toBe("SIGKILL")
  })

  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    it.live(`stops the program gracefully on ${signal}`, function* () {
      const running = yield* run("stay")
      yield* untilUp(running)
      running.launcher.kill(signal)
      expect(yield* closed(running)).toBe(0)
      expect(running.output()).toBe("up\nstopped gracefully\n")
    })
  }

  it.live("stops the program once on Ctrl-C, which the terminal sends to both", function* () {
    const running = yield* run("stay")
    yield* untilUp(running)
    process.kill(-(running.launcher.pid ?? Number.NaN), "SIGINT")
    expect(yield* closed(running)).toBe(0)
    expect(running.output()).toBe("up\ninterrupted gracefully\n")
  })

  it.live("stops the program even when the launcher dies by kill -9", function* () {
    const running = yield* run("stay")
    yield* untilUp(running)
    running.launcher.kill("SIGKILL")
    expect(yield* closed(running)).toBe("SIGKILL")
    expect(running.output()).toBe("up\nstopped gracefully\n")
  })
})
