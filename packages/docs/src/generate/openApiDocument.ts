/** The parts of the contract's OpenAPI documents that the reference shows. */
import { documentOf } from "@rcpt/api/document/documents"
import type { Part } from "@rcpt/api/document/tags"

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  /** Words to which others are added over time. */
  readonly "x-extensible-enum"?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly description?: string
  readonly examples?: ReadonlyArray<string | number | boolean>
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: JsonSchema | false
  readonly prefixItems?: ReadonlyArray<JsonSchema>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly additionalProperties?: boolean | JsonSchema
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly example?: string | number | boolean
}

export interface Content {
  readonly schema?: JsonSchema
  readonly example?: unknown
}

export interface Reply {
  readonly description?: string
  readonly content?: Readonly<Record<string, Content>>
}

export interface Operation {
  readonly tags?: ReadonlyArray<string>
  readonly summary?: string
  readonly description?: string
  /** What a request has to carry: one of these, or nothing where there is none. */
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Reply>>
}

export interface OpenApiDocument {
  readonly tags?: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** The document as a client reads it: the contract's own type is wider. */
const read = (part: Part): OpenApiDocument =>
  JSON.parse(JSON.stringify(documentOf(part, undefined)))

/** Both documents, that of clients first. */
export const openApiDocument = (): OpenApiDocument => {
  const [clients, owners] = [read("public"), read("admin")]
  const schemas = { ...owners.components.schemas, ...clients.components.schemas }
  return {
    tags: [...(clients.tags ?? []), ...(owners.tags ?? [])],
    paths: mergePaths(clients.paths, owners.paths),
    components: { schemas }
  }
}

/** A path may have one method for clients and another one for owners. */
const mergePaths = (
  one: OpenApiDocument["paths"],
  other: OpenApiDocument["paths"]
): OpenApiDocument["paths"] =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((path) => [
      path,
      { ...one[path], ...other[path] }
    ])
  )
