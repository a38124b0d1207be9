/** What a URL of Postgres asks for, and what cannot be honoured: nothing that asks for encryption goes without. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { selfSigned } from "@rcpt/lab/smtp/selfSigned"
import { load } from "@rcpt/service/platform/Config"
import { Expected } from "@rcpt/service/platform/config/parse"
import { lineOf, parseDatabaseUrl } from "@rcpt/service/platform/databaseLine"
import { Effect, Redacted } from "effect"

import { tempFolder } from "../../support/tempFolder.ts"
import { assert, describe, it } from "../../support/vitest.ts"

const hour = 3_600_000
const validity = { from: new Date(Date.now() - hour), until: new Date(Date.now() + hour) }
const server = selfSigned("db.example", validity)
const other = selfSigned("other.example", validity)

const pem = encodeURIComponent(server.cert)
const key = encodeURIComponent(server.key)
const otherKey = encodeURIComponent(other.key)

const modeOf = (url: string) => lineOf(Redacted.make(url)).mode

describe("The mode of the line to", () => {
  for (const [url, mode] of [
    ["postgres://db.example/rcpt", "prefer"],
    ["postgres://127.0.0.1/rcpt", "disable"],
    ["postgres://localhost:5433/rcpt", "disable"],
    ["postgres://[::1]/rcpt", "disable"],
    ["postgres:///rcpt?host=/run/postgresql", "disable"],
    ["postgres://ann:secret@/rcpt?host=/run/postgresql", "disable"],
    ["postgres://ann@:5433/rcpt?host=/run/postgresql&port=5433", "disable"],
    ["postgres://db.example/rcpt?sslmode=disable", "disable"],
    ["postgres://127.0.0.1/rcpt?sslmode=prefer", "prefer"],
    ["postgres://db.example/rcpt?sslmode=require", "require"],
    ["postgres://db.example/rcpt?ssl=true", "require"],
    ["postgres://127.0.0.1/rcpt?ssl=true", "require"],
    ["postgres://db.example/rcpt?ssl=false", "disable"],
    ["postgres://db.example/rcpt?sslmode=verify-full", "verify-full"],
    ["postgres://db.example/rcpt?sslmode=verify-full&sslrootcert=system", "verify-full"],
    ["postgres://db.example/rcpt?sslrootcert=system", "verify-full"],
    [`postgres://db.example/rcpt?sslrootcert=${pem}`, "verify-full"],
    [`postgres://db.example/rcpt?sslmode=require&sslrootcert=${pem}`, "verify-ca"],
    [`postgres://db.example/rcpt?sslmode=verify-ca&sslrootcert=${pem}`, "verify-ca"],
    [`postgres://db.example/rcpt?sslmode=require&sslcert=${pem}&sslkey=${key}`, "require"],
    ["postgres://db.example/rcpt?sslmode=require&channel_binding=prefer&sslsni=1", "require"]
  ] as const)
    it(`${url.replace(/-----BEGIN.*?(?=&|$)/g, "…")} is ${mode}`, () => {
      assert.strictEqual(modeOf(url), mode)
      assert.notInstanceOf(parseDatabaseUrl(url), Expected)
    })
})

const refused: ReadonlyArray<readonly [query: string, why: RegExp]> = [
  ["sslmode=no-verify", /sslmode is one of disable, prefer, require, verify-ca, verify-full/],
  ["sslmode=allow", /sslmode is one of/],
  ["sslmode=", /sslmode is one of/],
  ["ssl=1", /sslmode in place of ssl/],
  ["ssl=no-verify", /sslmode in place of ssl/],
  ["ssl=true&sslmode=disable", /sslmode alone/],
  ["sslmode=disable&sslmode=require", /has sslmode once/],
  ["SSLMODE=require", /without SSLMODE=require, which is not supported/],
  ["tls=true", /without tls=true/],
  ["requiressl=1", /without requiressl=1/],
  ["gssencmode=require", /without gssencmode=require/],
  ["sslmode=require&channel_binding=require", /without channel_binding=require/],
  ["sslmode=verify-full&sslcrl=/etc/crl.pem", /without sslcrl/],
  ["sslmode=require&ssl_min_protocol_version=TLSv1.3", /without ssl_min_protocol_version/],
  ["sslmode=verify-ca", /certificates of the authority/],
  ["sslmode=verify-ca&sslrootcert=system", /certificates of the authority/],
  [`sslmode=disable&sslrootcert=${pem}`, /sslmode=verify-ca or verify-full where it has/],
  [`sslmode=prefer&sslrootcert=${pem}`, /sslmode=verify-ca or verify-full where it has/],
  ["sslrootcert=/nowhere/root.crt", /sslrootcert can be read \(ENOENT/],
  [`sslmode=require&sslcert=${pem}`, /sslcert and sslkey together/],
  [`sslmode=require&sslcert=${pem}&sslkey=${otherKey}`, /belong together \(.*mismatch/],
  ["sslmode=require&host=/run/postgresql", /a Unix socket is never encrypted/]
]

describe("A URL is refused with", () => {
  for (const [query, why] of refused)
    it(query.slice(0, 60), () => {
      const parsed = parseDatabaseUrl(`postgres://rcpt:s3cret@db.example/rcpt?${query}`)
      assert(parsed instanceof Expected)
      assert.match(parsed.what, why)
      assert.notInclude(parsed.what, "s3cret")
    })
})

describe("RCPT_DATABASE_CA", () => {
  const loaded = (env: Readonly<Record<string, string>>) =>
    Effect.map(load({}, env), ({ config }) => config.databaseUrl!)

  it.live("verifies the server, and its name, unless the URL says less", () =>
    Effect.gen(function* () {
      const file = join(yield* tempFolder(), "ca.pem")
      writeFileSync(file, server.cert)
      for (const [query, mode] of [
        ["", "verify-full"],
        ["?sslmode=require", "verify-ca"],
        ["?sslmode=verify-ca", "verify-ca"]
      ] as const) {
        const url = yield* loaded({
          RCPT_DATABASE_URL: `postgres://db.example/rcpt${query}`,
          RCPT_DATABASE_CA_FILE: file
        })
        assert.deepInclude(lineOf(url), { mode, ca: server.cert.trim() })
      }
    }).pipe(Effect.scoped)
  )

  it.live("is refused where it would have no effect", function* () {
    for (const [url, why] of [
      [{}, /RCPT_DATABASE_CA needs RCPT_DATABASE_URL/],
      [{ RCPT_DATABASE_URL: "postgres://db.example/?sslmode=prefer" }, /verify-ca or verify-full/],
      [{ RCPT_DATABASE_URL: `postgres://db.example/?sslrootcert=${pem}` }, /without sslrootcert/]
    ] as const) {
      const { message } = yield* Effect.flip(loaded({ ...url, RCPT_DATABASE_CA: server.cert }))
      assert.match(message, why)
    }
  })
})
