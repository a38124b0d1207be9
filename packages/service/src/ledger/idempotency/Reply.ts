/** The identity of a request with an Idempotency-Key, and its stored reply. */
import type { Reply } from "../commands.ts"

/** All attempts at one request share one command id, and a command id has one reply. */
export type IdempotentCommand = Omit<Reply, "body">

/** The outcome of one attempt. */
export interface StoredReply {
  readonly body: string
  /**
   * Whether the body is stored. "no": the attempt committed nothing to store it with. "before": another
   * attempt stored its body first, and that one is sent.
   */
  readonly kept: "yes" | "no" | "before"
}
