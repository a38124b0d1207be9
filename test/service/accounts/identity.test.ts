import { randomBytes } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import { identityColumn, identityOf, storedForm } from "@rcpt/service/platform/identityOf"
import { migrate, migrateUpTo } from "@rcpt/service/platform/migrate"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { emptyDatabase } from "../../support/freshDatabase.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it, layer } from "../../support/vitest.ts"
import { sqlOf } from "./keysWorld.ts"
import { invite, openTeam } from "./people/peopleWorld.ts"
import { env, openPerson, paths, post, signIn, tryToSignIn } from "./sessions/sessionWorld.ts"

/** Letters that some rule folds into letters of ASCII, or that have another case. */
const foldable = Array.from({ length: 0x1_ffff }, (_, code) => code + 1)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))
  .filter((char) => char.toLowerCase() !== char || char.toUpperCase() !== char)

const on = <A, E>(url: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(effect, PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }), {
    local: true
  })

describe("The normal form of an account's address", () => {
  it("folds the letters of ASCII, and beyond them only those of a domain", () => {
    for (const [email, expected] of [
      [" Ann@Acme.TEST ", "ann@acme.test"],
      ["J\u00D6RG@acme.test", "j\u00D6rg@acme.test"],
      ["jo\u0308rg@acme.test", "j\u00F6rg@acme.test"],
      ["v\u0130vi@acme.test", "v\u0130vi@acme.test"],
      ["\u017Fam@acme.test", "\u017Fam@acme.test"],
      ["ann@B\u00DCCHER.test", "ann@b\u00FCcher.test"],
      ["\u212Aim@acme.test", "kim@acme.test"],
      ["no address", "no address"],
      ["", ""]
    ] as const)
      assert.strictEqual(identityOf(email), expected, email)
    for (const email of foldable.map((char) => `${char}@${char}.Test`)) {
      assert.strictEqual(identityOf(identityOf(email)), identityOf(email), email)
      assert.strictEqual(identityOf(storedForm(email)), identityOf(email), email)
    }
  })

  it.live("is the same in the database, for each letter that has another case", () =>
    Effect.gen(function* () {
      const emails = foldable.map((char) => storedForm(`Ann${char}@${char}.Test`))
      const different = yield* on(
        yield* emptyDatabase(),
        SqlClient.SqlClient.use((sql) =>
          Effect.gen(function* () {
            yield* sql.unsafe(`create temporary table t (email text, identity ${identityColumn})`)
            yield* sql`insert into t select unnest(${emails}::text[])`
            return yield* sql`
              select email, identity, expected from t join unnest(${emails}::text[], ${emails.map(identityOf)}::text[])
                as o (email, expected) using (email) where identity <> expected`
          })
        )
      )
      assert.deepStrictEqual(different, [])
      assert.isAbove(emails.length, 2_500)
    }).pipe(Effect.scoped)
  )
})

const name = () => `vivi.iris.${randomBytes(4).toString("hex")}`

/** The 2^n spellings by letters that a database might fold. */
const spellings = (local: string): ReadonlyArray<string> =>
  local.startsWith("vivi")
    ? ["vivi", "v\u0130vi", "viv\u0130", "v\u0130v\u0130"].map((v) => v + local.slice(4))
    : [local]

