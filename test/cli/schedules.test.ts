import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { Schedule } from "@rcpt/api/Schedule"
import { Effect, Schema } from "effect"

import { file, startFiles, withLab } from "../service/schedules/scheduleWorld.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const scheduleIn = Schema.decodeUnknownEffect(Schema.fromJsonString(Schedule))

layer(withLab, service.live)("rcpt schedules", (it) => {
  const run = (...args: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const { base, apiKey } = yield* service.Service
      return yield* rcpt(["schedules", ...args], { RCPT_URL: base, RCPT_API_KEY: apiKey })
    })
  const ok = (...args: ReadonlyArray<string>) =>
    Effect.map(run(...args), ({ code, stdout, stderr }) => {
      assert.strictEqual(code, 0, stderr)
      return stdout
    })

  it.effect("makes one of a URL, shows what a run changed, and deletes it", function* () {
    const files = yield* startFiles(file("id,email\n1,ann@acme.test\n2,bob@acme.test\n"))
    const made = yield* scheduleIn(
      yield* ok(
        "create",
        "Team",
        "--csv",
        files.url,
        "--key-column",
        "id",
        "--every",
        "7d",
        "--json"
      )
    )
    assert.deepInclude(made, { name: "Team", every: "7d", mode: "fast", max_age: "30d" })
    const ended = yield* Effect.repeat(ok("runs", made.id, "--json"), {
      until: (runs) => runs.includes('"done"')
    })
    const { id } = JSON.parse(ended) as { readonly id: string }
    assert.match(yield* ok("changes", made.id, id, "--json"), /"key":"2","email":"bob@acme\.test"/)
    assert.match(yield* ok("pause", made.id, "--json"), /"status":"paused"/)
    assert.match(yield* ok("resume", made.id, "--json"), /"status":"live"/)
    assert.match(yield* ok("show", made.id, "--json"), /"last_run":\{/)
    yield* ok("delete", made.id)
    assert.strictEqual(yield* ok("list", "--json"), "")
  })

  it.effect("makes one of a file with settings, which flags overrule", function* () {
    const settings = join(yield* tempFolder(), "settings.json")
    const source = { kind: "list", list: "customers.csv" }
    writeFileSync(settings, JSON.stringify({ source, every: "12h", mode: "deep", max_age: "60d" }))
    const made = yield* scheduleIn(
      yield* ok("create", "Customers", "--file", settings, "--max-age", "90d", "--json")
    )
    assert.deepInclude(made, { every: "12h", mode: "deep", max_age: "90d" })
    writeFileSync(settings, "source: list")
    const { code, stderr } = yield* run("create", "Customers", "--file", settings)
    assert.strictEqual(code, 64)
    assert.match(stderr, /settings\.json has to be a JSON object, such as /)
  })
})
