/** The library as npm would publish it: JavaScript in a folder that has only what its package.json names. */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Context, Layer } from "effect"

import { installed, printed, printedBy, root } from "../client/packed.ts"
import { codeOf } from "../docs/fences.ts"
import { live } from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"

const [example = ""] = codeOf("packages/verifier/README.md", "js")

class Folder extends Context.Service<Folder, { readonly folder: string; readonly home: string }>()(
  "test/verifier/Folder"
) {}

const typed = `
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect } from "effect"
export const status = Verifier.use((verifier) => verifier.verify("ann@example.org")).pipe(
  Effect.map(({ judgement, evidence }): readonly ["valid" | "risky" | "invalid" | "unknown", string] => [
    judgement.status,
    evidence.input
  ])
)
// @ts-expect-error A judgement has no such field: types are there, and they are not any.
export const wrong = Verifier.use((verifier) => verifier.verify("")).pipe(Effect.map((it) => it.judgement.no))
`

layer(Layer.effect(Folder, installed("verifier")), live)("The tarball of @rcpt/verifier", (it) => {
  it.effect("runs the example of its README", function* () {
    const { folder } = yield* Folder
    writeFileSync(join(folder, "example.mjs"), example)
    const lines = yield* printed(process.execPath, ["example.mjs"], { cwd: folder })
    assert.deepStrictEqual(lines, printedBy(example, "//"))
  })

  it.effect("has types", function* () {
    const { folder } = yield* Folder
    writeFileSync(join(folder, "typed.ts"), typed)
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--skipLibCheck"]
    const tsc = [join(root, "node_modules/typescript/bin/tsc"), "typed.ts", ...options]
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")]
    execFileSync(process.execPath, [...tsc, ...types], { cwd: folder, stdio: "pipe" })
  })

  it.effect("has neither TypeScript nor imports of packages that are not published", function* () {
    const { home } = yield* Folder
    const files = readdirSync(home, { recursive: true, encoding: "utf8" })
    assert.deepStrictEqual(
      files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts")),
      []
    )
    for (const file of files.filter((name) => /\.(?:js|d\.ts)$/.test(name)))
      assert.notMatch(readFileSync(join(home, file), "utf8"), /from "@rcpt\/|from "\.[^"]*\.ts"/)
  })
})
