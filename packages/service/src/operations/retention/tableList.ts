/**
 * The list of tables in Markdown, for operators: packages/service/TABLES.md. As a program it writes that
 * file: `node packages/cli/bin/run.mjs docs`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { table } from "@rcpt/docs/generate/markdown"
import { withTables } from "@rcpt/docs/generate/withTables"

import type { Alarm } from "./ledgerTableFacts.ts"
import { tableFacts } from "./tableFacts.ts"

export const tableListPath = join(import.meta.dirname, "../../../TABLES.md")

const alarms: Readonly<Record<Alarm, string>> = {
  overdue: "`db.retention` of `rcpt doctor`",
  audit: "`rcpt ledger verify`",
  disk: "space on the disk"
}

const heads = ["table", "what makes it grow", "when rows go", "owner", "what warns"]

const tableList = (): string =>
  table(
    heads,
    tableFacts.map(({ table, grows, kept, owner, alarm }) => [
      `\`${table.replace(/^public\./, "")}\``,
      grows,
      kept,
      `\`${owner}\``,
      alarms[alarm]
    ])
  )

/** The page with an up-to-date list. */
export const withTableList = (page: string): string => withTables(page, { tableList })

if (import.meta.main)
  writeFileSync(tableListPath, withTableList(readFileSync(tableListPath, "utf8")))
