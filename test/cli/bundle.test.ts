/** In a checkout of its own, whose one command says what ran: the launcher, the real main program, its bundle. */
import { execFile } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync
} from "node:fs"
import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

import { Effect } from "effect"

import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { environment } from "./rcpt.ts"

const root = join(import.meta.dirname, "../..")
const execute = promisify(execFile)

const beyondAscii = "é ‖ … \u{1f600}"

/** Where it runs, and where it believes to be. */
const runCommand = `
  const isBundle = () => (new Error().stack ?? "").includes("/dist/bundle/")
  const texts = \`${beyondAscii} \${/^[‖-…]\u{1f600}$/u.test("…\u{1f600}")}\`
  export const runCommand = async (args: ReadonlyArray<string>): Promise<void> => {
    const place = [import.meta.filename, import.meta.dirname]
    console.log([isBundle() ? "bundle" : "sources", ...place, texts].join())
  }
`

const copied = [
  ...["bin", "src/builds.ts", "src/main.ts", "src/commandTable.ts"].map((path) => `cli/${path}`),
  "cli/src/parentWatch.ts",
  "cli/package.json",
  "tools/src/buildBundle.ts",
  "tools/src/buildOnce.ts"
]
const linked = ["effect", "rolldown", "@rolldown", "@oxc-project", ".bin"]

const checkout = Effect.gen(function* () {
  // As folders may be named, and no URL is written.
  const folder = join(yield* tempFolder(), "rcpt #1 100%25")
  const cli = join(folder, "packages/cli")
  for (const path of copied)
    cpSync(join(root, "packages", path), join(folder, "packages", path), { recursive: true })
  writeFileSync(join(cli, "src/runCommand.ts"), runCommand)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  const ours = join(folder, "node_modules/@rcpt")
  mkdirSync(ours, { recursive: true })
  for (const name of readdirSync(join(root, "node_modules/@rcpt")))
    symlinkSync(name === "cli" ? cli : join(root, "packages", name), join(ours, name))
  for (const name of linked.filter((each) => existsSync(join(root, "node_modules", each))))
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name))
  return { folder, bundles: join(cli, "dist/bundle") }
})

const launch = (folder: string, command: string, env: Readonly<Record<string, string>> = {}) =>
  Effect.promise(async () => {
    const launcher = join(folder, "packages/cli/bin/rcpt.mjs")
    const { stdout, stderr } = await execute(process.execPath, [launcher, command], {
      env: environment(env)
    })
    const [ran, filename, dirname, texts] = stdout.trim().split(",")
    const sources = join(folder, "packages/cli/src")
    assert.deepStrictEqual([filename, dirname], [join(sources, "runCommand.ts"), sources])
    assert.strictEqual(texts, `${beyondAscii} true`)
    return { ran, stderr }
  })

describe("The bundle of the command line", () => {
  it.live("is made by the first start, and then run by every command", function* () {
    const { folder, bundles } = yield* checkout
    assert.strictEqual((yield* launch(folder, "verify")).ran, "sources")
    assert.isFalse(existsSync(bundles))
    assert.deepStrictEqual(yield* launch(folder, "start"), { ran: "bundle", stderr: "" })
    assert.strictEqual((yield* launch(folder, "verify")).ran, "bundle")
    const [bundle = "", ...more] = readdirSync(bundles)
    assert.lengthOf(more, 0)
    // Of a file with one character beyond Latin-1, V8 keeps two octets for each.
    for (const file of readdirSync(join(bundles, bundle)))
      assert.notMatch(readFileSync(join(bundles, bundle, file), "utf8"), /[^\p{ASCII}]/u, file)
  })

  it.live("is that of these sources: after a change they run until it is made anew", function* () {
    const { folder, bundles } = yield* checkout
    yield* launch(folder, "start")
    const [first = ""] = readdirSync(bundles)
    appendFileSync(join(folder, "packages/cli/src/runCommand.ts"), "// Changed.\n")
    assert.strictEqual((yield* launch(folder, "verify")).ran, "sources")
    assert.strictEqual((yield* launch(folder, "start")).ran, "bundle")
    assert.lengthOf(readdirSync(bundles), 2)

    const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400
    utimesSync(join(bundles, first), twoDaysAgo, twoDaysAgo)
    appendFileSync(join(folder, "packages/cli/src/runCommand.ts"), "// And again.\n")
    yield* launch(folder, "start")
    assert.lengthOf(readdirSync(bundles), 2)
    assert.notInclude(readdirSync(bundles), first)
  })

  it.live("leaves the sources to Node's --watch, which has to know them", function* () {
    const { folder } = yield* checkout
    yield* launch(folder, "start")
    const env = { WATCH_REPORT_DEPENDENCIES: "1" }
    assert.strictEqual((yield* launch(folder, "start", env)).ran, "sources")
  })

  it.live("is missed by nobody where it cannot be made", function* () {
    const { folder } = yield* checkout
    writeFileSync(join(folder, "packages/cli/dist"), "no folder")
    const unwritable = yield* launch(folder, "start")
    assert.strictEqual(unwritable.ran, "sources")
    assert.match(unwritable.stderr, /^rcpt runs from its sources, which takes more memory: .+\n$/)

    rmSync(join(folder, "packages/cli/dist"))
    rmSync(join(folder, "node_modules/rolldown"))
    const without = yield* launch(folder, "start")
    assert.strictEqual(without.ran, "sources")
    assert.match(without.stderr, /rolldown/)
  })
})
