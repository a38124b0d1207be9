import { statSync } from "node:fs"
import { join } from "node:path"

import { settings } from "@rcpt/service/platform/config/settings"

import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const login = (url: string, key: string, home: string) =>
  rcpt(["login", "--key-stdin", "--url", url], { XDG_CONFIG_HOME: home }, undefined, `${key}\n`)

layer(service.layer(), service.live)("rcpt login", (it) => {
  it.effect(
    "keeps the server and the key for the commands that follow, closed to others",
    function* () {
      const { base, apiKey } = yield* service.Service
      const home = yield* tempFolder()
      const { code, stdout, stderr } = yield* login(base, apiKey, home)
      assert.deepStrictEqual([code, stderr], [0, ""])
      const file = join(home, "rcpt", "config.json")
      assert.strictEqual(stdout, `Signed in to ${base}: 1000 credits. Kept in ${file}.\n`)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.strictEqual((yield* rcpt(["keys", "list"], { XDG_CONFIG_HOME: home })).code, 0)
      // Flags over the environment over the file.
      const wrong = { XDG_CONFIG_HOME: home, RCPT_API_KEY: "wrong" }
      assert.strictEqual((yield* rcpt(["keys", "list"], wrong)).code, 64)
      assert.strictEqual((yield* rcpt(["keys", "list", "--api-key", apiKey], wrong)).code, 0)
    }
  )

  it.effect("gives the key to its own server alone", function* () {
    const { base, apiKey } = yield* service.Service
    const home = yield* tempFolder()
    yield* login(base, apiKey, home)
    const elsewhere = ["keys", "list", "--url", "http://127.0.0.1:1"]
    const { code, stderr } = yield* rcpt(elsewhere, { XDG_CONFIG_HOME: home })
    assert.strictEqual(code, 64)
    assert.match(stderr, /^No API key for http:\/\/127\.0\.0\.1:1: run rcpt login, /)
  })

  it.effect("keeps nothing that the server does not accept", function* () {
    const { base } = yield* service.Service
    const home = yield* tempFolder()
    const wrong = yield* login(base, "wrong", home)
    assert.deepStrictEqual([wrong.code, wrong.stdout], [64, ""])
    assert.strictEqual(wrong.stderr, "The server does not accept this API key.\n")
    assert.match((yield* login(base, "two words", home)).stderr, /without spaces\.\n$/)
    assert.strictEqual((yield* login("http://127.0.0.1:1", "x", home)).code, 69)
    const asked = yield* rcpt(["login", "--url", base], { XDG_CONFIG_HOME: home })
    assert.match(asked.stderr, /^No terminal .*--key-stdin\.\n$/)
    assert.match((yield* rcpt(["keys", "list"], { XDG_CONFIG_HOME: home })).stderr, /^No API/)
  })
})

describe("rcpt config", () => {
  it.live("prints every setting as JSON lines, and no secret", function* () {
    const { code, stdout, stderr } = yield* rcpt(["config"], {
      RCPT_PORT: "9000",
      RCPT_API_KEY: "rcpt_live_secret",
      RCPT_OWNER_PASSWORD: "correct horse battery",
      RCPT_DATABASE_URL: "postgres://me:hunter2@db/rcpt",
      RCPT_SECRET_FILE: "/run/secrets/rcpt"
    })
    assert.deepStrictEqual([code, stderr], [0, ""])
    const rows = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    const names = Object.values(settings).map(({ name }) => name)
    assert.deepStrictEqual(
      rows.map(({ name }) => name),
      ["RCPT_URL", "RCPT_API_KEY", ...names]
    )
    assert.notMatch(stdout, /secret"|hunter2|horse/)
    const row = (name: string) => rows.find((each) => each.name === name)
    assert.deepStrictEqual(row("RCPT_PORT"), {
      name: "RCPT_PORT",
      value: "9000",
      from: "environment"
    })
    assert.strictEqual(row("RCPT_HOST").from, "default")
    assert.strictEqual(row("RCPT_SECRET").from, "file")
  })
})
