/**
 * Compares the tables, their constraints and triggers and the store's functions with what the migrations
 * make (`catalogue.json`, which a test writes). Nobody could tell afterwards what was done to rows while
 * their guards were away, so a missing guard is a finding of its own.
 */
import type { AuditFinding, Broken } from "@rcpt/store/audit/AuditFinding"
import { areCurrent, StoreMigrations } from "@rcpt/store/migrate"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import { ServiceMigrations } from "../../../platform/migrate.ts"
import list from "./catalogue.json" with { type: "json" }
import { describeCatalogue } from "./describeCatalogue.ts"
import type { Catalogue } from "./describeCatalogue.ts"

/** The list of guards. It has the first partition of each table. */
const listed: Catalogue = list

type Checked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

/** Whether every release has this guard: rows of these tables are never changed. */
const isAlways = (key: string): boolean => / trigger append_only$|^es\.refuse_change/.test(key)

/**
 * Kinds of objects that change the meaning of statements and that no migration has made. An additional index or table
 * does not.
 */
const meddles = / (?:trigger|rule|policy|child|setting) /

const tableOf = (key: string): string => `${key.slice(0, key.indexOf(" "))} table`

/** Names later partitions, as in `es.event child es.event_50000000`; the first is in the list. */
const laterPartition = /^es\.(\w+) child es\.(\1_[1-9]\d*)$/

/** The list with the partitions that were made since: they have the guards of the first. */
const withPartitions = (found: Catalogue): Catalogue => {
  const all = Object.entries(listed)
  for (const key of Object.keys(found)) {
    const [, table, partition] = laterPartition.exec(key) ?? []
    if (table === undefined || listed[`es.${table} child es.${table}_0`] === undefined) continue
    const first = new RegExp(`\\b${table}_0(?!\\d)`, "g")
    for (const [name, value] of Object.entries(listed))
      if (name.search(first) !== -1)
        all.push([name.replaceAll(first, partition!), value.replaceAll(first, partition!)])
  }
  return Object.fromEntries(all)
}

const brokenIn = (found: Catalogue, expected: Catalogue, wanted: Catalogue): Broken | undefined => {
  for (const [key, value] of Object.entries(wanted))
    if (found[key] !== value) return { expected: `${key}: ${value}`, found: found[key] ?? "none" }
  const own = (key: string) => Object.hasOwn(expected, tableOf(key)) || key.startsWith("role ")
  const added = Object.keys(found).find(
    (key) => meddles.test(key) && own(key) && !Object.hasOwn(expected, key)
  )
  if (added === undefined) return undefined
  return { expected: "only what the migrations made", found: `${added}: ${found[added]}` }
}

/** Another release has other tables or functions, so only guards that every release has are compared. */
const isOfThisRelease: Checked<boolean> = Effect.gen(function* () {
  return (
    (yield* areCurrent(yield* StoreMigrations)) && (yield* areCurrent(yield* ServiceMigrations))
  )
})

export const checkCatalogue: Checked<AuditFinding> = Effect.gen(function* () {
  const found = yield* describeCatalogue
  const expected = withPartitions(found)
  const isOurs = yield* isOfThisRelease
  const wanted = Object.entries(expected).filter(
    ([key]) => isOurs || (isAlways(key) && Object.hasOwn(found, tableOf(key)))
  )
  return {
    id: "catalogue",
    says: "Tables have the guards that the migrations gave them, and no others.",
    examined: wanted.length,
    broken: brokenIn(found, expected, Object.fromEntries(wanted))
  }
})
