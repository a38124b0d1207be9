import { IssuedKey, Key } from "@rcpt/api/Keys"
import { Effect, Schema } from "effect"

import * as service from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const decodeIssued = Schema.decodeUnknownEffect(Schema.fromJsonString(IssuedKey), {
  onExcessProperty: "error"
})
const decodeList = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(Key)), {
  onExcessProperty: "error"
})

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

layer(service.layer(), service.live)("rcpt keys", (it) => {
  const keys = (args: ReadonlyArray<string>, key?: string) =>
    Effect.gen(function* () {
      const { base, apiKey } = yield* service.Service
      return yield* rcpt(["keys", ...args], { RCPT_URL: base, RCPT_API_KEY: key ?? apiKey })
    })

  it.effect("creates, lists and revokes a key, with text for people", function* () {
    const { get } = yield* service.Service
    const made = yield* keys(["create", "the shop", "--scope", "read"])
    assert.strictEqual(made.code, 0, made.stderr)
    // Only the key on standard output, for a script to read.
    assert.match(made.stdout, /^rcpt_live_[0-9A-Za-z]{38}\n$/)
    assert.match(made.stderr, /^API key "the shop" created\. It is shown only once: store it now/)
    assert.match(made.stderr, /\n {2}restriction {2}read only, no spending and no changes/)
    const key = made.stdout.trim()
    const id = uuid.exec(made.stderr)?.[0] ?? ""

    const listed = yield* keys(["list"])
    assert.strictEqual(listed.code, 0, listed.stderr)
    const cards = listed.stdout.trimEnd().split("\n\n")
    assert.match(cards.at(-1)!, /^first key\n/)
    const card = cards.find((text) => text.startsWith("the shop\n"))!
    assert.include(card, `  id           ${id}\n  ends with    ${key.slice(-4)}\n`)
    assert.match(card, /\n {2}created {6}20\d\d-\d\d-\d\d \d\d:\d\d UTC\n/)
    assert.notInclude(listed.stdout, key)

    assert.strictEqual((yield* get("/api/v1/account", { apiKey: key })).status, 200)
    const revoked = yield* keys(["revoke", id])
    assert.strictEqual(revoked.code, 0, revoked.stderr)
    assert.match(revoked.stdout, /^API key revoked\. No node of the server accepts it\.\n$/)
    assert.strictEqual((yield* get("/api/v1/account", { apiKey: key })).status, 401)
  })

  it.effect("prints the API response as one line with --json", function* () {
    const args = ["create", "ci", "--scope", "fast", "--scope", "read", "--json"]
    const made = yield* keys(args)
    assert.strictEqual(made.stderr, "")
    const { key, ...issued } = yield* decodeIssued(made.stdout)
    assert.deepStrictEqual(issued.scopes, ["fast", "read"])
    assert.isTrue(key.endsWith(issued.last4))
    const list = yield* decodeList((yield* keys(["list", "--json"])).stdout)
    assert.deepInclude(list[0], issued)
    const revoked = yield* keys(["revoke", issued.id, "--json"])
    assert.strictEqual(revoked.stdout, '{"message":"the key is revoked"}\n')
  })

  it.effect("makes a browser key, and changes the limits of any key", function* () {
    const made = yield* keys([
      "create",
      "--origin",
      "https://shop.example",
      "--origin",
      "https://*.shop.example",
      "--visitor",
      "5/minute,20/day",
      "--credits",
      "20000/month",
      "--deep"
    ])
    assert.strictEqual(made.code, 0, made.stderr)
    assert.match(made.stdout, /^rcpt_pub_[0-9A-Za-z]{38}\n$/)
    assert.match(made.stderr, /^Browser key "Browser key of shop\.example" created\./)
    const id = uuid.exec(made.stderr)?.[0] ?? ""
    const changed = yield* keys([
      "change",
      id,
      "--name",
      "the shop",
      "--no-deep",
      "--credits",
      "none",
      "--expires",
      "2037-01-31",
      "--origin",
      "https://shop.example"
    ])
    assert.strictEqual(changed.code, 0, changed.stderr)
    assert.include(changed.stdout, `  key          ${made.stdout.trim()}\n`)
    for (const line of [
      "restriction  browser key: GET /verify only",
      "websites     https://shop.example",
      "mode         fast",
      "per visitor  5 a minute, 20 a day",
      "ends         2037-01-31 00:00 UTC"
    ])
      assert.include(changed.stdout, `  ${line}\n`)
    assert.notInclude(changed.stdout, "credits")

    const secret = yield* keys(["create", "nightly", "--network", "127.0.0.0/8", "--json"])
    const { id: secretId, networks } = yield* decodeIssued(secret.stdout)
    assert.deepStrictEqual(networks, ["127.0.0.0/8"])
    const free = yield* keys(["change", secretId, "--network", "any", "--expires", "never"])
    assert.notInclude(free.stdout, "networks")
  })

  it.effect("ends with 64 where the same command would fail again", function* () {
    const { stdout } = yield* keys(["create", "ci", "--scope", "read"])
    const cases = [
      [keys(["create", " "]), /\(400\): name must be 1 to 100 visible characters\.\n$/],
      [keys(["create"]), /\(400\): name is required\.\n$/],
      [keys(["create", "ci", "--credits", "5"]), /^--credits must be such as 1000\/day or /],
      [keys(["create", "ci", "--visitor", "5"]), /^--visitor must be such as 10\/minute,/],
      [keys(["change", "x", "--expires", "soon"]), /\(400\): expires_at must be a date /],
      [keys(["revoke", "../account"]), /\(404\): key not found\.\n$/],
      [keys(["list"], stdout.trim()), /\(403\): this API key has no permission to manage/],
      [keys(["list"], "wrong"), /^The server does not accept this API key\.\n$/],
      [
        rcpt(["keys", "list"]),
        /^No API key for \S+: run rcpt login, set RCPT_API_KEY, or pass --api-key\.\n$/
      ]
    ] as const
    for (const [run, says] of cases) {
      const { code, stdout, stderr } = yield* run
      assert.deepStrictEqual([code, stdout], [64, ""], stderr)
      assert.match(stderr, says)
    }
    assert.strictEqual((yield* keys(["create", "ci", "--scope", "admin"])).code, 64)
  })
})
