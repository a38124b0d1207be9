/**
 * Rows of a statement as a schema has them. The type that a statement is given (`` sql<Row>`…` ``) is
 * only believed. Rows that feed an answer or a decision are decoded where a column of another type, or
 * JSON of an older program, would pass unnoticed. Statements of hot paths keep plain types.
 *
 * The driver gives `int8` and `count(*)` as bigint, `numeric` as text, `timestamptz` as Date, and
 * `jsonb` as any value.
 */
import { Effect, Schema, SchemaTransformation } from "effect"

/** `int8`. None of ours is too large for a number. */
export const Int8 = Schema.BigInt.pipe(
  Schema.decodeTo(Schema.Int, SchemaTransformation.transform({ decode: Number, encode: BigInt }))
)

/** Rows of another shape are a bug: it dies of them. */
export const decodeRows = <A>(row: Schema.Decoder<A>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  return <E, R>(
    rows: Effect.Effect<ReadonlyArray<unknown>, E, R>
  ): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.flatMap(rows, (found) => Effect.orDie(decode(found)))
}
