/** The domain says what an event moves (postings.ts), and the database which postings there are. */
import { randomUUIDv7 } from "node:crypto"

import { ledgerAccounts, postingRules } from "@rcpt/domain/postings"
import type { LedgerAccount, PostingPair } from "@rcpt/domain/postings"
import { postingKinds } from "@rcpt/store/functions/tableFunctions"
import { SqlClient } from "effect/sql"

import { sqlLayer } from "../support/storeDatabase.ts"
import { assert, layer } from "../support/vitest.ts"

const [account, hold] = [randomUUIDv7(), randomUUIDv7()]

const owners: Partial<Record<LedgerAccount, string>> = {
  available: account,
  usage: account,
  hold
}
const nameOf = (kind: LedgerAccount) => ledgerAccounts[kind] + (owners[kind] ?? "")

/** A pair of accounts without a kind does not compile. */
const kindOf: Readonly<Record<PostingPair, string>> = postingKinds

layer(sqlLayer)("The postings that the journal has", (it) => {
  it.effect("are those of the domain's rules, by the same names", function* () {
    const sql = yield* SqlClient.SqlClient
    const said = new Set<unknown>()
    for (const { debit, credit } of Object.values(postingRules).flat()) {
      const names = { debit: nameOf(debit), credit: nameOf(credit) }
      const [row] = yield* sql<{ readonly kind: string | null }>`
          select kind, es.debit_of(kind, ${account}, ${hold}) as debit,
            es.credit_of(kind, ${account}, ${hold}) as credit
          from es.posting_kind_of(${names.debit}, ${names.credit}) as kind`
      const { kind, ...found } = row!
      assert.deepStrictEqual(found, names, `${debit} to ${credit}`)
      said.add(kind)
    }
    const kinds = yield* sql`select unnest(enum_range(null::es.posting_kind)) as kind`
    assert.deepStrictEqual(new Set(kinds.map(({ kind }) => kind)), said)
    assert.deepStrictEqual(new Set(Object.values(kindOf)), said)
  })
})
