/**
 * Runs programs with Node 24, which comes from npm: our TypeScript runs as it is only there, and the
 * Node that a system has is often older.
 */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { ensureInstalled } from "./install.mjs"

export const root = fileURLToPath(new URL("../../..", import.meta.url))

/** 24.7 is the first whose SQLite, type stripping and TLS are all that we use them for. */
const [majorMin, minorMin] = [24, 7]

const isNewEnough = () => {
  const [major, minor] = process.versions.node.split(".").map(Number)
  return major > majorMin || (major === majorMin && minor >= minorMin)
}

/** npm puts the one for this platform there, whatever its package is called. */
const findNode = () => {
  const installed = join(root, "node_modules", ".bin", "node")
  if (existsSync(installed)) return installed
  if (isNewEnough()) return process.execPath
  throw new Error(
    `npm has no Node 24 for ${process.platform} on ${process.arch}, and this one is ` +
      `${process.version}. Install Node ${majorMin}.${minorMin} or newer and start again.`
  )
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"]

/**
 * Runs Node 24 with these arguments; answers with its exit code, as a shell would count it.
 *
 * With `ipc`, the child hears of our signals by message, and of our death: see parentWatch.ts. What `env` says, the
 * environment that we have can say otherwise.
 */
const runNode = (args, { ipc, env }) =>
  new Promise((resolve, reject) => {
    const stdio = ["inherit", "inherit", "inherit", ...(ipc ? ["ipc"] : [])]
    const child = spawn(findNode(), args, {
      cwd: process.cwd(),
      stdio,
      env: { ...env, ...process.env }
    })
    // One that no longer takes messages is at its end; a signal might still kill it.
    const forward = (signal) => (ipc ? child.send(signal, () => {}) : child.kill(signal))
    for (const signal of signals) process.on(signal, forward)
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

/** Ends as the child has ended; by the same signal, so that a shell knows what happened. */
export const endAs = (end) => {
  if (typeof end === "number") process.exitCode = end
  else process.kill(process.pid, end.signal)
}

export const endWithError = (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
