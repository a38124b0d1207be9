#!/usr/bin/env node
/** `rcpt`, on a machine with nothing but Node ≥ 20 and npm: see to the rest, then run main.ts. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { endAs, endWithError, root, runInstalled } from "./node24.mjs"

const main = join(root, "packages", "cli", "src", "main.ts")

/**
 * What the service runs with. Older 24s warn about SQLite, which they call an experiment. With young
 * generations of 16 MiB, and two arenas of malloc in place of eight a core, a bulk job of 100,000 rows
 * takes 140 MiB less memory and no more time (measured with `npm run bench bulk`).
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
