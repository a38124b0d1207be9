#!/usr/bin/env node
/** The development commands behind the npm scripts: `run.mjs check | test | test:all | test:long | bench | bench:smoke | chaos | docs | dashboard | build | pack | audit | oxfmt …` */
import { readdirSync } from "node:fs"
import { join } from "node:path"

import { endAs, endWithError, runInstalled } from "./node24.mjs"
import { root } from "./npm.mjs"
import { tiers } from "./tiers.mjs"

const tool = (path) => join(root, "node_modules", ...path.split("/"))
const oxfmt = tool("oxfmt/bin/oxfmt")
const oxlint = tool("oxlint/bin/oxlint")
const tsc = tool("typescript/bin/tsc")
const vitest = tool("vitest/vitest.mjs")

const runTests = (args) => [vitest, "run", "--config", "test/vitest.config.ts", ...args]

/** `npm test -- changed`: the tests of what differs from the last commit. */
const chosenTests = async ([first, ...rest]) => {
  if (first !== "changed") return [first, ...rest].filter((arg) => arg !== undefined)
  const { changedTests } = await import("./changedTests.mjs")
  const files = changedTests(root)
  process.stderr.write(`${files.length} test files for what has changed\n`)
  return [...files, ...rest]
}

const isChoice = (arg) => !arg.startsWith("-")

/** All that neither of the other two tiers has. A run that is whole keeps its times (SlowestReporter.ts). */
const test = async (args) => {
  const chosen = await chosenTests(args)
  if (chosen.some(isChoice)) return [runTests(chosen)]
  const { later, long } = tiers()
  process.stderr.write("Starts, nodes, mail servers and pages in detail are in npm run test:all\n")
  process.env["TEST_TIER"] = "first"
  return [runTests([...chosen, ...[...later, ...long].flatMap((path) => ["--exclude", path])])]
}

/** With `TEST_LONG_FOLLOWS` without those that `npm run test:long` runs longer: `.ci/run` calls it next. */
const testAll = (args) => {
  const { later, scaled } = tiers()
  const follow = process.env["TEST_LONG_FOLLOWS"] === "true" ? scaled : []
  const given = args.some(isChoice) ? [] : later.filter((path) => !follow.includes(path))
  return [runTests([...args, ...given])]
}

/**
 * Each of the long ones fills a small machine by itself. With four at once, nodes got so little of it that
 * their leases ended, and what was tested was starvation.
 */
const longAtOnce = "--maxWorkers=2"

const testLong = (args) => {
  process.env["TEST_LONG"] = "true"
  const given = args.length > 0 ? args : tiers().long
  // The runner takes the option only once.
  const workers = args.some((arg) => arg.startsWith("--maxWorkers")) ? [] : [longAtOnce]
  return [runTests([...given, ...workers])]
}

/** Cheapest first: a formatting error is reported without a test run. */
const checks = [[oxfmt, "--check", "."], [oxlint], [tsc, "-p", "."]]

/**
 * Run only by name: `peers` fetches and builds other programs, `growth` fills 6 GB, `audit` takes minutes, `soak` half an
 * hour.
 */
const benchesByName = ["peers.ts", "growth.ts", "audit.ts", "soak.ts"]
/** With small sizes, all but `peers` take seconds. */
const smokeByName = ["peers.ts"]

const bench = ([name], byName = benchesByName) => {
  const folder = join(root, "test", "bench")
  const names = readdirSync(folder).filter((file) => file.endsWith(".ts"))
  const isChosen = (file) => (name === undefined ? !byName.includes(file) : file === `${name}.ts`)
  const chosen = names.filter(isChosen)
  if (chosen.length > 0) return chosen.map((file) => [join(folder, file)])
  throw new Error(`Unknown benchmark "${name ?? ""}". Choose one of: ${names.join(" ")}`)
}

/** Proves in seconds that they start and print (test/support/bench/smoke.ts). */
const benchSmoke = (args) => {
  process.env["BENCH_SMOKE"] = "true"
  return bench(args, smokeByName)
}

/** Programs that start the service get the one that an operator gets (src/bundle/bundleFile.ts). */
const bundled = (programs) => [
  [join(root, "packages", "cli", "src", "bundle", "buildNow.ts")],
  ...programs
]

/** Each returns a list of Node programs, run one after the other until one fails. */
const commands = {
  test,
  "test:all": testAll,
  "test:long": testLong,
  lint: () => checks,
  check: async (args) => [...checks, ...(await test(args))],
  bench: (args) => bundled(bench(args)),
  "bench:smoke": (args) => bundled(benchSmoke(args)),
  chaos: (args) => bundled([[join(root, "test", "chaos", "service", "main.ts"), ...args]]),
  dashboard: (args) => [
    [join(root, "packages", "cli", "src", "dashboard", "buildNow.ts"), ...args]
  ],
  docs: () => [
    [join(root, "packages", "docs", "src", "generate", "writePages.ts")],
    [join(root, "packages", "cli", "src", "clients", "writeClients.ts")],
    [join(root, "packages/service/src/operations/retention/tableList.ts")],
    [join(root, "packages/service/src/operations/metrics/metricList.ts")],
    [join(root, "packages/service/src/platform/config/settingList.ts")],
    [join(root, "packages/service/src/jobs/csv/columnList.ts")]
  ],
  build: (args) => [[join(root, "packages", "cli", "bin", "buildPackage.mjs"), "build", ...args]],
  pack: (args) => [[join(root, "packages", "cli", "bin", "buildPackage.mjs"), "pack", ...args]],
  audit: () => [[join(root, "packages", "cli", "bin", "audit.mjs")]],
  oxfmt: (args) => [[oxfmt, ...args]]
}

const [name = "", ...args] = process.argv.slice(2)

const run = async () => {
  if (!Object.hasOwn(commands, name)) {
    throw new Error(`Unknown command "${name}". Choose one of: ${Object.keys(commands).join(" ")}`)
  }
  for (const program of await commands[name](args)) {
    const end = await runInstalled(program, { dev: true })
    if (end !== 0) return end
  }
  return 0
}

process.chdir(root)
await run().then(endAs, endWithError)
