/** The arguments of `es.append`: an append, column by column. */
import type { SqlClient } from "effect/sql"

import type { Append } from "./EventStore.ts"

/** The expected version of `es.append` that stands for "any". */
export const anyVersion = -1

/**
 * The statement text is always the same, so that Postgres prepares it once. Values for a bigint of
 * Postgres are passed as BigInt, because a double is exact only up to 2^53. The third argument is for
 * programs that also expect a head of the hash chain.
 */
export const toArguments = (sql: SqlClient.SqlClient, append: Append) => {
  const { streams, commands, holds, transfers, flushLater = false } = append
  const events = streams.flatMap((stream) => stream.events)
  return sql`
    ${streams.map((s) => s.stream)}::text[],
    ${streams.map((s) => BigInt(s.expectedVersion === "any" ? anyVersion : s.expectedVersion))}::bigint[],
    ${streams.map(() => "")}::text[],
    ${streams.map((s) => s.events.length)}::int[],
    ${events.map((e) => e.type)}::text[],
    ${events.map((e) => e.v)}::int[]::smallint[],
    ${events.map((e) => e.data)}::text[],
    ${commands.map((c) => c.commandId)}::uuid[],
    ${commands.map((c) => c.requestHash)}::text[],
    ${commands.map((c) => JSON.stringify(c.outcome))}::text[],
    ${holds.map((h) => h.holdId)}::uuid[],
    ${holds.map((h) => h.accountId)}::uuid[],
    ${holds.map((h) => BigInt(h.credits))}::bigint[],
    ${holds.map((h) => BigInt(h.expiresAt ?? 0))}::bigint[],
    ${transfers.map((t) => t.eventIdx)}::int[],
    ${transfers.map((t) => t.debit)}::text[],
    ${transfers.map((t) => t.credit)}::text[],
    ${transfers.map((t) => BigInt(t.amount))}::bigint[],
    ${transfers.map((t) => t.holdId ?? "")}::text[],
    ${flushLater}::boolean,
    ${commands.map((command) => command.reply ?? "")}::text[]`
}
