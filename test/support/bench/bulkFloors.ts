/** The rates of a bulk job's parts alone, measured in the same run as the job. */
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

import { PgClient } from "@effect/sql-pg"
import { packRow } from "@rcpt/service/jobs/csv/ResultRow"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { parse } from "csv-parse"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { durableDatabase } from "./durableDatabase.ts"
import { elapsed } from "./measure.ts"

const millisPerSecond = 1_000
const chunkRows = 1_000
const verifiedAtOnce = 128

/** Ten addresses per domain of the lab. */
export const addresses = (rows: number): ReadonlyArray<string> =>
  Array.from({ length: rows }, (_, row) => {
    const domain = String(1 + (row % (rows / 10))).padStart(5, "0")
    return `ann.lee.${row}@d${domain}.lab.test`
  })

export const csvOf = (rows: number) => `email\n${addresses(rows).join("\n")}\n`

/** Parsing the same file, in rows per second. */
export const parseAlone = Effect.fnUntraced(function* (rows: number) {
  const file = Buffer.from(csvOf(rows))
  const parsed = Effect.promise(() => pipeline(Readable.from([file]), parse(), drain))
  const { millis } = yield* elapsed(parsed)
  return (rows * millisPerSecond) / millis
})

const drain = async (records: AsyncIterable<unknown>) => {
  for await (const record of records) void record
}

/** Verifying the same addresses without storing the results, in rows per second. */
export const verifierAlone = (dnsServer: string, rows: number) => {
  const verifyAll = Effect.gen(function* () {
    const verifier = yield* Verifier
    yield* Effect.forEach(addresses(rows), (email) => verifier.verify(email, { context: false }), {
      concurrency: verifiedAtOnce,
      discard: true
    })
  })
  const layers = Verifier.layer({ unsafeNetworks: ["127.0.0.0/8"] }).pipe(
    Layer.provide(Lists.layer),
    Layer.provide(Resolver.layer({ servers: [dnsServer] }))
  )
  return Effect.map(
    elapsed(Effect.provide(verifyAll, layers)),
    ({ millis }) => (rows * millisPerSecond) / millis
  )
}

const packed = packRow({
  status: "valid",
  score: 95,
  normalizedEmail: "ann.lee@d00001.lab.test",
  is_disposable: false,
  has_mx: true,
  has_spf: true,
  creditsUsed: 1,
  checkedAt: "2026-11-21T00:00:00.000Z"
})

/** Inserting as many results into an unused table, a thousand per commit, in rows per second. */
export const insertAlone = Effect.fnUntraced(function* (rows: number) {
  const client = PgClient.layer({ url: Redacted.make(yield* durableDatabase), maxConnections: 1 })
  return yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`create table result (row_no int primary key, result text not null)`
    const { millis } = yield* elapsed(
      Effect.forEach(
        Array.from({ length: rows / chunkRows }, (_, chunk) => chunk),
        (chunk) => sql`
          insert into result select row_no + ${chunk * chunkRows}::int, result from
            unnest(${Array.from({ length: chunkRows }, (_, row) => row)}::int[],
              ${Array.from({ length: chunkRows }, () => packed)}::text[]) as t (row_no, result)`,
        { discard: true }
      )
    )
    return (rows * millisPerSecond) / millis
  }).pipe(Effect.provide(client))
})
