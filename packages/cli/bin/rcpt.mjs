#!/usr/bin/env node
/** `rcpt`, on a machine with nothing but Node ≥ 20 and npm: see to the rest, then run main.ts. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { endAs, endWithError, root, runInstalled } from "./node24.mjs"

const main = join(root, "packages", "cli", "src", "main.ts")

/**
 * What the service runs with. Older 24s warn about SQLite, which they call an experiment. Some 250 MB
 * are alive at most; but without a limit V8 lets a heap grow to four times what is alive, and malloc
 * keeps eight arenas a core: a job over 100,000 domains took 1,300 MiB (`npm run bench bulk`), and
 * with these 520, in no more time.
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
