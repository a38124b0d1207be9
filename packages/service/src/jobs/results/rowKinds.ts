/**
 * Counts the rows of a finished job by all that decides what to do with them: their recommendation, and whether deep
 * mode may tell more. The facets do not have the answers of mail servers, so the results themselves are read.
 */
import { concealingProviders } from "@rcpt/api/concealingProviders"
import type { SmtpReason } from "@rcpt/domain/Smtp"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { packedAt } from "../csv/ResultRow.ts"
import type { ResultRow } from "../csv/ResultRow.ts"

/** The fields of a row that decide. */
export type RowKind = Pick<
  ResultRow,
  "status" | "subStatus" | "smtpStatus" | "smtpReason" | "mxProvider" | "normalizedEmail"
>

/** Reasons why no conversation ran, which hold the next time, too. */
const lasting: ReadonlySet<SmtpReason> = new Set([
  "smtp_not_required",
  "smtp_no_mx",
  "smtp_invalid_syntax",
  "smtp_smtputf8",
  "smtp_unsafe_mx"
])

/** The local part of a canonical address, whose domain is in A-labels. */
const isAscii = (email: string): boolean => /^\p{ASCII}*$/u.test(email)

/** Whether a mail server may still tell if the mailbox exists: none was asked, or it gave no answer. */
export const isProvable = ({
  status,
  subStatus,
  smtpStatus,
  smtpReason,
  mxProvider,
  normalizedEmail
}: RowKind): boolean => {
  const isOpen =
    (status === "valid" && smtpStatus === undefined) || subStatus === "mailbox_unverified"
  if (!isOpen || concealingProviders.has(mxProvider)) return false
  if (smtpReason !== undefined && lasting.has(smtpReason)) return false
  // An erased row has no address any more. SMTPUTF8 is not negotiated (`smtp_smtputf8`).
  return normalizedEmail !== undefined && isAscii(normalizedEmail)
}

/** Rows: these take Postgres a second on a loaded machine of two cores (measured 2026-11), and a page waits. */
export const countedRowsMax = 100_000

export interface CountedKind extends RowKind {
  readonly addresses: number
  /** With repeats. */
  readonly rows: number
}

type Selected = Pick<CountedKind, "addresses" | "rows"> & {
  readonly [Field in keyof RowKind]: RowKind[Field] | null
}

const definedOf = ({ addresses, rows, ...kind }: Selected): CountedKind => ({
  addresses,
  rows,
  ...(Object.fromEntries(
    Object.entries(kind).filter(([, value]) => value !== null)
  ) as unknown as RowKind)
})

/** One of each kind. `normalizedEmail` is that of any of its rows: all of them are ASCII, or none is. */
export const countKinds = (job: string) =>
  SqlClient.SqlClient.use((sql) => {
    const value = (name: Parameters<typeof packedAt>[0]) =>
      sql.literal(`packed ->> ${packedAt(name)}`)
    const email = value("normalizedEmail")
    // "offset 0": each result is parsed once, and not for each of its values.
    return sql<Selected>`
      select status, sub_status as "subStatus", ${value("smtpStatus")} as "smtpStatus",
        ${value("smtpReason")} as "smtpReason", ${value("mxProvider")} as "mxProvider",
        min(${email}) as "normalizedEmail", count(*)::int as addresses,
        sum(1 + coalesce(repeats, 0))::int as rows
      from (
        select job_id, row_no, status, sub_status, result::jsonb as packed
        from job_result where job_id = ${job} offset 0
      ) r left join job_repeat p on p.job_id = r.job_id and first_row = row_no
      group by 1, 2, 3, 4, 5, octet_length(${email}) = length(${email})`
  }).pipe(
    Effect.map((kinds) => kinds.map(definedOf)),
    Effect.orDie
  )
