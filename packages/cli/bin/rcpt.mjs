#!/usr/bin/env node
/** `rcpt`, on a machine with nothing but Node ≥ 20 and npm: see to the rest, then run main.ts. */
import { join } from "node:path"

import { endAs, endWithError, root, runInstalled } from "./node24.mjs"

const main = join(root, "packages", "cli", "src", "main.ts")

const args = process.argv.slice(2)
const rest = args.filter((arg) => arg !== "--watch")

/** Node's own: it runs the program in a process below, anew when one of its files has changed. */
const watch = rest.length < args.length

/** Older 24s warn about SQLite, which they call an experiment. */
const quiet = "--disable-warning=ExperimentalWarning"
const flags = watch ? [quiet, "--watch", "--watch-preserve-output"] : [quiet]

await runInstalled([...flags, main, ...rest], { ipc: !watch }).then(endAs, endWithError)
