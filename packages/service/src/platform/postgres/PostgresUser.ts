/**
 * The user that runs Postgres, and the commands that run its programs. Postgres refuses to run as root, so root
 * starts it as another user. Where `setpriv` exists (util-linux ≥ 2.33) the kernel stops Postgres when
 * Node dies, even by kill -9.
 */
import { spawn, spawnSync } from "node:child_process"
import { readFileSync, statSync } from "node:fs"
import { dirname } from "node:path"

import { Effect } from "effect"

import type { Binaries } from "./binaries.ts"
import { notStarted } from "./PostgresNotStarted.ts"
import type { PostgresNotStarted } from "./PostgresNotStarted.ts"

export interface User {
  readonly uid: number
  readonly gid: number
}

/** A user, or `undefined` for that of this process. */
type RunAs = User | undefined

/** A way to run a program: words before its name, and the user that Node itself switches to, if any. */
export interface Wrapper {
  readonly owner: RunAs
  readonly words: ReadonlyArray<string>
  readonly spawnAs: User | Record<string, never>
}

/**
 * SIGINT is Postgres's fast shutdown. The kernel sends it when the *thread* that started Postgres
 * ends: Postgres must be started from the main thread, not from a worker.
 */
const dieWithNode = ["--pdeathsig", "SIGINT"]

/**
 * The right to enter any folder, for data below a folder that only root may enter. Without the secure
 * bit the capability would not count in access(2), which Postgres calls for its own path.
 */
const enterAnyFolder = [
  "--inh-caps=+dac_read_search",
  "--ambient-caps=+dac_read_search",
  "--securebits=+no_setuid_fixup"
]

/** Users without rights of their own that a system is likely to have, best first. */
const names = ["postgres", "nobody"]

/** Finds a user in /etc/passwd, whose rows are name:password:uid:gid:… */
const userNamed = (name: string): RunAs => {
  const rows = readFileSync("/etc/passwd", "utf8").split("\n")
  const [, , uid, gid] = rows.find((row) => row.startsWith(`${name}:`))?.split(":") ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

const ownerOf = (folder: string): RunAs => {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat === undefined || stat.uid === 0 ? undefined : { uid: stat.uid, gid: stat.gid }
}

/** Whether everyone may pass through a folder and all above it. */
const isOpen = (folder: string): boolean =>
  ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 1) & 0o001) === 1 &&
  (dirname(folder) === folder || isOpen(dirname(folder)))

/** The ways to run Postgres, best first. Trials show which of them work on this machine. */
const wrappers = (owner: RunAs, open: boolean): ReadonlyArray<Wrapper> => {
  if (owner === undefined) {
    return [
      { owner, words: ["setpriv", ...dieWithNode, "--"], spawnAs: {} },
      { owner, words: [], spawnAs: {} }
    ]
  }
  const become = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"]
  const asOwner = ["setpriv", ...become, ...dieWithNode, "--"]
  const asOwnerAnywhere = ["setpriv", ...become, ...enterAnyFolder, ...dieWithNode, "--"]
  return [
    // The capability lets SQL read every file of the machine, so it is used only if it is needed.
    ...(open ? [] : [{ owner, words: asOwnerAnywhere, spawnAs: {} }]),
    { owner, words: asOwner, spawnAs: {} },
    { owner, words: [], spawnAs: owner }
  ]
}

/** Returns the command line for a program under a wrapper. */
export const commandLine = (
  { words }: Wrapper,
  program: string,
  args: ReadonlyArray<string>
): readonly [file: string, args: ReadonlyArray<string>] => {
  const [file, ...rest] = [...words, program, ...args]
  return [file ?? program, rest]
}

/** Tries a wrapper. Returns the error, or `undefined` if it works and the program finds its libraries. */
const trial = (wrapper: Wrapper, { postgres }: Binaries): string | undefined => {
  const [file, args] = commandLine(wrapper, postgres, ["--version"])
  const { status, stderr, error } = spawnSync(file, args, { encoding: "utf8", ...wrapper.spawnAs })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}

/**
 * Finds a way to run Postgres here. If this process is root, Postgres runs as the owner of the cluster's folder
 * or, where that is root, as a user without rights.
 */
export const findWrapper = Effect.fnUntraced(function* (binaries: Binaries, cluster: string) {
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? (ownerOf(cluster) ?? names.map(userNamed).find(Boolean)) : undefined
  if (isRoot && owner === undefined) {
    return yield* notStarted(
      `Postgres must not run as root, and this machine has neither of the users ${names.join(", ")}.`
    )
  }
  const open = isOpen(dirname(cluster)) && isOpen(binaries.native)
  const complaints: Array<string> = []
  for (const wrapper of wrappers(owner, open)) {
    const complaint = trial(wrapper, binaries)
    if (complaint === undefined) return wrapper
    complaints.push(complaint)
  }
  return yield* notStarted(`Postgres does not run on this machine.`, complaints)
})

/** Lines. These are enough to show why a program failed; Postgres rarely needs more than three. */
export const logLinesMax = 20

export const lastLines = (log: string): ReadonlyArray<string> =>
  log.split("\n").filter(Boolean).slice(-logLinesMax)

/**
 * Runs one of Postgres's programs to its end, without blocking the event loop. If it fails, the error says
 * `failure` and the last lines of the program's output.
 */
export const runProgram = (
  wrapper: Wrapper,
  program: string,
  args: ReadonlyArray<string>,
  failure: string
): Effect.Effect<void, PostgresNotStarted> =>
  Effect.callback((resume) => {
    const [file, words] = commandLine(wrapper, program, args)
    const child = spawn(file, words, {
      ...wrapper.spawnAs,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let log = ""
    child.stdout.on("data", (text) => (log += text))
    child.stderr.on("data", (text) => (log += text))
    child.on("error", (cause) => resume(notStarted(failure, [cause.message])))
    child.on("close", (code) =>
      resume(code === 0 ? Effect.void : notStarted(failure, lastLines(log)))
    )
    return Effect.sync(() => child.kill("SIGTERM"))
  })
