/**
 * Makes node_modules what package-lock.json says, and does nothing when it is. Plain JavaScript that
 * any Node from 20 on runs with nothing installed: it is what a fresh clone runs first.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync } from "node:fs"
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** A first installation fetches about 150 MB; on a slow line that takes minutes. */
const othersInstallMax = 15 * 60_000
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

/** The packages of a lock file that live in node_modules; the rest are our own workspaces. */
const packagesIn = (lockFile) =>
  existsSync(lockFile)
    ? Object.entries(JSON.parse(readFileSync(lockFile, "utf8")).packages).filter(([path]) =>
        path.includes("node_modules/")
      )
    : []

/**
 * After an `npm ci` by hand, which leaves in node_modules a lock file of what it installed. What
 * `--omit=dev` left out is missed only by those who need it.
 */
const installedByHand = (root, { dev }) => {
  const installed = new Map(packagesIn(join(root, "node_modules", ".package-lock.json")))
  return packagesIn(join(root, "package-lock.json")).every(([path, wanted]) => {
    const found = installed.get(path)
    if (found === undefined) return wanted.optional || (wanted.dev && !dev)
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

/** npm empties node_modules before it fills it: a stamp says that it came to the end. */
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

/** Made aside and linked, so that a lock file never lacks its owner. */
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

/** Of two who find the same dead owner, the second may have hold of a living one's lock. */
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

/** Runs `work` when nobody else is at it. */
const alone = async (lock, say, work) => {
  const since = Date.now()
  for (let said = false; !take(lock); said = true) {
    const owner = ownerOf(lock)
    if (owner !== undefined && !isAlive(owner)) {
      removeDead(lock, owner)
      continue
    }
    if (!said) say(`Waiting for process ${owner}, which is installing dependencies …`)
    if (Date.now() - since > othersInstallMax) {
      throw new Error(`Process ${owner} has not finished. If it does not install, remove ${lock}`)
    }
    await sleep(pollInterval)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** The npm that runs us, where one does; never a yarn that happens to. */
const npm = () => {
  const path = process.env.npm_execpath
  return path?.endsWith("npm-cli.js") ? [process.execPath, path] : ["npm"]
}

/** Everything, whatever NODE_ENV or the user's npm leaves out: Node and Postgres are optional. */
const npmCi = ["ci", "--include=prod", "--include=dev", "--include=optional", "--loglevel=error"]

const runNpm = (root) => {
  const [file, ...args] = npm()
  const { status, signal, error } = spawnSync(file, [...args, ...npmCi], {
    cwd: root,
    // Standard output belongs to the command that comes after: `rcpt verify --json | jq`.
    stdio: ["ignore", 2, 2]
  })
  if (error?.code === "ENOENT") throw new Error("npm is not on the PATH; it comes with Node.")
  if (status !== 0) {
    const how = status === null ? (signal ?? error?.message) : `exit code ${status}`
    throw new Error(`npm ci has failed (${how}); the lines above say why. Nothing was started.`)
  }
}

/** `dev`: also what only developers need. `say` gets one line for the person who waits. */
export const ensureInstalled = async (root, { dev, say }) => {
  if (isComplete(root, { dev })) return
  const folder = join(root, ".rcpt")
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  await alone(join(folder, "install.lock"), say, () => {
    if (isComplete(root, { dev })) return
    const since = Date.now()
    say("Installing dependencies with npm ci, because they are missing or not those of the lock …")
    runNpm(root)
    writeFileSync(stampFile(root), stampOf(root))
    say(`Installed in ${Math.round((Date.now() - since) / 1000)} s.`)
  })
}
