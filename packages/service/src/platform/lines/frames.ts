/**
 * What two nodes say over a line. Only nodes of the same version have one: others cannot agree on the
 * protocol by name, and send each other the cluster's own messages, whose schemas bridge versions.
 */
import { version } from "../version.ts"

/** As the application protocol of the TLS connection (RFC 7301), so that both share a port. */
export const lineProtocol = `rcpt-line/${version}`

export interface Question {
  /** The kind of actor, and which one. */
  readonly actor: string
  readonly name: string
  /** What survives JSON unchanged. */
  readonly message: unknown
  /** The stage that asks, where it is traced. */
  readonly span?: { readonly traceId: string; readonly spanId: string } | undefined
}

/** `id` is the asker's, who uses each once. */
export type Asked =
  | { readonly kind: "ask"; readonly id: number; readonly question: Question }
  /** Whoever asked has gone. */
  | { readonly kind: "leave"; readonly id: number }
  | { readonly kind: "ping" }

export type Outcome =
  | { readonly kind: "answer"; readonly value: unknown }
  /** The actor is on another node; nothing has been done. */
  | { readonly kind: "elsewhere" }
  /** The actor left its node before it had an answer. */
  | { readonly kind: "ended" }
  | { readonly kind: "failed"; readonly error: string }

export type Answered = (Outcome & { readonly id: number }) | { readonly kind: "pong" }
