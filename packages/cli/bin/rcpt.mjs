#!/usr/bin/env node
/** `rcpt`, on a machine with nothing but Node ≥ 20 and npm: see to the rest, then run main.ts. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { endAs, endWithError, root, runInstalled } from "./node24.mjs"

const main = join(root, "packages", "cli", "src", "main.ts")

/**
 * What the service runs with. Older 24s warn about SQLite, which they call an experiment. Some 200 MB
 * are alive after a list over 100,000 domains; but without a limit V8 lets a heap grow far beyond what
 * is alive, and malloc keeps eight arenas a core: `npm run bench bulk` had 1,321 MiB without these,
 * and has 555 with them. Young generations of 32 MiB cost 35 MiB more for 1 to 2 % of the time.
 */
const runtime = JSON.parse(readFileSync(new URL("runtime.json", import.meta.url), "utf8"))

const args = process.argv.slice(2)
const rest = args.filter((arg) => arg !== "--watch")

/** Node's own: it runs the program in a process below, anew when one of its files has changed. */
const watch = rest.length < args.length

const watching = watch ? ["--watch", "--watch-preserve-output"] : []
const started = runInstalled([...runtime.flags, ...watching, main, ...rest], {
  ipc: !watch,
  env: runtime.env
})

await started.then(endAs, endWithError)
