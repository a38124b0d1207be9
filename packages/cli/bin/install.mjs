/**
 * Installs what package-lock.json asks for, if node_modules does not match it yet. Plain JavaScript
 * that any Node from 20 on runs with nothing installed: it is what a fresh clone runs first.
 */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync } from "node:fs"
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

import { npm } from "./npm.mjs"

/** Milliseconds. A first installation fetches about 150 MB, which takes minutes on a slow line. */
const lockWaitMax = 15 * 60_000
const pollInterval = 200

const stampFile = (root) => join(root, "node_modules", ".rcpt-installed")

/** Changes with the lock file and with every package.json. */
const stampOf = (root) => {
  const workspaces = join(root, "packages")
  const folders = existsSync(workspaces) ? readdirSync(workspaces).sort() : []
  const files = ["package-lock.json", "package.json"]
  const all = [...files, ...folders.map((folder) => `packages/${folder}/package.json`)]
  const hash = createHash("sha256")
  for (const file of all.filter((name) => existsSync(join(root, name)))) {
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest("hex")
}

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

const ownerOf = (lock) => {
  try {
    return Number(readFileSync(lock, "utf8"))
  } catch {
    return undefined
  }
}

/** Written to a temporary file and then linked, so that a lock file never exists without its owner. */
const take = (lock) => {
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, `${process.pid}`)
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code === "EEXIST") return false
    throw error
  } finally {
    rmSync(mine)
  }
}

/** When two processes find the same dead owner, the second may move the lock that the first took. */
const removeDead = (lock, owner) => {
  const dead = `${lock}.${owner}.dead`
  try {
    renameSync(lock, dead)
    if (ownerOf(dead) !== owner) linkSync(dead, lock)
    rmSync(dead)
  } catch (error) {
    if (error.code !== "ENOENT") throw error
  }
}

/** Runs `work` while it holds the lock. */
const withLock = async (lock, say, work) => {
  const since = Date.now()
  for (let said = false; !take(lock); said = true) {
    const owner = ownerOf(lock)
    if (owner !== undefined && !isAlive(owner)) {
      removeDead(lock, owner)
      continue
    }
    if (!said) say(`Waiting for process ${owner} to finish installing dependencies …`)
    if (Date.now() - since > lockWaitMax) {
      throw new Error(
        `Process ${owner} has not finished. If it is not installing dependencies, remove ${lock}`
      )
    }
    await sleep(pollInterval)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** All packages, whatever NODE_ENV or the npm settings leave out: Node and Postgres are optional ones. */
const npmCi = [
  "ci",
  "--include=prod",
  "--include=dev",
  "--include=optional",
  "--loglevel=error",
  "--no-progress"
]

/** Packages of the lock file that are for this machine. */
const packagesHere = (root) => {
  // As npm reads them: a name, or several; with `!` those that it is not for.
  const isHere = (names = [], here) => {
    const list = [names].flat()
    const others = list.filter((name) => name.startsWith("!"))
    return others.length > 0
      ? !others.includes(`!${here}`)
      : list.length === 0 || list.includes(here)
  }
  return packagesIn(join(root, "package-lock.json"))
    .filter(([, { os, cpu }]) => isHere(os, process.platform) && isHere(cpu, process.arch))
    .map(([path]) => join(root, path, "package.json"))
}

/** Milliseconds. */
const progressInterval = 500

/** How many are there by now, in one line that is written over, for a person who waits. Answers its end. */
const showProgress = (root) => {
  if (!process.stderr.isTTY) return () => {}
  const wanted = packagesHere(root)
  const show = () => {
    const there = wanted.filter((path) => existsSync(path)).length
    process.stderr.write(`\r\u001B[K${there} of ${wanted.length} packages`)
  }
  const timer = setInterval(show, progressInterval)
  return () => {
    clearInterval(timer)
    process.stderr.write("\r\u001B[K")
  }
}

const runNpm = async (root) => {
  const [file, ...args] = npm()
  const child = spawn(file, [...args, ...npmCi], {
    cwd: root,
    // Standard output belongs to the command that runs next: `rcpt verify --json | jq`.
    stdio: ["ignore", 2, 2]
  })
  const end = showProgress(root)
  try {
    const [status, signal] = await once(child, "close")
    if (status === 0) return
    const how = signal ?? `exit code ${status}`
    throw new Error(`npm ci failed (${how}); see the output above. Nothing was started.`)
  } catch (error) {
    if (error.code === "ENOENT")
      throw new Error("npm is not on the PATH; it comes with Node.", { cause: error })
    throw error
  } finally {
    end()
  }
}

/** `dev`: development dependencies too. `say` gets one progress line at a time. */
export const ensureInstalled = async (root, { dev, say }) => {
  if (isComplete(root, { dev })) return
  const folder = join(root, ".rcpt")
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  await withLock(join(folder, "install.lock"), say, async () => {
    if (isComplete(root, { dev })) return
    const since = Date.now()
    say("Installing dependencies with npm ci: they are missing or differ from package-lock.json …")
    await runNpm(root)
    writeFileSync(stampFile(root), stampOf(root))
    say(`Installed in ${Math.round((Date.now() - since) / 1000)} s.`)
  })
}
