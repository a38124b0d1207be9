/** A JSON schema in the words of a reference. */
import { cell, code } from "./markdown.ts"
import type { JsonSchema } from "./openApiDocument.ts"
import { objectsPart } from "./referenceParts.ts"

/** Inside an answer each level has its own rows, so deeper than this would be a type of its own. */
const depthMax = 4

/** More values are told by the description. */
const valuesShownMax = 30

/** `#/components/schemas/VerifyResult` → `VerifyResult`. The suffix is of the library that makes the document. */
export const nameOf = (ref: string): string =>
  ref
    .split("/")
    .at(-1)!
    .replace(/Encoded$/, "")

const linkTo = (ref: string): string =>
  `[${nameOf(ref)}](${objectsPart.path}.md#${nameOf(ref).toLowerCase()})`

const valueText = (value: unknown): string => code(JSON.stringify(value))

/** `1 to 100`, `at least 0`, `up to 254 characters`. */
const rangeText = (min: number | undefined, max: number | undefined, unit: string): string => {
  if (min === undefined && max === undefined) return ""
  if (max === undefined) return ` ≥ ${min}${unit}`
  if (min === undefined) return ` up to ${max}${unit}`
  return ` ${min} to ${max}${unit}`
}

const limitsOf = (schema: JsonSchema): string =>
  rangeText(schema.minimum, schema.maximum, "") +
  rangeText(schema.minLength || undefined, schema.maxLength, " characters") +
  rangeText(schema.minItems || undefined, schema.maxItems, " items")

const alternatives = (schema: JsonSchema): ReadonlyArray<JsonSchema> =>
  schema.anyOf ?? schema.oneOf ?? []

const plainType = (schema: JsonSchema): string => {
  const type = typeof schema.type === "string" ? schema.type : (schema.type ?? []).join(" or ")
  return (schema.format === undefined ? type : `${type} (${schema.format})`) + limitsOf(schema)
}

export const typeText = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return linkTo(schema.$ref)
  if (schema.const !== undefined) return valueText(schema.const)
  const values = schema.enum ?? schema["x-extensible-enum"] ?? []
  if (values.length > 0 && values.length <= valuesShownMax) return values.map(valueText).join(", ")
  const several = alternatives(schema)
  if (several.length > 0) return [...new Set(several.map(typeText))].join(" or ")
  if (schema.allOf?.length === 1 && schema.type === undefined) return typeText(schema.allOf[0]!)
  if (schema.type === "array") {
    const items = schema.items ? typeText(schema.items) : "anything"
    return `list of ${items}${limitsOf(schema)}`
  }
  return plainType(schema)
}

const rowsOf = (
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
  depth: number
): ReadonlyArray<ReadonlyArray<string>> => {
  const row = [
    `${code(name)}${isRequired ? "" : " *optional*"}`,
    cell(typeText(schema)),
    cell(schema.description ?? "")
  ]
  const inner = schema.type === "array" && schema.items ? schema.items : schema
  const prefix = inner === schema ? `${name}.` : `${name}[].`
  return [row, ...fieldRows(inner, prefix, depth + 1)]
}

const fieldRows = (
  schema: JsonSchema,
  prefix: string,
  depth: number
): ReadonlyArray<ReadonlyArray<string>> =>
  depth > depthMax
    ? []
    : Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
        rowsOf(prefix + name, property, schema.required?.includes(name) ?? false, depth)
      )

/** A row for each field: its name, type and meaning. Of a list, the fields of its items. */
export const propertyRows = (schema: JsonSchema): ReadonlyArray<ReadonlyArray<string>> => {
  const several = alternatives(schema).filter(({ properties }) => properties !== undefined)
  if (several.length > 0) {
    const rows = several.flatMap((one) => fieldRows(one, "", 1))
    return [...new Map(rows.map((row) => [row.join("|"), row])).values()]
  }
  return schema.type === "array" && schema.items
    ? fieldRows(schema.items, "[].", 1)
    : fieldRows(schema, "", 1)
}
