/** The compose files: what is mounted is there, what is set is right, and nothing has rights to spare. */
import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

import { load } from "@rcpt/service/platform/Config"
import { version } from "@rcpt/service/platform/version"
import { Duration, Effect } from "effect"

import { assert, describe, it } from "../support/vitest.ts"
import { composeFile, interpolated, secondsOf } from "./support/composeFiles.ts"
import type { ComposeService } from "./support/composeFiles.ts"
import { environmentIn, infra, textOf } from "./support/infraFiles.ts"
import { madeSecrets, outside } from "./support/madeSecrets.ts"
import { drainMax } from "./support/serviceFacts.ts"

const names = environmentIn(textOf(".env.example"))

const isNode = ([, { image }]: readonly [string, ComposeService]) => image === `rcpt:${version}`

/** As the containers of nodes get it. */
const settingsOf = ({ environment = {} }: ComposeService) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, interpolated(value, names)])
  )

const shapes = {
  "one server": composeFile("compose.yaml"),
  "three nodes": composeFile("compose.yaml", "compose.cluster.yaml")
}

for (const [shape, { services, secrets, volumes, networks }] of Object.entries(shapes)) {
  const all = Object.entries(services)
  const nodes = all.filter(isNode)

  describe(`Compose for ${shape}`, () => {
    it("has nodes whose settings the service accepts", () =>
      Effect.gen(function* () {
        const { folder } = yield* madeSecrets
        assert.isAbove(nodes.length, 0)
        for (const [, service] of nodes) {
          const settings = outside(settingsOf(service), "/run/secrets/", folder)
          const { config, warnings } = yield* load({}, settings)
          assert.deepStrictEqual(warnings, [])
          assert.isDefined(config.databaseUrl)
          assert.strictEqual(config.publicUrl, "https://verify.example.com")
        }
      }).pipe(Effect.scoped, Effect.runPromise))

    it("gives each node a name of its own, or one node none", () => {
      const hosts = nodes.map(([, { environment = {} }]) => environment["RCPT_CLUSTER_HOST"])
      if (nodes.length === 1) assert.deepStrictEqual(hosts, [undefined])
      else
        assert.deepStrictEqual(
          hosts,
          nodes.map(([name]) => name)
        )
    })

    it("waits longer for a node to stop than it takes", () =>
      Effect.gen(function* () {
        const { folder } = yield* madeSecrets
        for (const [, service] of nodes) {
          const { config } = yield* load({}, outside(settingsOf(service), "/run/secrets/", folder))
          const longest = Duration.toSeconds(config.shutdownDelay) + drainMax
          assert.isAbove(secondsOf(service.stop_grace_period ?? ""), longest)
        }
      }).pipe(Effect.scoped, Effect.runPromise))

    it("mounts files that there are, volumes and networks that are named, secrets that are made", () =>
      Effect.gen(function* () {
        const made = yield* madeSecrets
        for (const [name, service] of all) {
          for (const volume of service.volumes ?? []) {
            const [from = ""] = volume.split(":")
            if (from.startsWith("./"))
              assert.isTrue(existsSync(join(infra, from)), `${name}: ${from}`)
            else assert.property(volumes, from, name)
          }
          const networked = service.networks ?? []
          const given = Array.isArray(networked) ? networked : Object.keys(networked)
          for (const network of given) assert.property(networks, network, name)
          for (const secret of service.secrets ?? [])
            assert.property(secrets, typeof secret === "string" ? secret : secret.source, name)
          for (const dependency of Object.keys(service.depends_on ?? {}))
            assert.property(services, dependency, name)
        }
        for (const { file } of Object.values(secrets))
          assert.include(made.names, file.replace("secrets/", ""))
      }).pipe(Effect.scoped, Effect.runPromise))

    it("leaves no container a right or a file that it does not need", () => {
      for (const [name, service] of all) {
        assert.isTrue(service.read_only, name)
        assert.deepStrictEqual(service.cap_drop, ["ALL"], name)
        assert.deepStrictEqual(service.security_opt, ["no-new-privileges:true"], name)
        assert.strictEqual(service.restart, "unless-stopped", name)
        assert.isTrue(service.healthcheck !== undefined || isNode([name, service]), name)
      }
    })

    it("starts nothing before what it needs answers", () => {
      for (const [name, { depends_on: needed = {} }] of all)
        for (const [dependency, { condition }] of Object.entries(needed))
          assert.strictEqual(
            condition,
            // A node works without it.
            dependency === "nats" ? "service_started" : "service_healthy",
            name
          )
    })
  })
}

describe("Secrets", () => {
  it("are made once, and only their owner enters the folder", () =>
    Effect.gen(function* () {
      const { folder, names: made, makeAgain } = yield* madeSecrets
      const read = () => made.map((name) => readFileSync(join(folder, name), "utf8"))
      const before = read()
      assert.strictEqual(new Set(before).size, made.length)
      makeAgain()
      assert.deepStrictEqual(read(), before)
      assert.strictEqual(statSync(folder).mode & 0o777, 0o700)
      assert.notInclude(made, "nats_ca_key")
    }).pipe(Effect.scoped, Effect.runPromise))
})
