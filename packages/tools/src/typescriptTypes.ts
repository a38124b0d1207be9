/** The schemas of the contract as TypeScript. */
import { nameOf } from "./publicSchemas.ts"
import type { JsonSchema, NamedSchema } from "./publicSchemas.ts"

const header = `/**
 * The data of the API. Made from its OpenAPI document: edits are lost.
 */
`

/** Columns, as the formatter is set. */
const columnsMax = 100

const comment = (text: string | undefined, indent: string): string => {
  if (text === undefined) return ""
  const oneLine = `${indent}/** ${text} */`
  if (oneLine.length <= columnsMax) return `${oneLine}\n`
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!
    if (`${indent} * ${line} ${word}`.length <= columnsMax)
      lines[lines.length - 1] = line === "" ? word : `${line} ${word}`
    else lines.push(word)
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */\n`].join(
    "\n"
  )
}

const primitives: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null"
}

/** The members of a union; any other type alone. */
const membersOf = (schema: JsonSchema, indent: string): ReadonlyArray<string> => {
  if (schema.$ref !== undefined) return [nameOf(schema.$ref)]
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => membersOf(one, indent))
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value))
  if (schema.items !== undefined)
    return [`ReadonlyArray<${membersOf(schema.items, indent).join(" | ")}>`]
  if (schema.properties !== undefined) return [fieldsOf(schema, indent)]
  return [primitives[schema.type ?? ""] ?? "unknown"]
}

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema, indent: string): string => {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const start = `${inner}readonly ${name}${required.includes(name) ? "" : "?"}:`
    const members = membersOf(schema, inner)
    const line = `${start} ${members.join(" | ")}`
    const isTooLong = members.length > 1 && line.length > columnsMax
    const field = isTooLong
      ? [start, ...members.map((member) => `${inner}  | ${member}`)].join("\n")
      : line
    return comment(schema.description, inner) + field
  })
  return `{\n${fields.join("\n")}\n${indent}}`
}

const declaration = ([name, schema]: NamedSchema): string => {
  const text = comment(schema.description, "")
  return schema.properties === undefined
    ? `${text}export type ${name} = ${membersOf(schema, "").join(" | ")}\n`
    : `${text}export interface ${name} ${fieldsOf(schema, "")}\n`
}

export const typescriptTypes = (schemas: ReadonlyArray<NamedSchema>): string =>
  [header, ...schemas.map(declaration)].join("\n")
