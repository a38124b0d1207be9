import { execFileSync, spawn } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { it } from "@effect/vitest"
import { Effect } from "effect"
import { describe, expect } from "vitest"

import { tempFolder } from "../support/tempFolder.ts"

const bin = fileURLToPath(new URL("../../packages/cli/bin", import.meta.url))

/** npm as it is on a machine without network: it neither asks for audits nor for news of itself. */
const env = {
  ...process.env,
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false"
}

const json = (file: string, content: unknown) => writeFileSync(file, JSON.stringify(content))

/** A checkout with one dependency, packed into a file beside it: no registry is asked. */
const checkout = Effect.gen(function* () {
  const folder = yield* tempFolder()
  mkdirSync(join(folder, "dependency"))
  cpSync(bin, join(folder, "packages", "cli", "bin"), { recursive: true })
  writeFileSync(join(folder, "go.mjs"), go)
  depend(folder, "1.0.0")
  return folder
})

/** The beginning of rcpt.mjs, for the folder that it lies in. */
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

/** Package and lock file now ask for this version of the dependency. */
const depend = (folder: string, version: string) => {
  json(join(folder, "dependency", "package.json"), { name: "dependency", version })
  npm(join(folder, "dependency"), "pack", "--pack-destination", "..")
  const tarball = `file:dependency-${version}.tgz`
  json(join(folder, "package.json"), { name: "small", dependencies: { dependency: tarball } })
  rmSync(join(folder, "package-lock.json"), { force: true })
  npm(folder, "install", "--package-lock-only")
}

/** What a start says on the way. */
const start = (folder: string, ...args: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    const child = spawn(process.execPath, ["go.mjs", ...args], { cwd: folder, env })
    let said = ""
    child.stderr.on("data", (text) => (said += text))
    child.on("close", () => resume(Effect.succeed(said)))
  })

const installedVersion = (folder: string): unknown =>
  JSON.parse(readFileSync(join(folder, "node_modules", "dependency", "package.json"), "utf8"))

describe("The installer", () => {
  it.live("installs what is missing, then leaves npm alone until the lock file changes", () =>
    Effect.gen(function* () {
      const folder = yield* checkout
      expect(yield* start(folder)).toMatch(/^Installing dependencies .*\nInstalled in \d+ s\.\n$/s)
      expect(installedVersion(folder)).toMatchObject({ version: "1.0.0" })
      expect(yield* start(folder)).toBe("")
      depend(folder, "2.0.0")
      expect(yield* start(folder)).toContain("Installing dependencies")
      expect(installedVersion(folder)).toMatchObject({ version: "2.0.0" })
    })
  )

  it.live("installs once when two start at the same time", () =>
    Effect.gen(function* () {
      const folder = yield* checkout
      const said = yield* Effect.all([start(folder), start(folder)], { concurrency: 2 })
      expect(said.join("").match(/Installing dependencies/g)).toHaveLength(1)
      expect(installedVersion(folder)).toMatchObject({ version: "1.0.0" })
    })
  )

  it.live("does not wait for one that died at it", () =>
    Effect.gen(function* () {
      const folder = yield* checkout
      mkdirSync(join(folder, ".rcpt"))
      const dead = spawn(process.execPath, ["--version"])
      yield* Effect.callback<void>((resume) => void dead.on("close", () => resume(Effect.void)))
      writeFileSync(join(folder, ".rcpt", "install.lock"), String(dead.pid))
      expect(yield* start(folder)).toContain("Installed in")
    })
  )

  it.live("asks for what only developers need when a developer asks", () =>
    Effect.gen(function* () {
      const folder = yield* checkout
      const lock = join(folder, "package-lock.json")
      writeFileSync(
        lock,
        readFileSync(lock, "utf8").replace(/"version": "1.0.0",/, '$& "dev": true,')
      )
      expect(yield* start(folder)).toBe("")
      expect(yield* start(folder, "dev")).toContain("Installing dependencies")
    })
  )

  it.live("is content with what somebody has installed by hand", () =>
    Effect.gen(function* () {
      const folder = yield* checkout
      npm(folder, "ci")
      expect(yield* start(folder)).toBe("")
    })
  )

  it.live("says that npm has failed, and starts nothing", () =>
    Effect.gen(function* () {
      const folder = yield* checkout
      const dependencies = { "not-in-the-lock-file": "1.0.0" }
      json(join(folder, "package.json"), { name: "small", dependencies })
      expect(yield* start(folder)).toContain("npm ci has failed (exit code 1)")
    })
  )
})
