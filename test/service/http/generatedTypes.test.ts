/** Clients of the OpenAPI document, as others make them: by openapi-typescript, and by openapi-python-client. */
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"

import { Effect } from "effect"

import { describeWith, pythonClient, pythonClientFolder } from "../../support/needs.ts"
import * as service from "../../support/service.ts"
import { tempFolder } from "../../support/tempFolder.ts"
import { assert, layer } from "../../support/vitest.ts"

/** Of the package that has the document, with a compiler that openapi-typescript can use. */
const { resolve } = createRequire(join(import.meta.dirname, "../../../packages/api/package.json"))
const binaryOf = (name: string, path: string) =>
  join(dirname(resolve(`${name}/package.json`)), path)
const run = (args: ReadonlyArray<string>) =>
  Effect.promise(() => promisify(execFile)(process.execPath, args))

const client = `
import type { components, paths } from "./types.ts"
type Verify = paths["/api/v1/verify"]["get"]
const query: Verify["parameters"]["query"] = { email: "ann@acme.test", timeout: 20000, explain: true }
// @ts-expect-error a number is no text
const wrong: Verify["parameters"]["query"] = { email: "ann@acme.test", timeout: "20000" }
const [base, key] = process.argv.slice(2)
const url = base + "/api/v1/verify?" + new URLSearchParams(query as never)
const response = await fetch(url, { headers: { authorization: "Bearer " + key } })
const result = await response.json() as components["schemas"]["VerifyResult"]
const charged: number | undefined = result.credits_used
console.log(result.status, charged, wrong.email)
`

layer(service.layer({ lab: true }), service.live)("Types of openapi-typescript", (it) => {
  it.effect("compile, and are those of a running service", () =>
    Effect.gen(function* () {
      const { base, apiKey, get } = yield* service.Service
      const folder = yield* tempFolder()
      const inside = (name: string) => join(folder, name)
      const { text } = yield* get("/api/v1/openapi.json", { apiKey: null })
      writeFileSync(inside("openapi.json"), text)
      writeFileSync(inside("client.mts"), client)
      const generator = binaryOf("openapi-typescript", "bin/cli.js")
      yield* run([generator, inside("openapi.json"), "-o", inside("types.ts")])
      yield* run([
        binaryOf("typescript", "bin/tsc"),
        "--strict",
        "--noEmit",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "--allowImportingTsExtensions",
        "--skipLibCheck",
        "--typeRoots",
        join(import.meta.dirname, "../../../node_modules/@types"),
        "--types",
        "node",
        inside("client.mts")
      ])
      const { stdout } = yield* run([inside("client.mts"), base, apiKey])
      assert.strictEqual(stdout.trim(), "valid 1 ann@acme.test")
    }).pipe(Effect.scoped)
  )
})

const python = `
import sys, time
from io import BytesIO
from made import AuthenticatedClient
from made.api.jobs import download_results, get_job, verify_bulk
from made.api.verification import verify
from made.models import DownloadResultsStatusItem as Status, UploadForm
from made.types import File

base, key = sys.argv[1:]
client = AuthenticatedClient(base, key, prefix="", auth_header_name="X-API-Key")
result = verify.sync(client=client, email="ann@refused.test")
print(result.status.value, result.sub_status, verify.sync(client=client, email="").error)
file = File(BytesIO(b"email\\nann@acme.test\\nann@nowhere.test\\n"), "list.csv", "text/csv")
job = verify_bulk.sync(client=client, body=UploadForm(file=file))
while get_job.sync(job.id, client=client).status.value != "complete":
    time.sleep(0.1)
wanted = [Status.VALID, Status.INVALID]
print(len(download_results.sync(job.id, client=client, status=wanted).splitlines()))
`

describeWith(pythonClient, "A client of openapi-python-client", () => {
  layer(
    service.layer({ lab: true }),
    service.live
  )((it) => {
    it.effect("verifies an address, and downloads the results of a list", () =>
      Effect.gen(function* () {
        const { base, apiKey, get } = yield* service.Service
        const folder = yield* tempFolder()
        const { text } = yield* get("/api/v1/openapi.json", { apiKey: null })
        writeFileSync(join(folder, "openapi.json"), text)
        writeFileSync(join(folder, "client.py"), python)
        const program = (name: string, ...args: ReadonlyArray<string>) =>
          Effect.promise(() =>
            promisify(execFile)(join(pythonClientFolder, "bin", name), args, { cwd: folder })
          )
        const target = ["--path", "openapi.json", "--output-path", "made", "--meta", "none"]
        yield* program("openapi-python-client", "generate", ...target)
        const { stdout } = yield* program("python", "client.py", base, apiKey)
        assert.deepStrictEqual(stdout.trim().split("\n"), [
          "unknown dns_error email must not be blank",
          "3"
        ])
      }).pipe(Effect.scoped)
    )
  })
})
