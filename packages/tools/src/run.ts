/**
 * The development commands behind the npm scripts: `node packages/cli/bin/run.mjs <command>`, which installs what is
 * missing and then runs this file.
 */
import { spawn } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"

import { repository } from "@rcpt/cli/builds"

import { changedTests } from "./changedTests.ts"
import { tiers } from "./tiers.ts"

type Args = ReadonlyArray<string>

/** Programs for Node with their arguments, run one after the other until one fails. */
type Programs = ReadonlyArray<Args>

const program = (path: string): string => join(repository, path)
const tool = (path: string): string => program(`node_modules/${path}`)
const oxfmt = tool("oxfmt/bin/oxfmt")
const oxlint = tool("oxlint/bin/oxlint")
const tsc = tool("typescript/bin/tsc")
const vitest = tool("vitest/vitest.mjs")

const runTests = (args: Args): Args => [vitest, "run", "--config", "test/vitest.config.ts", ...args]

/** `npm test -- changed` stands for the tests of what differs from the last commit. */
const chosenTests = (args: Args): Args => {
  const [first, ...rest] = args
  if (first !== "changed") return args
  const files = changedTests()
  process.stderr.write(`${files.length} test files for what has changed\n`)
  return [...files, ...rest]
}

const isChoice = (arg: string): boolean => !arg.startsWith("-")

/** Runs what neither of the other two tiers has. A run that is whole keeps its times (SlowestReporter.ts). */
const test = (args: Args): Programs => {
  const chosen = chosenTests(args)
  if (chosen.some(isChoice)) return [runTests(chosen)]
  const { later, long } = tiers()
  process.stderr.write("Starts, nodes, mail servers and pages in detail are in npm run test:all\n")
  process.env["TEST_TIER"] = "first"
  return [runTests([...chosen, ...[...later, ...long].flatMap((path) => ["--exclude", path])])]
}

/** With `TEST_LONG_FOLLOWS` without those that `npm run test:long` runs longer: `.ci/run` calls it next. */
const testAll = (args: Args): Programs => {
  const { later, scaled } = tiers()
  const follow = process.env["TEST_LONG_FOLLOWS"] === "true" ? scaled : []
  const given = args.some(isChoice) ? [] : later.filter((path) => !follow.includes(path))
  return [runTests([...args, ...given])]
}

/**
 * Each of the long tests fills a small machine by itself. With four at once, nodes got so little of it that
 * their leases ended, and the tests were about starvation.
 */
const longAtOnce = "--maxWorkers=2"

const testLong = (args: Args): Programs => {
  process.env["TEST_LONG"] = "true"
  const given = args.length > 0 ? args : tiers().long
  // The runner takes the option only once.
  const workers = args.some((arg) => arg.startsWith("--maxWorkers")) ? [] : [longAtOnce]
  return [runTests([...given, ...workers])]
}

/** The compiler reads the types of the clients, which are made; what builds a package makes them by itself. */
const clientTypes: Args = [program("packages/tools/src/writeClients.ts")]

/** Cheapest first: a formatting error is reported without a test run. */
const checks: Programs = [[oxfmt, "--check", "."], clientTypes, [oxlint], [tsc, "-p", "."]]

/**
 * These run only by name: `peers`, `wire` and `rounds` fetch and build other programs, `growth` fills 6 GB, `audit` takes minutes, `soak` half an
 * hour, `schedules` a quarter of one.
 */
const benchesByName = [
  "peers.ts",
  "wire.ts",
  "rounds.ts",
  "growth.ts",
  "audit.ts",
  "soak.ts",
  "schedules.ts"
]
/** With small sizes, all but `peers` take seconds. */
const smokeByName = ["peers.ts"]

const bench = ([name]: Args, byName = benchesByName): Programs => {
  const folder = program("test/bench")
  const names = readdirSync(folder).filter((file) => file.endsWith(".ts"))
  const isChosen = (file: string) =>
    name === undefined ? !byName.includes(file) : file === `${name}.ts`
  const chosen = names.filter(isChosen)
  if (chosen.length > 0) return chosen.map((file) => [join(folder, file)])
  throw new Error(`Unknown benchmark "${name ?? ""}". Choose one of: ${names.join(" ")}`)
}

/** Proves in seconds that the benchmarks start and print (test/support/bench/smoke.ts). */
const benchSmoke = (args: Args): Programs => {
  process.env["BENCH_SMOKE"] = "true"
  return bench(args, smokeByName)
}

/** Programs that start the service get the one that an operator gets: bundled (packages/cli/src/builds.ts). */
const bundled = (programs: Programs): Programs => [
  [program("packages/tools/src/buildBundle.ts")],
  ...programs
]

const packages = program("packages/tools/src/buildPackage.ts")

const commands: Readonly<Record<string, (args: Args) => Programs>> = {
  test,
  "test:all": testAll,
  "test:long": testLong,
  lint: () => checks,
  check: (args) => [...checks, ...test(args)],
  bench: (args) => bundled(bench(args)),
  "bench:smoke": (args) => bundled(benchSmoke(args)),
  chaos: (args) => bundled([[program("test/chaos/service/main.ts"), ...args]]),
  dashboard: (args) => [[program("packages/tools/src/buildDashboard.ts"), ...args]],
  docs: () => [
    [program("packages/docs/src/generate/pages.ts")],
    clientTypes,
    [program("packages/tools/src/writeFormScript.ts")],
    [program("packages/service/src/operations/retention/tableList.ts")],
    [program("packages/service/src/operations/metrics/metricList.ts")],
    [program("packages/service/src/platform/config/settingList.ts")],
    [program("packages/service/src/jobs/csv/columnList.ts")]
  ],
  types: () => [clientTypes],
  build: (args) => [[packages, "build", ...args]],
  pack: (args) => [[packages, "pack", ...args]],
  audit: () => [[program("packages/tools/src/audit.ts")]],
  oxfmt: (args) => [[oxfmt, ...args]]
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Runs a program to its end; the answer is its exit code, or the signal that ended it. */
const runNode = (args: Args): Promise<number | NodeJS.Signals> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: "inherit" })
    const forward = (signal: NodeJS.Signals) => void child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    child.on("error", reject)
    child.on("exit", (code, signal) => {
      for (const each of signals) process.off(each, forward)
      resolve(signal ?? code ?? 0)
    })
  })

/** Ends as the program that failed, by the same signal if there was one, so that a shell can tell. */
const endAs = (end: number | NodeJS.Signals): void => {
  if (typeof end === "number") process.exitCode = end
  else process.kill(process.pid, end)
}

const run = async ([name = "", ...args]: Args): Promise<void> => {
  const command = commands[name]
  if (command === undefined)
    throw new Error(`Unknown command "${name}". Choose one of: ${Object.keys(commands).join(" ")}`)
  for (const each of command(args)) {
    const end = await runNode(each)
    if (end !== 0) return endAs(end)
  }
}

process.chdir(repository)
await run(process.argv.slice(2)).catch(({ message }) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
