/** Packages as npm would publish them, in an empty folder, and programs that run there. */
import { execFile, execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

import { Effect } from "effect"

import { tempFolder } from "../support/tempFolder.ts"

export const root = join(import.meta.dirname, "../..")

const execute = promisify(execFile)

/** npm without network requests. */
const env = {
  ...process.env,
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
  npm_config_offline: "true"
}

const manifestIn = (folder: string): Readonly<Record<"dependencies", Record<string, string>>> =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/**
 * A folder in which the package's tarball is installed. What it depends on is linked from the checkout, so that
 * no registry is needed: what it does not name is not there.
 */
export const installed = (name: string) =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const build = [join(root, "packages/tools/src/buildPackage.ts"), "pack", name]
    // Not in this process's own time: a service that starts meanwhile would wait for its database in vain.
    const options = { env: { ...env, INIT_CWD: folder } }
    yield* Effect.promise(() => execute(process.execPath, build, options))
    const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"))!
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
    const home = join(folder, "node_modules", "@rcpt", name)
    mkdirSync(home, { recursive: true })
    execFileSync("tar", ["-xzf", join(folder, tarball), "-C", home, "--strip-components=1"])
    for (const dependency of Object.keys(manifestIn(home).dependencies))
      symlinkSync(join(root, "node_modules", dependency), join(folder, "node_modules", dependency))
    return { folder, home, tarball: join(folder, tarball), env }
  })

/** What an example says that it prints: the comments behind a print, and those of whole lines. */
export const printedBy = (code: string, mark: "//" | "#"): ReadonlyArray<string> =>
  [...code.matchAll(new RegExp(`(?:\\) {1,2}|^)${mark} (.+)$`, "gm"))].map(([, text]) => text ?? "")

/** Milliseconds: much more than an example takes on a machine under load. */
const timeout = 60_000

/** What the program prints; dies with its errors. */
export const printed = (
  command: string,
  args: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv }
) =>
  Effect.promise(async () => {
    const { stdout } = await execute(command, args, { timeout, ...options })
    return stdout.split("\n").filter((line) => line !== "")
  })
