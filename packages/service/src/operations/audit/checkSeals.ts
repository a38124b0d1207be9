/** Grants and adjustments have seals, from the first that has one: what is given without one is forged. */
import { isOf, tagsOf } from "@rcpt/domain/creditsEvents"
import type { GivenEvent } from "@rcpt/domain/creditsEvents"
import type { AuditFinding, Broken } from "@rcpt/store/audit/AuditFinding"
import type { Checked } from "@rcpt/store/audit/readable"
import type { AuditInputs } from "@rcpt/store/audit/walkTree"
import { eventColumns, toEvent } from "@rcpt/store/readCommits"
import type { EventRow } from "@rcpt/store/readCommits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { isSealedBy } from "../../ledger/checkpoints/seals.ts"
import { creditsCodec } from "../../ledger/ledgerRows.ts"

/** Events per page; an event has some 300 octets. */
const pageMax = 2_000

interface Row extends EventRow {
  readonly idx: number
}

const pageAfter = (sql: SqlClient.SqlClient, commitId: bigint, idx: number) =>
  sql<Row>`
    select ${eventColumns(sql)}, e.idx from es.event e join es.commit c using (commit_id)
    where (e.commit_id, e.idx) > (${commitId}, ${idx})
      and e.type in ${sql.in(tagsOf("given"))}
    order by e.commit_id, e.idx limit ${sql.literal(String(pageMax))}`

const faultIn = (
  account: string,
  posting: GivenEvent,
  { verifiers = [] }: AuditInputs
): string | undefined => {
  if (posting.seal === undefined) return "none"
  const isKnown = verifiers.length === 0
  return isKnown || verifiers.some((verifier) => isSealedBy(account, posting, verifier))
    ? undefined
    : "a seal of another key, or of something else"
}

export const checkSeals = (inputs: AuditInputs): Checked<AuditFinding> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let [commitId, idx, examined] = [0n, 0, 0]
    let isSealing = false
    let broken: Broken | undefined
    while (true) {
      const rows = yield* pageAfter(sql, commitId, idx)
      for (const { idx: at, ...row } of rows) {
        ;[commitId, idx] = [row.commitId, at]
        const { stream, version, ...stored } = toEvent(row)
        const account = creditsCodec.idOf(stream)
        // The invariants find an event that cannot be decoded.
        const posting = account === undefined ? undefined : decodePosting(stored)
        if (account === undefined || posting === undefined) continue
        examined += 1
        isSealing ||= posting.seal !== undefined
        const found = isSealing ? faultIn(account, posting, inputs) : undefined
        if (found !== undefined)
          broken ??= { stream, version, commitId: Number(commitId), expected: "a seal", found }
      }
      if (rows.length < pageMax) break
    }
    const says = "Who gave credits had the key of the ledger, since the first sealed grant."
    return { id: "grants", says, examined, broken }
  })

const decodePosting = (
  stored: Parameters<typeof creditsCodec.decode>[0]
): GivenEvent | undefined => {
  try {
    const event = creditsCodec.decode(stored)
    return isOf("given", event) ? event : undefined
  } catch {
    return undefined
  }
}
