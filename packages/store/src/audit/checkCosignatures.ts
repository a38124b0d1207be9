/** Checks that each co-signature names its key, and that those of known witnesses sign their checkpoint. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { Verifier } from "../tree/checkpoint.ts"
import { cosignedAt, isOf } from "../tree/cosignature.ts"
import type { AuditFinding, Broken } from "./AuditFinding.ts"
import { readable } from "./readable.ts"
import type { Checked } from "./readable.ts"

/** Checkpoints per page, with a line for each witness. */
const pageMax = 1_000

const says = "Witnesses have signed the checkpoints that they stand by."

interface Row {
  readonly size: bigint
  readonly name: string
  readonly keyId: Uint8Array
  readonly line: string
  /** Null: there is no such checkpoint. */
  readonly note: string | null
}

const faultIn = (
  { size, name, keyId, line, note }: Row,
  witnesses: ReadonlyArray<Verifier>
): Broken | undefined => {
  const witness = witnesses.find((one) => one.name === name && one.keyId.equals(keyId))
  const isRight =
    isOf(line, { name, keyId }) &&
    note !== null &&
    (witness === undefined || cosignedAt(line, note, witness) !== undefined)
  return isRight
    ? undefined
    : { seq: Number(size), expected: `a co-signature of ${name}`, found: JSON.stringify(line) }
}

const pageAfter = (sql: SqlClient.SqlClient, size: bigint) =>
  sql<Row>`
    select c.size, c.name, c.key_id as "keyId", c.line, p.note
    from es.cosignature c left join es.checkpoint p using (size)
    where c.size in (
      select distinct size from es.cosignature where size > ${size}
      order by size limit ${sql.literal(String(pageMax))}
    ) order by c.size, c.name, c.key_id`

const walk = (witnesses: ReadonlyArray<Verifier>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let broken: Broken | undefined
    let [size, examined] = [0n, 0]
    while (true) {
      const rows = yield* pageAfter(sql, size)
      if (rows.length === 0) return { examined, broken }
      for (const row of rows) broken ??= faultIn(row, witnesses)
      examined += rows.length
      size = rows.at(-1)!.size
    }
  })

export const checkCosignatures = (witnesses: ReadonlyArray<Verifier> = []): Checked<AuditFinding> =>
  Effect.map(readable(walk(witnesses)), (answer) => ({
    id: "cosigned",
    says,
    ...(answer._tag === "Read" ? answer.value : { broken: answer.broken })
  }))
