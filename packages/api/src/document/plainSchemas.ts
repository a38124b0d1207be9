/**
 * Schemas in the form that code generators understand. They are made from Effect schemas, which say more
 * than clients need: the limits of exact numbers, and that there are no other fields, although later
 * versions may add some.
 */
import { isObject, mapObjects, mapValues } from "./Json.ts"
import type { Json } from "./Json.ts"

/** Of `Schema.Int`. */
const exactMax = Number.MAX_SAFE_INTEGER

/** Integers that may be below zero, as changes of a balance are; all others count something. */
const signed: ReadonlySet<string> = new Set([
  "credits",
  "change",
  "adjusted",
  "available",
  "held",
  "granted",
  "charged",
  "refunded"
])

const withoutExactLimits = ({ minimum, maximum, ...schema }: Json): Json => ({
  ...schema,
  ...(minimum !== -exactMax && { minimum }),
  ...(maximum !== exactMax && { maximum }),
  format: "int64"
})

const isExact = ({ type, minimum, maximum }: Json): boolean =>
  type === "integer" && (minimum === -exactMax || maximum === exactMax)

const isNull = (schema: unknown): boolean => isObject(schema) && schema["type"] === "null"

/** `anyOf` of one type and null is a type of its own for generators; `type: [.., "null"]` is optional. */
const nullable = ({ anyOf, ...schema }: Json): Json => {
  if (!Array.isArray(anyOf)) return schema
  const [only, other] = anyOf as ReadonlyArray<unknown>
  if (anyOf.length === 1 && isObject(only)) return { ...only, ...schema }
  const isOptional = anyOf.length === 2 && isNull(other) && isObject(only)
  if (!isOptional || typeof only["type"] !== "string") return { anyOf, ...schema }
  return { ...only, ...schema, type: [only["type"], "null"] }
}

const simplified = (object: Json): Json => {
  const { additionalProperties, ...open } = nullable(object)
  const schema =
    additionalProperties === false ? open : { ...open, ...definedAs(additionalProperties) }
  return isExact(schema) ? withoutExactLimits(schema) : schema
}

const definedAs = (additionalProperties: unknown): Json =>
  additionalProperties === undefined ? {} : { additionalProperties }

/** A number or its null: `credits_used` is never below zero. */
const countsFromZero = (field: unknown, name: string): unknown => {
  if (!isObject(field) || signed.has(name) || "minimum" in field) return field
  const types = [field["type"]].flat()
  return types.includes("integer") ? { ...field, minimum: 0 } : field
}

const withCounts = (object: Json): Json =>
  isObject(object["properties"]) && object["type"] === "object"
    ? { ...object, properties: mapValues(object["properties"], countsFromZero) }
    : object

export const plainSchemas = (document: Json): Json =>
  mapObjects(document, (object) => withCounts(simplified(object))) as Json
