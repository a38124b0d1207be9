/**
 * Runs programs with Node 24, which is installed from npm: this TypeScript needs it to run without a
 * build, and a system's own Node is often older.
 */
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { ensureInstalled } from "./install.mjs"

/** The checkout, or the folder of the installed package. */
export const root = fileURLToPath(new URL("../../..", import.meta.url))

/** 24.7 is the first release whose SQLite, type stripping and TLS have everything that is used here. */
const [majorMin, minorMin] = [24, 7]

const isNewEnough = () => {
  const [major, minor] = process.versions.node.split(".").map(Number)
  return major > majorMin || (major === majorMin && minor >= minorMin)
}

/** A package that is installed from npm may have its dependencies beside it, with those of others. */
const nodeBeside = () => {
  const { resolve } = createRequire(join(root, "package.json"))
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  for (const name of Object.keys(optionalDependencies).filter((each) => each.startsWith("node-"))) {
    try {
      return join(dirname(resolve(`${name}/package.json`)), "bin", "node")
    } catch {
      // It is for another platform.
    }
  }
  return undefined
}

/** npm links the one for this platform there, whatever the name of its package. */
const findNode = () => {
  const linked = join(root, "node_modules", ".bin", "node")
  const installed = existsSync(linked) ? linked : nodeBeside()
  if (installed !== undefined) return installed
  if (isNewEnough()) return process.execPath
  throw new Error(
    `npm has no Node 24 for ${process.platform} on ${process.arch}, and this one is ` +
      `${process.version}. Install Node ${majorMin}.${minorMin} or newer and start again.`
  )
}

/** Node keeps here what it made of our TypeScript: the next start takes half the processor time with it. */
const compileCache = join(root, "node_modules", ".cache", "rcpt-compiled")

const signals = ["SIGINT", "SIGTERM", "SIGHUP"]

/**
 * Runs Node 24 with these arguments. Resolves with its exit code, or with the signal that ended it.
 *
 * With `ipc`, the child gets this process's signals as messages and notices its death: see
 * parentWatch.ts. The current environment takes precedence over `env`.
 */
const runNode = (args, { ipc, env }) =>
  new Promise((resolve, reject) => {
    const stdio = ["inherit", "inherit", "inherit", ...(ipc ? ["ipc"] : [])]
    // A child that no longer takes messages is about to exit; a signal might still kill it.
    const forward = (signal) => (ipc ? child.send(signal, () => {}) : child.kill(signal))
    // Before the child runs: a signal that came in between would end this process and not the child.
    for (const signal of signals) process.on(signal, forward)
    const child = spawn(findNode(), args, {
      cwd: process.cwd(),
      stdio,
      env: { NODE_COMPILE_CACHE: compileCache, ...env, ...process.env }
    })
    child.on("error", reject)
    child.on("exit", (code, signal) => {
      for (const name of signals) process.off(name, forward)
      resolve(signal === null ? code : { signal })
    })
  })

/** Installs what is missing, then runs Node 24. */
export const runInstalled = async (args, { dev = false, ipc = false, env = {} } = {}) => {
  await ensureInstalled(root, { dev, say: (line) => process.stderr.write(`${line}\n`) })
  return await runNode(args, { ipc, env })
}

/** Ends as the child ended, by the same signal if there was one, so that a shell can tell. */
export const endAs = (end) => {
  if (typeof end === "number") process.exitCode = end
  else process.kill(process.pid, end.signal)
}

export const endWithError = (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
