/**
 * Installs what package-lock.json asks for, if node_modules does not match it yet. Plain JavaScript
 * that any Node from 20 on runs with nothing installed: it is what a fresh clone runs first.
 */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync } from "node:fs"
import { symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** Milliseconds. A first installation fetches about 150 MB, which takes minutes on a slow line. */
const lockWaitMax = 15 * 60_000
const pollInterval = 200

/** The packages of a lock file that are in node_modules; the rest are this repository's workspaces. */
const packagesIn = (lockFile) =>
  existsSync(lockFile)
    ? Object.entries(JSON.parse(readFileSync(lockFile, "utf8")).packages).filter(([path]) =>
        path.includes("node_modules/")
      )
    : []

/**
 * Whether an `npm ci` by hand installed everything: it leaves a lock file of what it installed in
 * node_modules. Packages left out by `--omit=dev` count as missing only if `dev` is set.
 */
const installedByHand = (root, { dev }) => {
  const installed = new Map(packagesIn(join(root, "node_modules", ".package-lock.json")))
  return packagesIn(join(root, "package-lock.json")).every(([path, locked]) => {
    const present = installed.get(path)
    if (present === undefined) return locked.optional || (locked.dev && !dev)
    return present.version === locked.version && present.integrity === locked.integrity
  })
}

const stampFile = (root) => join(root, "node_modules", ".rcpt-installed")

/** Changes with the lock file. */
const stampOf = (root) =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex")

/** npm empties node_modules before it fills it: the stamp proves that an installation finished. */
const isComplete = (root, need) =>
  existsSync(stampFile(root))
    ? readFileSync(stampFile(root), "utf8") === stampOf(root)
    : installedByHand(root, need)

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** A lock is a symbolic link to the number of its owner: the two appear, and can be replaced, in one step. */
const ownerOf = (lock) => {
  try {
    return Number(readlinkSync(lock))
  } catch {
    return undefined
  }
}

const take = (lock) => {
  try {
    symlinkSync(`${process.pid}`, lock)
    return true
  } catch (error) {
    if (error.code === "EEXIST") return false
    throw error
  }
}

/** Takes the lock of a process that has died. Of several that try it at the same time, the last one has it. */
const takeOver = async (lock) => {
  const mine = `${lock}.${process.pid}`
  symlinkSync(`${process.pid}`, mine)
  renameSync(mine, lock)
  await sleep(pollInterval)
  return ownerOf(lock) === process.pid
}

const waitForLock = async (lock, say) => {
  const since = Date.now()
  for (let said = false; !take(lock); said = true) {
    const owner = ownerOf(lock)
    // Without an owner it was given back at this moment.
    if (owner !== undefined && !isAlive(owner) && (await takeOver(lock))) return
    if (!said) say(`Waiting for process ${owner} to finish installing dependencies …`)
    if (Date.now() - since > lockWaitMax) {
      throw new Error(
        `Process ${owner} has not finished. If it is not installing dependencies, remove ${lock}`
      )
    }
    await sleep(pollInterval)
  }
}

/** The npm that started this process, if one did; never a yarn. */
const npm = () => {
  const path = process.env.npm_execpath
  return path?.endsWith("npm-cli.js") ? [process.execPath, path] : ["npm"]
}

/** All packages, whatever NODE_ENV or the npm settings leave out: Node and Postgres are optional ones. */
const npmCi = ["ci", "--include=prod", "--include=dev", "--include=optional", "--loglevel=error"]

const runNpm = async (root) => {
  const [file, ...args] = npm()
  const child = spawn(file, [...args, ...npmCi], {
    cwd: root,
    // Standard output belongs to the command that runs next: `rcpt verify --json | jq`.
    stdio: ["ignore", 2, 2]
  })
  const [status, signal] = await once(child, "close").catch((cause) => {
    if (cause.code !== "ENOENT") throw cause
    throw new Error("npm is not on the PATH; it comes with Node.", { cause })
  })
  if (status === 0) return
  const how = signal ?? `exit code ${status}`
  throw new Error(`npm ci failed (${how}); see the output above. Nothing was started.`)
}

/** `dev`: development dependencies too. `say` gets one progress line at a time. */
export const ensureInstalled = async (root, { dev, say }) => {
  if (isComplete(root, { dev })) return
  const folder = join(root, ".rcpt")
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const lock = join(folder, "install.lock")
  await waitForLock(lock, say)
  try {
    if (isComplete(root, { dev })) return
    const since = Date.now()
    say("Installing dependencies with npm ci: they are missing or differ from package-lock.json …")
    await runNpm(root)
    writeFileSync(stampFile(root), stampOf(root))
    say(`Installed in ${Math.round((Date.now() - since) / 1000)} s.`)
  } finally {
    rmSync(lock, { force: true })
  }
}
