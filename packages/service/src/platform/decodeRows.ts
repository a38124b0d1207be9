/**
 * Decodes rows of a statement with a schema, since the type argument of a statement (`` sql<Row>`…` ``) is not
 * checked. Rows for a response or a decision are decoded if a column of another type, or JSON of an
 * older program, could pass unnoticed. Statements of hot paths use plain types.
 *
 * The driver gives `int8` and `count(*)` as bigint, `numeric` as text, `timestamptz` as Date, and
 * `jsonb` as any value.
 */
import { Effect, Schema, SchemaTransformation } from "effect"

/** An `int8` column. All of our values fit into a JavaScript number. */
export const Int8 = Schema.BigInt.pipe(
  Schema.decodeTo(Schema.Int, SchemaTransformation.transform({ decode: Number, encode: BigInt }))
)

/** Decodes rows. Rows of another shape are a bug: the effect dies. */
export const decodeRows = <A>(row: Schema.Decoder<A>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  return <E, R>(
    rows: Effect.Effect<ReadonlyArray<unknown>, E, R>
  ): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.flatMap(rows, (found) => Effect.orDie(decode(found)))
}
