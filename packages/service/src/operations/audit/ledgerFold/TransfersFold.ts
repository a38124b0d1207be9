/**
 * Transfers beside the events that they follow from, commit by commit (I5), and what they add up to beside
 * the rows of the accounts (I4).
 */
import { ledgerAccounts, postingOf } from "@rcpt/domain/postings"
import type { Posting } from "@rcpt/domain/postings"
import { pagesOf } from "@rcpt/store/audit/pages"
import type { Checked } from "@rcpt/store/audit/readable"
import { Effect } from "effect"

import type { BillingFact } from "../../../views/billingEvents.ts"
import type { AuditedCommit } from "../AuditedEvent.ts"
import { Feed } from "./Feed.ts"

interface TransferRow {
  readonly commitId: bigint
  readonly idx: number
  readonly eventIdx: number
  readonly debit: string
  readonly credit: string
  readonly amount: bigint
  readonly holdId: string | null
}

const transfers = pagesOf<TransferRow>(
  "rcpt_audit_transfers",
  `select commit_id as "commitId", idx, event_idx as "eventIdx", debit, credit, amount, hold_id as "holdId"
  from es.transfer order by commit_id, idx`
)

interface AccountRow {
  readonly account: string
  readonly available: bigint
}

const accounts = pagesOf<AccountRow>(
  "rcpt_audit_accounts",
  "select account_id as account, available from es.account"
)

const expectedOf = (fact: BillingFact | undefined): Posting | undefined => {
  if (fact?.of === "account") return postingOf(fact.id, fact.event)
  const isCharge = fact?.of === "job" && fact.event._tag === "ChunkSettled"
  return isCharge ? postingOf(fact.event.accountId, fact.event) : undefined
}

const isSame = (row: TransferRow, { debit, credit, amount, holdId }: Posting): boolean =>
  row.debit === debit &&
  row.credit === credit &&
  row.holdId === holdId &&
  Number(row.amount) === amount

export class TransfersFold {
  readonly #transfers = new Feed(transfers)
  readonly #accounts = new Feed(accounts)
  /** By the names of ledger accounts, available credits alone. */
  readonly #balances = new Map<string, number>()

  get ahead(): Checked<void> {
    return this.#transfers.ahead
  }

  /** Whether they are what these commits say, which come after those before. */
  read(commits: ReadonlyArray<AuditedCommit>): Checked<boolean> {
    const last = commits.at(-1)!.commitId
    return Effect.map(
      this.#transfers.until(({ commitId }) => commitId > last),
      (unreadable) => unreadable === undefined && commits.every((commit) => this.#isOf(commit))
    )
  }

  /** Whether there are no others, and the accounts have what these add up to. */
  get finish(): Checked<boolean> {
    return Effect.gen({ self: this }, function* () {
      if (!(yield* this.#transfers.isAtEnd)) return false
      while (true) {
        if (yield* this.#accounts.isAtEnd) return this.#balances.size === 0
        const row = this.#accounts.first
        if (row === undefined) return false
        const name = ledgerAccounts.available + row.account
        if (this.#balances.get(name) !== Number(row.available)) return false
        this.#balances.delete(name)
        this.#accounts.take()
      }
    })
  }

  #isOf({ commitId, events, isWhole }: AuditedCommit): boolean {
    const byEvent: Array<TransferRow | undefined> = []
    let left = 0
    for (let row = this.#transfers.first; row !== undefined; row = this.#transfers.first) {
      if (row.commitId > commitId) break
      left++
      // Also where an earlier commit has it, whose events were all explained.
      if (Number(row.commitId) !== commitId || row.idx !== left) return false
      if (byEvent[row.eventIdx] !== undefined) return false
      byEvent[row.eventIdx] = row
      this.#transfers.take()
    }
    for (const [index, { fact }] of events.entries()) {
      const expected = expectedOf(fact)
      if (expected === undefined) continue
      const row = byEvent[index + 1]
      if (row === undefined || !isSame(row, expected)) return false
      this.#move(expected)
      left--
    }
    return isWhole && left === 0
  }

  #move({ debit, credit, amount }: Posting): void {
    this.#add(debit, -amount)
    this.#add(credit, amount)
  }

  #add(name: string, amount: number): void {
    if (name.startsWith(ledgerAccounts.available))
      this.#balances.set(name, (this.#balances.get(name) ?? 0) + amount)
  }
}
