import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Rule } from "@rcpt/api/Rules"
import { Effect, Schema } from "effect"

import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

const decodeRule = Schema.decodeUnknownEffect(Schema.fromJsonString(Rule), {
  onExcessProperty: "error"
})

layer(service.layer(), service.live)("rcpt rules", (it) => {
  const rules = (...args: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const { base, apiKey } = yield* service.Service
      return yield* rcpt(["rules", ...args], { RCPT_URL: base, RCPT_API_KEY: apiKey })
    })

  it.effect("adds, lists and removes rules, one line of JSON for each in a pipe", function* () {
    const added = yield* rules(
      "add",
      "block",
      "domain",
      "spam.test",
      "--subdomains",
      "--note",
      "so"
    )
    assert.strictEqual(added.code, 0, added.stderr)
    const rule = yield* decodeRule(added.stdout)
    assert.deepInclude(rule, { value: "spam.test", subdomains: true, note: "so" })
    yield* rules("add", "allow", "tld", "xyz")
    const listed = yield* rules("list", "--action", "block")
    assert.strictEqual(listed.stdout, added.stdout)
    const byValue = yield* rules("remove", "tld", ".XYZ")
    assert.strictEqual(byValue.stdout, "1 rule is removed\n", byValue.stderr)
    const byId = yield* rules("remove", rule.id, "--json")
    assert.strictEqual(byId.stdout, '{"message":"1 rule is removed"}\n', byId.stderr)
    assert.strictEqual((yield* rules()).stdout, "")
  })

  it.effect("writes all rules as a CSV, which it reads again", function* () {
    const file = join(yield* tempFolder(), "rules.csv")
    writeFileSync(file, "match;action;value\naddress;block;Ann@spam.test\ntld;block;zip\n")
    const imported = yield* rules("import", file)
    assert.strictEqual(imported.stdout, '{"added":2,"changed":0,"unchanged":0}\n', imported.stderr)
    const exported = yield* rules("export")
    assert.match(
      exported.stdout,
      /^action,match,value,.*\r\nblock,address,ann@spam\.test,.*\r\nblock,tld,zip,/
    )
    assert.strictEqual((yield* rules("export", "-o", file)).code, 0)
    assert.strictEqual(readFileSync(file, "utf8"), `\ufeff${exported.stdout}`)
    yield* rules("remove", "--all")
    const again = yield* rules("import", file)
    assert.strictEqual(again.stdout, '{"added":2,"changed":0,"unchanged":0}\n')
  })

  it.effect("ends with 64 where the same command would fail again", function* () {
    const file = join(yield* tempFolder(), "rules.csv")
    writeFileSync(file, "action,match,value\nblock,domain,spam\n")
    const cases = [
      [rules("add", "block", "domain", "spam"), /\(400\): value must be a domain such as/],
      [rules("add", "deny", "domain", "spam.test"), /deny/],
      [rules("remove"), /^Name a rule by its id, or by match and value; or pass --all alone\.\n$/],
      [rules("remove", "nothing"), /\(404\): rule not found\.\n$/],
      [rules("import", file), /\(400\): line 2: value must be a domain such as/],
      [rules("import", `${file}.gone`), /cannot be read: ENOENT\.\n$/]
    ] as const
    for (const [run, says] of cases) {
      const { code, stderr } = yield* run
      assert.strictEqual(code, 64, stderr)
      assert.match(stderr, says)
    }
  })
})
