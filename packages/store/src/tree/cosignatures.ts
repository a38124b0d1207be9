/** Co-signatures of checkpoints as they are kept: rows of `es.cosignature`, in no note that was signed. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { SignedCheckpoint } from "./certify.ts"
import type { Verifier } from "./checkpoint.ts"

type Asked<A> = Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>

/** One of each witness is kept for a checkpoint: the first. */
export const keepCosignature = (size: number, { name, keyId }: Verifier, line: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into es.cosignature (size, name, key_id, line)
      values (${size}, ${name}, ${keyId}, ${line}) on conflict do nothing`
  ).pipe(Effect.asVoid)

/** Of the newest checkpoint that the witness has signed; 0: none. */
export const cosignedSize = ({ name, keyId }: Verifier): Asked<number> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly size: bigint }>`
      select coalesce(max(size), 0) as size from es.cosignature
      where name = ${name} and key_id = ${keyId}`
  ).pipe(Effect.map(([row]) => Number(row!.size)))

/** The same checkpoints, with what witnesses have added to their notes. */
export const withCosignatures = (
  checkpoints: ReadonlyArray<SignedCheckpoint>
): Asked<ReadonlyArray<SignedCheckpoint>> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly size: bigint; readonly lines: string }>`
      select size, string_agg(line || E'\\n', '' order by name, key_id) as lines
      from es.cosignature where size = any (${checkpoints.map(({ size }) => size)}::bigint[])
      group by size`
  ).pipe(
    Effect.map((rows) => {
      const lines = new Map(rows.map((row) => [Number(row.size), row.lines]))
      return checkpoints.map((one) => ({ ...one, note: one.note + (lines.get(one.size) ?? "") }))
    })
  )
