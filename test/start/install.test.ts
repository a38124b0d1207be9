import { execFileSync, spawn } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { Effect } from "effect"
import { describe, expect } from "vitest"

import { tempFolder } from "../support/tempFolder.ts"
import { it } from "../support/vitest.ts"

const bin = fileURLToPath(new URL("../../packages/cli/bin", import.meta.url))

/** npm without network requests: no audits, no update checks. */
const env = {
  ...process.env,
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false"
}

const json = (file: string, content: unknown) => writeFileSync(file, JSON.stringify(content))

/** A checkout with one dependency, packed into a file beside it, so that no registry is needed. */
const checkout = Effect.gen(function* () {
  const folder = yield* tempFolder()
  mkdirSync(join(folder, "dependency"))
  cpSync(bin, join(folder, "packages", "cli", "bin"), { recursive: true })
  writeFileSync(join(folder, "go.mjs"), go)
  depend(folder, "1.0.0")
  return folder
})

/** The first step of rcpt.mjs, for the folder that the script is in. */
const go = `
  import { ensureInstalled } from "./packages/cli/bin/install.mjs"
  const say = (line) => process.stderr.write(line + "\\n")
  const dev = process.argv[2] === "dev"
  await ensureInstalled(import.meta.dirname, { dev, say }).catch((error) => {
    say(error.message)
    process.exitCode = 1
  })
`

const npm = (cwd: string, ...args: ReadonlyArray<string>) =>
  execFileSync("npm", args, { cwd, env, stdio: "pipe" })

/** Makes package.json and the lock file require this version of the dependency. */
const depend = (folder: string, version: string) => {
  json(join(folder, "dependency", "package.json"), { name: "dependency", version })
  npm(join(folder, "dependency"), "pack", "--pack-destination", "..")
  const tarball = `file:dependency-${version}.tgz`
  json(join(folder, "package.json"), { name: "small", dependencies: { dependency: tarball } })
  rmSync(join(folder, "package-lock.json"), { force: true })
  npm(folder, "install", "--package-lock-only")
}

/** Resolves with what a start printed. */
const start = (folder: string, ...args: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    const child = spawn(process.execPath, ["go.mjs", ...args], { cwd: folder, env })
    let output = ""
    child.stderr.on("data", (text) => (output += text))
    child.on("close", () => resume(Effect.succeed(output)))
  })

const installedVersion = (folder: string): unknown =>
  JSON.parse(readFileSync(join(folder, "node_modules", "dependency", "package.json"), "utf8"))

describe("The installer", () => {
  it.live(
    "installs what is missing, then runs npm again only when the lock file changes",
    function* () {
      const folder = yield* checkout
      expect(yield* start(folder)).toMatch(/^Installing dependencies .*\nInstalled in \d+ s\.\n$/s)
      expect(installedVersion(folder)).toMatchObject({ version: "1.0.0" })
      expect(yield* start(folder)).toBe("")
      depend(folder, "2.0.0")
      expect(yield* start(folder)).toContain("Installing dependencies")
      expect(installedVersion(folder)).toMatchObject({ version: "2.0.0" })
    }
  )

  it.live("installs once when two processes start at the same time", function* () {
    const folder = yield* checkout
    const outputs = yield* Effect.all([start(folder), start(folder)], { concurrency: 2 })
    expect(outputs.join("").match(/Installing dependencies/g)).toHaveLength(1)
    expect(installedVersion(folder)).toMatchObject({ version: "1.0.0" })
  })

  it.live("does not wait for a process that died while installing", function* () {
    const folder = yield* checkout
    mkdirSync(join(folder, ".rcpt"))
    const dead = spawn(process.execPath, ["--version"])
    yield* Effect.callback<void>((resume) => void dead.on("close", () => resume(Effect.void)))
    symlinkSync(String(dead.pid), join(folder, ".rcpt", "install.lock"))
    expect(yield* start(folder)).toContain("Installed in")
  })

  it.live("installs development dependencies only if they are requested", function* () {
    const folder = yield* checkout
    const lock = join(folder, "package-lock.json")
    writeFileSync(
      lock,
      readFileSync(lock, "utf8").replace(/"version": "1.0.0",/, '$& "dev": true,')
    )
    expect(yield* start(folder)).toBe("")
    expect(yield* start(folder, "dev")).toContain("Installing dependencies")
  })

  it.live("accepts an installation made by hand", function* () {
    const folder = yield* checkout
    npm(folder, "ci")
    expect(yield* start(folder)).toBe("")
  })

  it.live("reports that npm failed, and starts nothing", function* () {
    const folder = yield* checkout
    const dependencies = { "not-in-the-lock-file": "1.0.0" }
    json(join(folder, "package.json"), { name: "small", dependencies })
    expect(yield* start(folder)).toContain("npm ci failed (exit code 1)")
  })
})
