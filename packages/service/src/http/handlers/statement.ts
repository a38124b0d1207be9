/** The statement of a month: its totals, lines, the digest of its file, and a checkpoint that covers it. */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { statementNotFound } from "@rcpt/api/Problem"
import { Clock, Effect } from "effect"
import { HttpServerResponse } from "effect/http"

import { profileOf } from "../../accounts/Accounts.ts"
import { checkpointCovering } from "../../ledger/checkpoints/proofs.ts"
import { statementPdf } from "../../views/ledger/statement/statementPdf.ts"
import { monthOf, Statements } from "../../views/ledger/statement/Statements.ts"

export const statementOf = Effect.fnUntraced(function* (month: string) {
  const { accountId } = yield* CurrentAccount
  const current = monthOf(yield* Clock.currentTimeMillis)
  if (month > current) return yield* Effect.fail(statementNotFound)
  const { read } = yield* Statements
  const { totals, lines, digest, lastSeq } = yield* read(accountId, month)
  const checkpoint = lastSeq === null ? undefined : yield* checkpointCovering(Number(lastSeq))
  return {
    month,
    is_over: month < current,
    totals,
    lines,
    csv_sha256: digest,
    ...(checkpoint && { checkpoint })
  }
})

/** The address of the person is only for those who are signed in, as in `GET /account`. */
export const statementPdfOf = Effect.fnUntraced(function* (month: string) {
  const { accountId, personId } = yield* CurrentAccount
  const statement = yield* statementOf(month)
  const profile = personId === undefined ? undefined : yield* profileOf(personId)
  const file = statementPdf(statement, { account: accountId, email: profile?.email })
  return HttpServerResponse.uint8Array(file, {
    contentType: "application/pdf",
    headers: {
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="statement-${month}.pdf"`
    }
  })
})
