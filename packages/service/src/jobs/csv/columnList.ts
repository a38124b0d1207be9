/**
 * The list of the columns that a job appends, in Markdown: packages/docs/bulk-file-format.md. As a program it
 * writes that page: `node packages/cli/bin/run.mjs docs`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { table } from "@rcpt/docs/generate/markdown"
import { withTables } from "@rcpt/docs/generate/withTables"
import { flagColumns } from "@rcpt/domain/checkFlags"

import { resultNames } from "./resultColumns.ts"

export const columnListPath = join(
  import.meta.dirname,
  "../../../../../packages/docs/bulk-file-format.md"
)

const meanings: Readonly<Record<string, string>> = {
  verification_status: "`valid`, `risky`, `invalid` or `unknown`",
  verification_score: "0 to 100",
  sub_status: "the finding that decided; empty for `valid`",
  normalized_email: "the address in its canonical form, the same for all spellings",
  did_you_mean: "the address that was probably meant",
  ...Object.fromEntries(flagColumns.map(({ name, says }) => [name, says])),
  domain_age_days: "days",
  mx_provider: "the mail provider, if known",
  credits_used: "0 for a repeat",
  checked_at: "ISO 8601, UTC",
  recommendation: "`send`, `send_with_care`, `do_not_send` or `ask_again`",
  catch_all_confidence:
    "5 to 95: how likely the mailbox is real; only for [catch-all](catch-all.md) domains",
  smtp_status: "deep lists only: the mail server's answer",
  mailbox_exists: "deep lists only: `yes`, `no` or `unknown`"
}

const columnList = (): string =>
  table(
    ["column", "what is in it"],
    resultNames("deep", []).map((name) => [`\`${name}\``, meanings[name]!])
  )

/** The page with an up-to-date list. */
export const withColumnList = (page: string): string => withTables(page, { csvColumns: columnList })

if (import.meta.main)
  writeFileSync(columnListPath, withColumnList(readFileSync(columnListPath, "utf8")))
