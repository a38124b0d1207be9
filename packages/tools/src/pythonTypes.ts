/** The schemas of the contract as Python's TypedDicts, for a Python that knows no NotRequired (before 3.11). */
import { nameOf } from "./publicSchemas.ts"
import type { JsonSchema, NamedSchema } from "./publicSchemas.ts"

const keywords = new Set(["for", "from", "in", "is", "class", "import", "global", "pass", "as"])

const primitives: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None"
}

/** A constant of JSON in Python, whose booleans are capitalized. */
const constant = (value: unknown): string =>
  typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value)

const capitalized = (name: string): string =>
  name
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")

/** An object in an object has no name in the document: it gets that of its field. */
interface Named {
  readonly type: string
  readonly declarations: ReadonlyArray<string>
}

const typeOf = (name: string, schema: JsonSchema): Named => {
  const plain = (type: string): Named => ({ type, declarations: [] })
  if (schema.$ref !== undefined) return plain(nameOf(schema.$ref))
  if (schema.enum !== undefined) return plain(`Literal[${schema.enum.map(constant).join(", ")}]`)
  if (schema.anyOf !== undefined) {
    const members = schema.anyOf.map((one) => typeOf(name, one))
    const types = [...new Set(members.map(({ type }) => type))]
    const type = types.length === 1 ? types[0]! : `Union[${types.join(", ")}]`
    return { type, declarations: members.flatMap(({ declarations }) => declarations) }
  }
  if (schema.items !== undefined) {
    const { type, declarations } = typeOf(name, schema.items)
    return { type: `List[${type}]`, declarations }
  }
  if (schema.properties !== undefined) {
    return { type: name, declarations: [classOf(name, schema)] }
  }
  return plain(primitives[schema.type ?? ""] ?? "Any")
}

interface Field extends Named {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string | undefined
}

const fieldLine = ({ name, type, description }: Field): ReadonlyArray<string> => [
  ...(description === undefined ? [] : [`    # ${description}`]),
  `    ${name}: ${type}`
]

/** A field named like a keyword can only be written as a string. */
const block = (name: string, fields: ReadonlyArray<Field>, total: boolean): string => {
  if (fields.some((field) => keywords.has(field.name))) {
    const items = fields.map(
      (field) => `    "${field.name}": "${field.type.replaceAll('"', "'")}",`
    )
    const end = total ? "})" : "}, total=False)"
    return [`${name} = TypedDict("${name}", {`, ...items, end].join("\n")
  }
  const head = `class ${name}(TypedDict${total ? "" : ", total=False"}):`
  return [head, ...fields.flatMap(fieldLine)].join("\n")
}

const classOf = (name: string, schema: JsonSchema): string => {
  const { properties = {}, required = [], description } = schema
  const fields = Object.entries(properties).map(([key, field]): Field => ({
    ...typeOf(name + capitalized(key), field),
    name: key,
    isRequired: required.includes(key),
    description: field.description
  }))
  const always = fields.filter(({ isRequired }) => isRequired)
  const sometimes = fields.filter(({ isRequired }) => !isRequired)
  const parts = [
    ...fields.flatMap(({ declarations }) => declarations),
    block(`_${name}Always`, always, true),
    block(`_${name}Sometimes`, sometimes, false)
  ]
  const text = JSON.stringify(description ?? `\`${name}\` of the API.`)
  const whole = [`class ${name}(_${name}Always, _${name}Sometimes):`, `    ""${text}""`].join("\n")
  const isPlain = sometimes.length === 0 && !always.some((field) => keywords.has(field.name))
  if (!isPlain) return [...parts.map((part) => emptied(part)), whole].join("\n\n\n")
  const lines = [`class ${name}(TypedDict):`, `    ""${text}""`, ...always.flatMap(fieldLine)]
  return [...fields.flatMap(({ declarations }) => declarations), lines.join("\n")].join("\n\n\n")
}

/** A class without fields needs a body. */
const emptied = (part: string): string => (part.endsWith("):") ? `${part}\n    pass` : part)

const declaration = ([name, schema]: NamedSchema): string => {
  if (schema.properties !== undefined) return classOf(name, schema)
  const { type, declarations } = typeOf(`${name}Item`, schema)
  return [...declarations, `${name} = "${type.replaceAll('"', "'")}"`].join("\n\n\n")
}

/** `__future__` makes every annotation a text, since classes refer to later ones. */
const header = `"""The data of rcpt's API, for type checkers. Made from its OpenAPI document: edits are lost."""

from __future__ import annotations

from typing import Any, List, Literal, TypedDict, Union
`

export const pythonTypes = (schemas: ReadonlyArray<NamedSchema>): string =>
  `${[header, ...schemas.map(declaration)].join("\n\n")}\n`
