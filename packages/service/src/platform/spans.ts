/**
 * The spans of the service: one per stage of a request and of a chunk. Those of the verifier are in
 * `verifier/src/spans.ts`. No attribute ever holds an address, or a text from a request.
 */
import { verifierSpans } from "@rcpt/verifier/spans"
import type { SpanKind } from "@rcpt/verifier/spans"

export { currentSpan, traced } from "@rcpt/verifier/spans"

export const serviceSpans = {
  /** A request, from its headers to its answer. The router adds the route, as it is declared. */
  request: { name: "http.request", attributes: ["request_id", "method", "http.route", "status"] },
  /** The lookup of an API key or a session. */
  authenticate: { name: "http.authenticate", attributes: ["by", "found"] },
  /** A command on an account's credits, from the wait for its batch to its outcome. */
  ledgerCommand: { name: "ledger.command", attributes: ["account"] },
  /** One batch of commands of an account: decided, appended and on disk. */
  ledgerCommit: { name: "ledger.commit", attributes: ["account", "commands"] },
  /** A chunk of a job on the node that has claimed it. */
  chunk: { name: "job.chunk", attributes: ["job", "chunk", "rows", "done"] },
  /** Rows of one domain, which share their look-ups. */
  chunkRows: { name: "job.chunk.verify", attributes: ["rows"] },
  /** Results stored and charged, and rows queued for their mail server. */
  chunkSettled: { name: "job.chunk.settle", attributes: ["settled", "queued"] }
} as const satisfies Readonly<Record<string, SpanKind>>

/** All kinds of spans that a trace may contain. */
export const spanKinds: ReadonlyArray<SpanKind> = [
  ...Object.values(serviceSpans),
  ...Object.values(verifierSpans)
]
