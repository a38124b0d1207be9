/**
 * The OpenAPI document of a running service, and the check that an answer conforms to it: a documented
 * status, a body of the documented schema without other fields, and the documented headers.
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
  /** As documented: `/api/v1/keys/{id}`. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  /** Alternative ways to authenticate. */
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
  /** Why the value does not match the schema; `undefined`: it does. */
  readonly misfit: (schema: JsonSchema.JsonSchema, value: unknown) => string | undefined
  /** Where the answer violates the contract; empty when it conforms. */
  readonly breaches: (operation: Operation, answer: Answer) => ReadonlyArray<string>
  readonly definitions: JsonSchema.Definitions
}

/** Forbids undocumented fields, although the document tells clients to expect more fields. */
const closed = (schema: JsonSchema.JsonSchema): JsonSchema.JsonSchema =>
  "properties" in schema ? { ...schema, additionalProperties: false } : schema

/** Headers that clients act on; an answer with one of them must document it. */
const significant =
  /^(?:x-ratelimit-|retry-after$|idempotent-replay$|x-error-code$|allow$|location$|etag$)/

const compile = (definitions: JsonSchema.Definitions) => {
  const compiled = new Map<string, (value: unknown) => string | undefined>()
  return (schema: JsonSchema.JsonSchema) => {
    const key = JSON.stringify(schema)
    const cached = compiled.get(key)
    if (cached !== undefined) return cached
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
    compiled.set(key, misfit)
    return misfit
  }
}

/** Header values are text: converts the digits of an integer. */
const headerValue = ({ schema }: Header, text: string): unknown =>
  schema["type"] === "integer" && /^\d+$/.test(text) ? Number(text) : text

/** Both documents as one. */
const readWhole = (get: Running["get"]) =>
  Effect.gen(function* () {
    const { json: json1 } = yield* get("/api/v1/openapi.json", { apiKey: null })
    const { json: json2 } = yield* get("/api/v1/openapi-admin.json", { apiKey: null })
    const [clients, admin] = [json1 as Document, json2 as Document]
    return {
      paths: [...new Set([...Object.keys(clients.paths), ...Object.keys(admin.paths)])].reduce(
        (all, path) => ({ ...all, [path]: { ...clients.paths[path], ...admin.paths[path] } }),
        {} as Document["paths"]
      ),
      components: { schemas: { ...clients.components.schemas, ...admin.components.schemas } }
    }
  })

export const read = ({ get }: Running): Effect.Effect<Contract> =>
  Effect.gen(function* () {
    const { paths, components } = yield* Effect.orDie(readWhole(get))
    const checkOf = compile(components.schemas)
    const misfit: Contract["misfit"] = (schema, value) => checkOf(schema)(value)

    const headersOf = (reply: Reply, answer: Answer): ReadonlyArray<string> => {
      const documented = Object.entries(reply.headers ?? {})
      const undocumented = [...answer.headers.keys()].filter(
        (name) => significant.test(name) && !documented.some(([known]) => known === name)
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
