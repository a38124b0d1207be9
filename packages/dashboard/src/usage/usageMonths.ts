/** The months of the usage, and the credits that the ledger charged in each. */
import type { Usage } from "@rcpt/api/Account"
import type { LedgerStatements } from "@rcpt/api/LedgerStatement"

/** `2026-11` */
export const monthOf = ({ year, month }: Pick<Usage, "year" | "month">): string =>
  `${year}-${String(month).padStart(2, "0")}`

/** By month; `undefined`: not loaded yet. */
export type CreditsByMonth = ReadonlyMap<string, number> | undefined

export const creditsByMonth = (statements: LedgerStatements | undefined): CreditsByMonth =>
  statements && new Map(statements.statements.map(({ month, totals }) => [month, totals.charged]))

/** A month without checks and charges says nothing. */
export const isUsed = (usage: Usage, credits: CreditsByMonth): boolean =>
  usage.total_checks > 0 || (credits?.get(monthOf(usage)) ?? 0) > 0
