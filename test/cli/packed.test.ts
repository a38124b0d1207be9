/** The command as npm installs it: a tarball, an empty folder, and the oldest Node that it may meet. */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

import { freePort } from "@rcpt/service/platform/freePort"
import { Context, Effect, Layer, Schedule } from "effect"

import { describeWith, node20 } from "../support/needs.ts"
import { registry } from "../support/registry.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
import { environment } from "./rcpt.ts"

const root = join(import.meta.dirname, "../..")

/** Milliseconds, on a machine under load. */
const installWaitMax = 300_000
const startWaitMax = 180_000

const execute = promisify(execFile)

class Installed extends Context.Service<Installed, { readonly folder: string }>()(
  "test/cli/Installed"
) {}

const settings = {
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
  npm_config_prefer_offline: "true",
  npm_config_ignore_scripts: "true"
}

/** Packed from the checkout, installed where nothing else is. */
const installed = Layer.effect(
  Installed,
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const env = { ...process.env, ...settings, INIT_CWD: folder }
    const build = [join(root, "packages/tools/src/buildPackage.ts"), "pack"]
    yield* Effect.promise(() => execute(process.execPath, build, { env }))
    const [tarball] = readdirSync(folder).filter((file) => file.endsWith(".tgz"))
    assert.match(tarball!, /^rcpt-\d+\.\d+\.\d+\.tgz$/)
    writeFileSync(join(folder, "package.json"), "{}")
    const install = ["install", "--omit=dev", join(folder, tarball!)]
    yield* Effect.promise(() =>
      execute("npm", install, { cwd: folder, env, timeout: installWaitMax })
    )
    return { folder }
  })
)

const node = node20.found ? node20.program : process.execPath

const programIn = (folder: string) => join(folder, "node_modules/.bin/rcpt")

const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Installed, ({ folder }) =>
    Effect.promise(() =>
      execute(node, [programIn(folder), ...args], { cwd: folder, env: environment(env) })
    )
  )

describeWith(registry, "The command, installed from its tarball,", () => {
  layer(
    installed,
    service.live
  )((it) => {
    it.effect("has its help and its version", function* () {
      assert.match((yield* run(["--help"])).stdout, /^ {2}listen /m)
      assert.match((yield* run(["--version"])).stdout, /^rcpt v\d/)
      assert.match((yield* run(["listen", "--help"])).stdout, /--forward/)
    })

    it.effect("says what it is made of, and under which licences", function* () {
      const own = join((yield* Installed).folder, "node_modules/rcpt")
      const sbom = JSON.parse(readFileSync(join(own, "sbom.cdx.json"), "utf8"))
      const { version, dependencies } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"))
      assert.strictEqual(sbom.metadata.component.purl, `pkg:npm/rcpt@${version}`)
      const components: ReadonlyArray<{ readonly purl: string }> = sbom.components
      const purls = components.map(({ purl }) => decodeURIComponent(purl))
      for (const [name, at] of Object.entries<string>(dependencies))
        assert.include(purls, `pkg:npm/${at.startsWith("npm:") ? at.slice(4) : `${name}@${at}`}`)
      const licences = readFileSync(join(own, "THIRD-PARTY-LICENSES.txt"), "utf8")
      assert.match(licences, /\nreact-dom \d/)
    })

    it.effect("verifies by itself", function* () {
      const { stdout } = yield* run(["verify", "valid@sandbox.rcpt.test", "--local", "--json"])
      assert.deepInclude(JSON.parse(stdout), { status: "valid" })
    })

    it.effect(
      "starts a service with its database, its dashboard, its pages and its lab",
      function* () {
        const { folder } = yield* Installed
        const port = yield* Effect.orDie(freePort)
        const env = environment({ RCPT_PORT: String(port), RCPT_METRICS_PORT: "off" })
        let output = ""
        const child = spawn(node, [programIn(folder), "start", "--lab"], { cwd: folder, env })
        child.stdout.on("data", (text) => (output += String(text)))
        child.stderr.on("data", (text) => (output += String(text)))
        const ended = once(child, "exit")
        yield* Effect.addFinalizer(() => Effect.sync(() => void child.kill("SIGKILL")))
        const isReady = Effect.sync(
          () => output.includes("rcpt is ready on") || child.exitCode !== null
        )
        yield* Effect.repeat(isReady, {
          until: (is) => is,
          schedule: Schedule.spaced("100 millis")
        })
        const [apiKey = ""] = /rcpt_live_\w+/.exec(output) ?? []
        const base = `http://127.0.0.1:${port}`
        const fetched = (path: string) =>
          Effect.promise(() => fetch(base + path).then((answer) => answer.text()))
        assert.include(yield* fetched("/"), '<div id="root">', output)
        assert.include(yield* fetched("/docs/settings"), "RCPT_PORT")
        assert.include(yield* fetched("/docs/assets/docs.css"), "--")
        const verified = yield* run(["verify", "support@acme.test", "--json"], {
          RCPT_URL: base,
          RCPT_API_KEY: apiKey
        }).pipe(Effect.catchDefect((defect) => Effect.succeed(Object(defect))))
        assert.deepInclude(JSON.parse(verified.stdout), { sub_status: "role_based" })
        writeFileSync(join(folder, "list.csv"), "email\nvalid@sandbox.rcpt.test\n")
        const { stderr } = yield* run(["bulk", "list.csv", "-o", "out.csv"], {
          RCPT_URL: base,
          RCPT_API_KEY: apiKey
        })
        assert.include(stderr, "1 valid, 0 risky")
        assert.isTrue(existsSync(join(folder, "out.csv")))
        assert.notInclude(output, "Building the dashboard")
        child.kill("SIGTERM")
        const [code] = yield* Effect.promise(() => ended)
        assert.strictEqual(code, 0, output)
      },
      startWaitMax
    )
  })
})
