#!/usr/bin/env node
/** `rcpt`, on a machine with nothing but Node ≥ 20 and npm: see to the rest, then run main.ts. */
import { join } from "node:path"

import { endAs, endWithError, root, runInstalled } from "./node24.mjs"

const main = join(root, "packages", "cli", "src", "main.ts")

/** `--watch` is Node's: it starts the program anew when one of its files has changed. */
const args = process.argv.slice(2)
const watch = args.includes("--watch") ? ["--watch", "--watch-preserve-output"] : []
const rest = args.filter((arg) => arg !== "--watch")

/** Older 24s warn about SQLite, which they call an experiment. */
const flags = ["--disable-warning=ExperimentalWarning", ...watch]

await runInstalled([...flags, main, ...rest], { ipc: true }).then(endAs, endWithError)
