/** `rcpt egress`: the addresses that mail servers see, without a service. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import type { EgressNeed } from "@rcpt/api/Jobs"
import * as Lab from "@rcpt/lab/Lab"
import { Context, Effect, Layer } from "effect"

import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

class TheLab extends Context.Service<TheLab, Lab.Lab>()("test/TheLab") {}

const world = Layer.effect(TheLab, Lab.start({ syntheticDomains: 1 }))

const inUse = "direct?since=2026-12-01,socks5://ann:s3cret@127.0.0.1:1?for=google&weight=3"

const egress = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { env } = yield* TheLab
    return yield* rcpt(["egress", ...args], { RCPT_SMTP_EGRESS: inUse, ...env })
  })

interface Report {
  readonly ok: boolean
  readonly findings: ReadonlyArray<{ readonly id: string; readonly egress?: string }>
}

interface Listed {
  readonly egress: string
  readonly helo: string
  readonly since: string | null
  readonly for: ReadonlyArray<string> | null
  readonly weight: number
}

const reportIn = (text: string): Report => JSON.parse(text)

layer(world, { excludeTestServices: true })("rcpt egress", (it) => {
  it.effect("lists what the settings have, without passwords", function* () {
    const { code, stdout } = yield* egress()
    assert.strictEqual(code, 0)
    assert.notInclude(stdout, "s3cret")
    const rows = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Listed)
    assert.deepStrictEqual(
      rows.map((row) => ({ ...row, helo: "" })),
      [
        { egress: "direct", helo: "", since: "2026-12-01", for: null, weight: 1 },
        {
          egress: "socks5://127.0.0.1:1",
          helo: "",
          since: null,
          for: ["google", "google_workspace"],
          weight: 3
        }
      ]
    )
  })

  it.effect("tries one that is not in use, and looks at nothing but egresses", function* () {
    const { code, stdout } = yield* egress("test", "direct", "--json")
    const { ok, findings } = reportIn(stdout)
    assert.deepStrictEqual([ok, code], [true, 0], stdout)
    const ids = new Set(findings.map(({ id }) => id.split(".")[0]))
    assert.includeMembers([...ids], ["port25", "address", "helo"])
    for (const other of ["db", "dns", "clock", "lists"]) assert.isFalse(ids.has(other), other)
  })

  it.effect("tries all of the settings, and names the one with a problem", function* () {
    const { code, stdout } = yield* egress("test", "--json")
    assert.strictEqual(code, 1)
    assert.notInclude(stdout, "s3cret")
    const { findings } = reportIn(stdout)
    assert.sameMembers(
      [...new Set(findings.map((finding) => finding.egress))],
      ["direct", "socks5://127.0.0.1:1"]
    )
  })

  it.effect(
    "says what to write for a new one that works, and nothing for one that does not",
    function* () {
      const works = yield* egress("add", "direct://127.0.0.1?helo=probe.rcpt.test")
      assert.strictEqual(works.code, 0, works.stdout)
      assert.match(
        works.stdout,
        /Append this to RCPT_SMTP_EGRESS [^]*\n\n {2},direct:\/\/127\.0\.0\.1\?helo=probe\.rcpt\.test\n$/
      )
      const fails = yield* egress("add", "socks5://127.0.0.1:2")
      assert.strictEqual(fails.code, 1)
      assert.match(fails.stdout, /Solve the problems, and try again\.\n$/)
    }
  )

  it.effect("refuses one that is in use already, and what is none", function* () {
    const twice = yield* egress("add", "socks5://127.0.0.1:1")
    assert.deepStrictEqual([twice.code, twice.stdout], [64, ""])
    assert.match(twice.stderr, /has socks5:\/\/127\.0\.0\.1:1 already/)
    const none = yield* egress("test", "192.0.2.1")
    assert.strictEqual(none.code, 64)
    assert.match(none.stderr, /^The egress must be direct, direct:\/\/address or socks5:/)
    const option = yield* egress("test", "direct?size=3")
    assert.match(option.stderr, /without size=/)
  })
})

layer(service.layer(), service.live)("rcpt egress plan", (it) => {
  const plan = (within: string) =>
    Effect.gen(function* () {
      const { base, apiKey } = yield* service.Service
      const file = join(yield* tempFolder(), "list.csv")
      const many = (rows: number, at: string) =>
        Array.from({ length: rows }, (_, n) => `u${n}@${at}`)
      writeFileSync(file, ["email", ...many(40_000, "gmail.com"), ...many(20, "a.test")].join("\n"))
      const env = { RCPT_URL: base, RCPT_API_KEY: apiKey }
      const { code, stdout, stderr } = yield* rcpt(
        ["egress", "plan", file, "--within", within],
        env
      )
      assert.strictEqual(code, 0, stderr)
      const needs = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as EgressNeed)
      return { needs, stderr }
    })

  it.effect("says how many do, and which domain more of them do not help", function* () {
    const { needs, stderr } = yield* plan("1h")
    assert.deepStrictEqual(
      needs.map(({ mail_servers, egresses }) => [mail_servers, egresses]),
      [
        ["google", null],
        ["a.test", 1]
      ]
    )
    assert.match(
      stderr,
      /^No number of egresses does google [^]* gmail\.com has 40000 rows\.\n1 egress does the rest/
    )
    assert.match((yield* plan("2h")).stderr, /^1 egress does this list within 2h/)
  })
})
