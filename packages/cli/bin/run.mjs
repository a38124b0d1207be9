#!/usr/bin/env node
/** What developers run: `run.mjs check | test | bench | docs | dashboard | oxfmt …`, behind the scripts of npm. */
import { readdirSync } from "node:fs"
import { join } from "node:path"

import { endAs, endWithError, root, runInstalled } from "./node24.mjs"

const tool = (path) => join(root, "node_modules", ...path.split("/"))
const oxfmt = tool("oxfmt/bin/oxfmt")
const oxlint = tool("oxlint/bin/oxlint")
const tsc = tool("typescript/bin/tsc")
const vitest = tool("vitest/vitest.mjs")

const test = (args) => [[vitest, "run", "--config", "test/vitest.config.ts", ...args]]

/** Cheapest first: what a formatter finds needs no test run. */
const checks = [[oxfmt, "--check", "."], [oxlint], [tsc, "-p", "."]]

const bench = ([name]) => {
  const folder = join(root, "test", "bench")
  const names = readdirSync(folder).filter((file) => file.endsWith(".ts"))
  const chosen = name === undefined ? names : names.filter((file) => file === `${name}.ts`)
  if (chosen.length > 0) return chosen.map((file) => [join(folder, file)])
  throw new Error(`There is no benchmark "${name ?? ""}" among: ${names.join(" ")}`)
}

/** Each a list of programs for Node, run one after the other until one fails. */
const commands = {
  test,
  lint: () => checks,
  check: (args) => [...checks, ...test(args)],
  bench,
  dashboard: () => [[join(root, "packages", "cli", "src", "dashboard", "buildNow.ts")]],
  docs: () => [[join(root, "packages", "docs", "src", "writeTables.ts")]],
  oxfmt: (args) => [[oxfmt, ...args]]
}

const [name = "", ...args] = process.argv.slice(2)

const run = async () => {
  if (!Object.hasOwn(commands, name)) {
    throw new Error(`Which of these? ${Object.keys(commands).join(" ")}`)
  }
  for (const program of commands[name](args)) {
    const end = await runInstalled(program, { dev: true })
    if (end !== 0) return end
  }
  return 0
}

process.chdir(root)
await run().then(endAs, endWithError)