layer(service.layer({ env: { ...env, RCPT_SIGNUP: "open" } }), service.live)("An address", (it) => {
  it.effect(
    "with letters of other alphabets is that of nobody else, wherever it is entered",
    function* () {
      const running = yield* service.Service
      const local = name()
      const person = { email: `${local}@acme.test`, password: "a phrase that is long" }
      const signedUp = yield* post(running, paths.signUp, person, {
        headers: { "x-forwarded-for": "203.0.113.1" }
      })
      assert.strictEqual(signedUp.status, 200, signedUp.text)
      for (const spelled of spellings(local).slice(1)) {
        const other = { ...person, email: `${spelled}@acme.test` }
        assert.strictEqual((yield* tryToSignIn(running, other)).status, 401, spelled)
      }
      yield* signIn(running, { ...person, email: ` ${local.toUpperCase()}@ACME.test ` })
      // The other one can be somebody else's.
      const other = {
        email: `v\u0130${local.slice(2)}@acme.test`,
        password: "another long phrase"
      }
      yield* post(running, paths.signUp, other, {
        headers: { "x-forwarded-for": "203.0.113.1" }
      })
      yield* signIn(running, other)
      yield* signIn(running, person)
    }
  )

  it.effect(
    "is tried as often as the limit allows in all spellings together that are the same",
    function* () {
      const running = yield* service.Service
      const { email } = yield* openPerson(running)
      const statuses: Array<number> = []
      for (let tried = 0; tried <= keyedLimits.signInAccount.burst; tried++) {
        const spelled = Array.from(email)
          .map((char, at) => ((tried >> at) & 1 ? char.toUpperCase() : char))
          .join("")
        statuses.push((yield* tryToSignIn(running, { email: spelled, password: "wrong" })).status)
      }
      assert.deepStrictEqual(statuses, [
        ...Array.from({ length: keyedLimits.signInAccount.burst }, () => 401),
        429
      ])
    }
  )

  it.effect("is invited once, whatever its case, and not for a look-alike", function* () {
    const running = yield* service.Service
    const { cookie } = yield* openTeam(running)
    const local = name()
    const first = yield* invite(running, cookie, { email: `${local}@acme.test` })
    yield* invite(running, cookie, { email: `v\u0130${local.slice(2)}@acme.test` })
    const again = yield* invite(running, cookie, { email: `${local.toUpperCase()}@acme.test` })
    const rows = yield* SqlClient.SqlClient.use(
      (sql) => sql<{ readonly id: string }>`
            select invitation_id as id from invitation where identity like ${`%${local.slice(4)}@acme.test`}`
    ).pipe(Effect.provide(sqlOf(running)))
    assert.strictEqual(rows.length, 2)
    assert.notInclude(
      rows.map(({ id }) => id),
      first.id
    )
    assert.include(
      rows.map(({ id }) => id),
      again.id
    )
  })
})

const two = {
  a: "01890a5d-ac96-774b-bcce-b302099a8057",
  b: "01890a5d-ac96-774b-bcce-b302099a8058"
}

/** As the release before has stored it. */
const person = (id: string, email: string) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.andThen(
      sql`insert into account (account_id, owner, address_key) values (${id}, false, ${Buffer.alloc(32)})`,
      sql`insert into person (person_id, account_id, role, email, password_hash) values (${id}, ${id}, 'manager', ${email}, '-')`
    )
  )

describe("The migration to it", () => {
  it.live(
    "refuses where two people would become one, names both, and goes on once they are two",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase()
        yield* on(url, Effect.andThen(migrateStore, migrateUpTo(8)))
        yield* on(url, person(two.a, "j\u00F6rg@acme.test"))
        yield* on(url, person(two.b, "Jo\u0308rg@acme.test"))
        const refused = yield* Effect.flip(on(url, migrate))
        assert.strictEqual(
          refused.message,
          `The emails of j\u00F6rg@acme.test (person ${two.a}) and J\u00F6rg@acme.test (person ${two.b}) are two spellings of one ` +
            "address, with which one person can sign in. Nothing was changed. Change one of them, then start again: " +
            `update person set email = '…' where person_id = '${two.b}'.`
        )
        const all = SqlClient.SqlClient.use((sql) => sql`select * from person order by person_id`)
        const before = yield* on(url, all)
        assert.deepInclude(before[1], { email: "Jo\u0308rg@acme.test" })
        assert.notProperty(before[1], "identity")

        yield* on(
          url,
          SqlClient.SqlClient.use(
            (sql) =>
              sql`update person set email = 'J\u006F\u0308@acme.test' where person_id = ${two.b}`
          )
        )
        yield* on(url, migrate)
        const after = yield* on(url, all)
        assert.deepInclude(after[0], {
          email: "j\u00F6rg@acme.test",
          identity: "j\u00F6rg@acme.test"
        })
        assert.deepInclude(after[1], { email: "J\u00F6@acme.test", identity: "j\u00F6@acme.test" })
      }).pipe(Effect.scoped)
  )
})
