/** The account's ledger: every grant, hold, charge and refund, with receipts and proofs. */
import type {
  LedgerCheckpoint,
  LedgerCheckpoints,
  LedgerConsistencyProof,
  LedgerEntry,
  LedgerPage,
  LedgerProof,
  LedgerReceipt,
  MonthTotals
} from "./contract.ts"
import { pages } from "./pages.ts"
import { segment } from "./Transport.ts"
import type { RequestOptions, Transport } from "./Transport.ts"

export interface LedgerOptions {
  readonly type?: LedgerEntry["type"]
  /** Id of a bulk job. */
  readonly job?: string
  /** UTC, such as `2026-11`. */
  readonly month?: string
}

/** Entries per request, the service's maximum. */
const pageSize = 100

export class Ledger {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Newest first. */
  entries(options: LedgerOptions = {}, request?: RequestOptions): AsyncGenerator<LedgerEntry> {
    return pages(
      (cursor: string | undefined) => {
        const query = { ...options, cursor, limit: pageSize }
        return this.#transport.json<LedgerPage>({ path: "/ledger", query }, request)
      },
      ({ entries }) => entries,
      ({ next }) => next
    )
  }

  /** A calendar month (UTC), such as `2026-11`. */
  async totals(month: string, request?: RequestOptions): Promise<MonthTotals | undefined> {
    const query = { month, limit: 1 }
    return (await this.#transport.json<LedgerPage>({ path: "/ledger", query }, request)).totals
  }

  /** The entry with what it was for and the others of its hold. */
  receipt(entry: string, request?: RequestOptions): Promise<LedgerReceipt> {
    return this.#transport.json({ path: `/ledger/${segment(entry)}` }, request)
  }

  /** That the entry is in the signed ledger; a `NotFoundError` until a checkpoint has it. */
  proof(entry: string, request?: RequestOptions): Promise<LedgerProof> {
    return this.#transport.json({ path: `/ledger/${segment(entry)}/proof` }, request)
  }

  /** Newest first. */
  checkpoints(request?: RequestOptions): AsyncGenerator<LedgerCheckpoint> {
    return pages(
      (before: number | undefined) => {
        const query = { before }
        return this.#transport.json<LedgerCheckpoints>(
          { path: "/ledger/checkpoints", query },
          request
        )
      },
      ({ checkpoints }) => checkpoints,
      ({ next }) => next
    )
  }

  /** That the checkpoint of size `to` only adds to that of size `from`. */
  consistency(from: number, to: number, request?: RequestOptions): Promise<LedgerConsistencyProof> {
    return this.#transport.json({ path: "/ledger/consistency", query: { from, to } }, request)
  }

  /** All entries as the bytes of a CSV. */
  csv(options: LedgerOptions = {}, request?: RequestOptions): Promise<ReadableStream<Uint8Array>> {
    return this.#transport.stream({ path: "/ledger.csv", query: { ...options } }, request)
  }
}
