/** `rcpt ledger drill` on the database of a service that has worked: what an auditor runs and sees. */
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { verifyProof } from "../../packages/store/verifier/verifyProof.ts"
import { asSuperuser, freshDatabase } from "../support/freshDatabase.ts"
import { python } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

class TheUrl extends Context.Service<TheUrl, string>()("test/TheUrl") {}

const seed = Buffer.alloc(32, 7).toString("base64")

/** Checks that were charged, in a ledger that is signed. */
const world = Layer.effect(
  TheUrl,
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    const env = { RCPT_LEDGER_KEY: seed, RCPT_CHECKPOINT_EVERY: "1s" }
    yield* service.start({ lab: true, databaseUrl: url, env }).pipe(
      Effect.flatMap(({ get }) =>
        Effect.forEach(["ann@acme.test", "bob@acme.test"], (email) =>
          get(`/api/v1/verify?email=${email}&mode=fast`)
        )
      ),
      Effect.scoped
    )
    return url
  })
)

const drill = (url: string, ...args: ReadonlyArray<string>) =>
  rcpt(["ledger", "drill", ...args], { RCPT_DATABASE_URL: url, RCPT_LEDGER_KEY: seed })

const onDatabase = <A>(
  url: string,
  work: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>
) =>
  Effect.flatMap(SqlClient.SqlClient, work).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(asSuperuser(url)), maxConnections: 1 }))
  )

/** Every row of the facts, as one hash. */
const factsOf = (url: string) =>
  onDatabase(url, (sql) =>
    sql.unsafe(`select (select md5(string_agg(e::text, '' order by commit_id, idx)) from es.event e) as events,
      (select md5(string_agg(a::text, '' order by account_id)) from es.account a) as accounts,
      (select md5(string_agg(h::text, '' order by hold_id)) from es.hold h) as holds,
      (select md5(string_agg(c::text, '' order by size)) from es.checkpoint c) as checkpoints`)
  )

const verifierFolder = join(import.meta.dirname, "../../packages/store/verifier")

/** What both independent programs say of a proof: whether it is proven. */
const isProven = (file: string, key: string): ReadonlyArray<boolean> => {
  const inTypeScript = () => {
    try {
      verifyProof(JSON.parse(readFileSync(file, "utf8")), key)
      return true
    } catch {
      return false
    }
  }
  const inPython = () =>
    spawnSync("python3", [join(verifierFolder, "verify_proof.py"), file, key]).status === 0
  return [inTypeScript(), ...(python ? [inPython()] : [])]
}

/** The changes that no database shows by itself, and of the changed entries those that it still proves. */
const [onlyOutside, stillProven] = [3, 0]

layer(world, service.live)("rcpt ledger drill", (it) => {
  it.effect("finds each of 24 changes of a copy, and leaves the database as it is", () =>
    Effect.gen(function* () {
      const url = yield* TheUrl
      const facts = yield* factsOf(url)
      const folder = join(yield* tempFolder(), "proofs")
      const { code, stdout, stderr } = yield* drill(url, "--proofs", folder)
      assert.strictEqual(code, 0, stdout + stderr)
      assert.match(
        stdout,
        /\n\n24 of 24 found: 21 in the database alone, 3 by a checkpoint kept outside of it\.\n$/
      )
      assert.strictEqual(stdout.match(/^[ \d]\d {2}found /gm)?.length, 24)
      assert.strictEqual(stdout.match(/The database alone passes/g)?.length, onlyOutside)
      for (const line of stdout.split("\n")) assert.isAtMost(line.length, 80, line)
      const text = stdout.replaceAll(/\s+/g, " ")
      assert.match(
        text,
        /1 found An entry was rewritten\. chain: stream ledger-[0-9a-f-]+, version \d+, commit/
      )
      assert.deepStrictEqual(yield* factsOf(url), facts)

      const key = readFileSync(join(folder, "key.txt"), "utf8").trim()
      const before = readdirSync(folder).filter((name) => name.endsWith("-before.json"))
      assert.isAtLeast(before.length, 9)
      const proven = before
        .map((name) => join(folder, name.replace("before", "after")))
        .filter((after) => existsSync(after) && isProven(after, key).some((is) => is))
      for (const name of before) assert.notInclude(isProven(join(folder, name), key), false, name)
      assert.strictEqual(proven.length, stillProven, proven.join())
    }).pipe(Effect.scoped)
  )

  it.effect("changes nothing of a ledger that does not pass as it is", () =>
    Effect.gen(function* () {
      const url = yield* TheUrl
      const file = join(yield* tempFolder(), "raised.rcpt-backup")
      yield* onDatabase(url, (sql) => sql`update es.account set available = available + 1`)
      const made = yield* rcpt(["backup", "-o", file], {
        RCPT_DATABASE_URL: url,
        RCPT_LEDGER_KEY: seed
      })
      assert.strictEqual(made.code, 0, made.stderr)
      const { code, stdout } = yield* drill("postgres://rcpt@127.0.0.1:1/none", file)
      assert.strictEqual(code, 1, stdout)
      assert.match(stdout, /^The ledger does not pass before anything is changed:\nI1: /)
      assert.notInclude(stdout, "found:")
    }).pipe(Effect.scoped)
  )

  it.effect("says what is missing where there is no database, no backup, or no key of it", () =>
    Effect.gen(function* () {
      const away = yield* drill("postgres://rcpt@127.0.0.1:1/none")
      assert.strictEqual(away.code, 69)
      assert.match(away.stderr, /^The database cannot be reached/)
      const none = yield* drill("postgres://rcpt@127.0.0.1:1/none", "/none.rcpt-backup")
      assert.strictEqual(none.code, 69)
      assert.match(none.stderr, /none\.rcpt-backup/)
      const file = join(yield* tempFolder(), "unknown.rcpt-backup")
      const database = { RCPT_DATABASE_URL: yield* TheUrl }
      assert.strictEqual((yield* rcpt(["backup", "-o", file], database)).code, 0)
      // The data folder of the run may have the key of another service.
      const env = { ...database, RCPT_DATA_DIR: yield* tempFolder() }
      const unknown = yield* rcpt(["ledger", "drill", file], env)
      assert.strictEqual(unknown.code, 64)
      assert.match(unknown.stderr, /^The backup does not say which key signs its ledger: set /)
    }).pipe(Effect.scoped)
  )
})
