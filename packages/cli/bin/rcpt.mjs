#!/usr/bin/env node
/** `rcpt`, for a machine with only Node ≥ 20 and npm: installs the rest, then runs main.ts. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { endAs, endWithError, root, runInstalled } from "./node24.mjs"

/** A package from npm has JavaScript here (tools/src/buildPackage.ts): Node strips no types under node_modules. */
const sources = join(root, "packages", "cli", "src")
const main = ["main.ts", "main.js"]
  .map((file) => join(sources, file))
  .find((file) => existsSync(file))

/**
 * Flags and environment of the service. Older 24 releases warn that SQLite is experimental. Some
 * 200 MB are live after a list over 100,000 domains. Without a limit V8 lets the heap grow far beyond
 * the live objects, and malloc keeps eight arenas per core: `npm run bench bulk` took 1,321 MiB without
 * these settings and takes 532 at most with them. Young generations of 32 MiB cost 35 MiB more for 1 to 2 % of
 * the time.
 */
const runtime = JSON.parse(readFileSync(new URL("runtime.json", import.meta.url), "utf8"))

const args = process.argv.slice(2)

/**
 * These commands read the whole log and end. Their objects live for a page: a larger young generation saves a tenth
 * of their time (`npm run bench audit`). If a flag is given twice, the last one counts.
 */
const logReaders = ["ledger", "projections"]
const flags = logReaders.includes(args[0])
  ? [...runtime.flags, ...runtime.logReaderFlags]
  : runtime.flags

/**
 * For `start` alone, `--watch` is Node's own, which runs the program in a child process and restarts it when a
 * file changes. Other commands have a `--watch` that means something else.
 */
const watch = args[0] === "start" && args.includes("--watch")
const rest = watch ? args.filter((arg) => arg !== "--watch") : args

/**
 * The service starts from one file (src/builds.ts), which is made before the first start of these sources. Without it,
 * as where nothing may be written, they run as they are. A package from npm includes it, and no tools.
 */
const buildBundle = join(root, "packages", "tools", "src", "buildBundle.ts")
if (args[0] === "start" && !watch && existsSync(buildBundle)) await runInstalled([buildBundle])

const watching = watch ? ["--watch", "--watch-preserve-output"] : []
const started = runInstalled([...flags, ...watching, main, ...rest], {
  ipc: !watch,
  env: runtime.env
})

await started.then(endAs, endWithError)
