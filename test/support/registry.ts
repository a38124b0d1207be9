/** Whether npm has a registry to install from: without one, tests of installed packages are left out. */
import { spawnSync } from "node:child_process"

import type { Need } from "./needs.ts"

/** Milliseconds; a registry that answers does so within a second or two. */
const answerWaitMax = 15_000

const found =
  spawnSync("npm", ["ping", "--fetch-retries=0", "--loglevel=silent"], { timeout: answerWaitMax })
    .status === 0

export const registry: Need = { name: "a registry of npm", found, installable: false }
