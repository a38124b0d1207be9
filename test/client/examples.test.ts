/** The examples of the clients' pages, as they stand there, on the installed packages and a real service. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { Context, Effect, Layer } from "effect"

import { codeOf } from "../docs/fences.ts"
import { bun, deno, describeWith, node20, python } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { installed, printed, printedBy, root } from "./packed.ts"

class Folder extends Context.Service<Folder, { readonly folder: string }>()("test/client/Folder") {}

const world = Layer.mergeAll(
  service.layer({ lab: true }),
  Layer.effect(Folder, installed("client"))
)

/** For a program that uses the service. */
const environment = ({ base, apiKey }: service.Running) => ({
  ...process.env,
  RCPT_URL: base,
  RCPT_API_KEY: apiKey
})

const examples = codeOf("packages/client/README.md", "js")
const pythonFolder = join(root, "packages/client/python")
const pythonExamples = codeOf("packages/client/python/README.md", "python")

const always = { name: "Node", found: true, installable: false }

for (const [need, title, program, ...args] of [
  [always, "Node 24", process.execPath],
  [node20, "Node 20", node20.program],
  [bun, "Bun", bun.program, ...bun.args],
  [deno, "Deno", deno.program, ...deno.args]
] as const)
  describeWith(need, `The README of @rcpt/client, in ${title},`, () => {
    layer(
      world,
      service.live
    )((it) => {
      it.effect("has thirteen examples", () =>
        Effect.sync(() => assert.strictEqual(examples.length, 13))
      )
      for (const [index, code] of examples.entries())
        it.effect(`prints what example ${index + 1} says`, function* () {
          const { folder } = yield* Folder
          const running = yield* service.Service
          const file = join(folder, `example${index + 1}.mjs`)
          writeFileSync(file, code)
          const lines = yield* printed(program, [...args, file], {
            cwd: folder,
            env: environment(running)
          })
          assert.deepStrictEqual(lines, printedBy(code, "//"))
        })
    })
  })

describeWith(python, "The README of the Python client", () => {
  layer(
    service.layer({ lab: true }),
    service.live
  )((it) => {
    it.effect("has thirteen examples", () =>
      Effect.sync(() => assert.strictEqual(pythonExamples.length, 13))
    )
    for (const [index, code] of pythonExamples.entries())
      it.effect(`prints what example ${index + 1} says`, function* () {
        const running = yield* service.Service
        const lines = yield* printed("python3", ["-c", code], {
          cwd: pythonFolder,
          env: { ...environment(running), PYTHONDONTWRITEBYTECODE: "1" }
        })
        assert.deepStrictEqual(lines, printedBy(code, "#"))
      })
  })
})
