/** All errors have one body, so they have one schema: clients get one type and not one per status. */
import { mapObjects } from "./Json.ts"
import type { Json } from "./Json.ts"

const reference = "#/components/schemas/"

const errorSchema: Json = {
  type: "object",
  description: "The body of every error. `X-Error-Code` has its code.",
  properties: {
    error: {
      type: "string",
      description: "A sentence for people. It names the field and its limit."
    }
  },
  required: ["error"]
}

const isError = ({ properties, type }: Json): boolean =>
  type === "object" && Object.keys(Object(properties)).join() === "error"

interface Schemas {
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

/** `NamedKey_1` is `NamedKey` with another description, which its property has as well. */
const copyOf = (name: string, names: ReadonlySet<string>): string | undefined => {
  const original = name.replace(/_\d+$/, "")
  return original !== name && names.has(original) ? original : undefined
}

export const oneError = (document: Json): Json => {
  const { components } = document as unknown as Schemas
  const names = new Set(Object.keys(components.schemas))
  const replaced = new Map<string, string>()
  for (const [name, schema] of Object.entries(components.schemas)) {
    const target = isError(schema) ? "ErrorResponse" : copyOf(name, names)
    if (target !== undefined) replaced.set(reference + name, reference + target)
  }
  const pointed = mapObjects(document, (object) => {
    const { $ref } = object
    if (typeof $ref === "string" && replaced.has($ref))
      return { ...object, $ref: replaced.get($ref) }
    return isError(object) ? { $ref: `${reference}ErrorResponse` } : object
  }) as Json & Schemas
  const kept = Object.entries(pointed.components.schemas).filter(
    ([name]) => !replaced.has(reference + name)
  )
  const schemas = { ...Object.fromEntries(kept), ErrorResponse: errorSchema }
  return { ...pointed, components: { ...pointed.components, schemas } }
}
