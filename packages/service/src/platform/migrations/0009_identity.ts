/**
 * Addresses of people get one normal form (platform/identityOf.ts), in place of what the database's `lower` makes of
 * letters. Where two people would become one, nothing is changed, and the operator is told of both.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { identityColumn, storedForm } from "../identityOf.ts"
import { StartRefused } from "../StartRefused.ts"

interface Row {
  readonly id: string
  readonly email: string
}

/** Tables with the address of a person, and the id of their rows. */
const tables = {
  person: "person_id",
  invitation: "invitation_id",
  sign_up: "hash",
  mail_outbox: "mail_id"
}

/** Few addresses have anything but visible ASCII, and only those may be stored in another form. */
const restore = (table: string, id: string) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function* () {
      const rows = yield* sql<Row>`
        select ${sql(id)}::text as id, email from ${sql(table)} where email ~ '[^!-~]'`
      for (const { id: one, email } of rows)
        if (storedForm(email) !== email)
          yield* sql`
            update ${sql(table)} set email = ${storedForm(email)} where ${sql(id)}::text = ${one}`
    })
  )

interface Pair {
  readonly emails: ReadonlyArray<string>
  readonly ids: ReadonlyArray<string>
}

const refuseOneOfTwo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [pair] = yield* sql<Pair>`
    select array_agg(email order by joined_at, person_id) as emails,
      array_agg(person_id::text order by joined_at, person_id) as ids
    from person group by identity having count(*) > 1 order by min(person_id::text) limit 1`
  if (pair === undefined) return
  const people = pair.ids.map((id, at) => `${pair.emails[at]} (person ${id})`)
  return yield* new StartRefused({
    sentence:
      `The emails of ${people.join(" and ")} are two spellings of one address, with which one person can sign in. ` +
      "Nothing was changed. Change one of them, then start again: " +
      `update person set email = '…' where person_id = '${pair.ids.at(-1)}'.`
  })
})

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop index person_email_any_case`
  for (const [table, id] of Object.entries(tables)) {
    yield* restore(table, id)
    yield* sql.unsafe(`alter table ${table} add column identity ${identityColumn}`)
    // As of the address itself: Postgres would keep samples beyond the life of the rows.
    yield* sql.unsafe(`alter table ${table} alter identity set statistics 0`)
  }
  yield* refuseOneOfTwo
  yield* sql`create unique index person_identity on person (identity)`
  yield* sql`create index sign_up_identity on sign_up (identity, created_at)`
  yield* sql`drop index sign_up_email_any_case, mail_outbox_open, mail_outbox_email`
  yield* sql`
    create unique index mail_outbox_open on mail_outbox (account_id, kind, identity) where is_open`
  yield* sql`create index mail_outbox_identity on mail_outbox (identity, created_at)`
})
