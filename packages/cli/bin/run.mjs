#!/usr/bin/env node
/**
 * The development commands behind the npm scripts, for a machine with only Node ≥ 20 and npm: installs the rest, then
 * runs packages/tools/src/run.ts, which has the list of them.
 */
import { join } from "node:path"

import { endAs, endWithError, root, runInstalled } from "./node24.mjs"

const tools = join(root, "packages", "tools", "src", "run.ts")

await runInstalled([tools, ...process.argv.slice(2)], { dev: true }).then(endAs, endWithError)
