/**
 * The OpenAPI document of a running service, and whether an answer is what it promises: a status that
 * is documented, a body of the documented shape with nothing besides, and the documented headers.
 */
import { Effect, JsonSchema, Result, Schema, SchemaRepresentation } from "effect"

import type { Answer, Running } from "./service.ts"

export interface Parameter {
  readonly name: string
  readonly in: "query" | "header" | "path"
  readonly required?: boolean
  readonly schema: JsonSchema.JsonSchema
  readonly example?: unknown
}

interface Media {
  readonly schema: JsonSchema.JsonSchema
  readonly example?: unknown
}

type Content = Readonly<Record<string, Media>>

interface Header {
  readonly required?: boolean
  readonly schema: JsonSchema.JsonSchema
}

export interface Reply {
  readonly description?: string
  readonly content?: Content
  readonly headers?: Readonly<Record<string, Header>>
}

export interface Operation {
  readonly method: string
  /** As it is documented: `/api/v1/keys/{id}`. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  /** Ways to say who asks, each enough. */
  readonly security?: ReadonlyArray<object>
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Reply>>
}

interface Document {
  readonly openapi: string
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Omit<Operation, "method" | "path">>>>
  >
  readonly components: { readonly schemas: JsonSchema.Definitions }
}

export interface Contract {
  readonly operations: ReadonlyArray<Operation>
  readonly find: (method: string, path: string) => Operation
  /** `undefined`: it is of that shape. */
  readonly misfit: (schema: JsonSchema.JsonSchema, value: unknown) => string | undefined
  /** What the answer breaks; empty when it keeps the contract. */
  readonly breaches: (operation: Operation, answer: Answer) => ReadonlyArray<string>
  readonly definitions: JsonSchema.Definitions
}

/** An answer has the documented fields and no others, although the document lets clients expect more. */
const closed = (schema: JsonSchema.JsonSchema): JsonSchema.JsonSchema =>
  "properties" in schema ? { ...schema, additionalProperties: false } : schema

/** Headers that a client acts on: whoever sends them has documented them. */
const telling = /^(?:x-ratelimit-|retry-after$|idempotent-replay$|allow$|location$|etag$)/

const compile = (definitions: JsonSchema.Definitions) => {
  const known = new Map<string, (value: unknown) => string | undefined>()
  return (schema: JsonSchema.JsonSchema) => {
    const key = JSON.stringify(schema)
    const before = known.get(key)
    if (before !== undefined) return before
    const { schema: root } = JsonSchema.fromSchemaOpenApi3_1(schema)
    const document = JsonSchema.fromSchemaOpenApi3_1({
      ...root,
      $defs: Object.fromEntries(
        Object.entries(definitions).map(([name, definition]) => [
          name,
          JsonSchema.fromSchemaOpenApi3_1(definition).schema
        ])
      )
    })
    const imported = SchemaRepresentation.fromJsonSchemaDocument(document, {
      patterns: "apply",
      onEnter: closed
    })
    const decode = Schema.decodeUnknownResult(imported as Schema.Codec<unknown>, {
      onExcessProperty: "error"
    })
    const misfit = (value: unknown) => {
      const decoded = decode(value)
      return Result.isFailure(decoded) ? String(decoded.failure) : undefined
    }
    known.set(key, misfit)
    return misfit
  }
}

/** Headers are text: a number is one that reads as one. */
const headerValue = ({ schema }: Header, text: string): unknown =>
  schema["type"] === "integer" && /^\d+$/.test(text) ? Number(text) : text

export const read = ({ get }: Running): Effect.Effect<Contract> =>
  Effect.gen(function* () {
    const { json } = yield* Effect.orDie(get("/api/v1/openapi.json", { apiKey: null }))
    const { paths, components } = json as Document
    const shapeOf = compile(components.schemas)
    const misfit: Contract["misfit"] = (schema, value) => shapeOf(schema)(value)

    const headersOf = (reply: Reply, answer: Answer): ReadonlyArray<string> => {
      const documented = Object.entries(reply.headers ?? {})
      const undocumented = [...answer.headers.keys()].filter(
        (name) => telling.test(name) && !documented.some(([known]) => known === name)
      )
      const wrong = documented.flatMap(([name, header]) => {
        const text = answer.headers.get(name)
        if (text === null) return header.required ? [`${name} is missing`] : []
        const why = misfit(header.schema, headerValue(header, text))
        return why === undefined ? [] : [`${name}: ${text} ${why}`]
      })
      return [...wrong, ...undocumented.map((name) => `${name} is not documented`)]
    }

    const breaches: Contract["breaches"] = ({ responses }, answer) => {
      const reply = responses[answer.status]
      if (reply === undefined) return [`status ${answer.status} is not documented: ${answer.text}`]
      const type = answer.headers.get("content-type")?.split(";")[0] ?? ""
      if (reply.content === undefined && answer.text === "") return headersOf(reply, answer)
      const media = reply.content?.[type]
      if (media === undefined) return [`content type "${type}" is not documented`]
      const why = misfit(media.schema, type === "application/json" ? answer.json : answer.text)
      return [
        ...(why === undefined ? [] : [`body: ${why}: ${answer.text.slice(0, 500)}`]),
        ...headersOf(reply, answer)
      ]
    }

    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Operation => ({
        ...operation,
        method: method.toUpperCase(),
        path
      }))
    )
    const find: Contract["find"] = (method, path) => {
      const found = operations.find((one) => one.method === method && one.path === path)
      if (found === undefined) throw new Error(`${method} ${path} is not documented`)
      return found
    }
    return { operations, find, misfit, breaches, definitions: components.schemas }
  })
