/** What makes a request with an Idempotency-Key one and the same, and what became of it. */
import type { Reply } from "../ledger/orders.ts"

/** One id for all attempts at it: whatever happens to each of them, one has a reply. */
export type Command = Omit<Reply, "body">

/** What an attempt comes to. */
export interface Told {
  readonly body: string
  /** "no": there was no fact to keep it with. "before": another attempt was faster, and its body counts. */
  readonly kept: "yes" | "no" | "before"
}
