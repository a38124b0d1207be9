/**
 * The OpenAPI documents: one for those who use the service, one for the dashboard's own endpoints and for
 * owners. Clients are generated from them, so they are made plain (`plainSchemas`, and oneError.ts).
 */
import { OpenApi } from "effect/http-api"

import { Api } from "../Api.ts"
import { isObject, mapObjects, mapValues } from "./Json.ts"
import type { Json } from "./Json.ts"
import { oneError } from "./oneError.ts"
import { tags } from "./tags.ts"
import type { Part } from "./tags.ts"
import { withAdditionsNamed, withOpenWords } from "./versions.ts"
import { webhooks } from "./webhooks.ts"

/** `Schema.Int` has this maximum, and its negative as minimum. */
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

/** Text is no file: some generators make clients that fail at what they do not expect to be text. */
const asText = (object: Json): Json =>
  mapValues(object, (media, type) => {
    if (!type.startsWith("text/") || !isObject(media) || !isObject(media["schema"])) return media
    const { format: _, ...schema } = media["schema"]
    return { ...media, schema }
  })

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

/**
 * Schemas in the form that code generators understand. They are made from Effect schemas, which say more
 * than clients need: the limits of exact numbers, and that there are no other fields, although later
 * versions may add some.
 */
const plainSchemas = (document: Json): Json =>
  mapObjects(document, (object) => withCounts(withOpenWords(simplified(asText(object))))) as Json

const partTitles: Readonly<Record<Part, string>> = {
  public: "rcpt",
  admin: "rcpt: dashboard and administration"
}

type Paths = Readonly<Record<string, Readonly<Record<string, Json>>>>

interface Document {
  readonly paths: Paths
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>
    readonly securitySchemes: Json
  }
}

/** Before it is described, an operation is tagged by the name of its group. */
const tagOf = (operation: Json) => tags.find(({ group }) => group === [operation["tags"]].flat()[0])

/** Wherever a key is taken as `X-API-Key`, it is taken as a bearer token. */
const withBearer = (security: unknown): unknown =>
  Array.isArray(security) && security.some((way) => "apiKey" in Object(way))
    ? [{ apiKey: [] }, { bearer: [] }, ...security.slice(1)]
    : security

const isList = (schema: unknown): schema is Json => isObject(schema) && schema["type"] === "array"

/**
 * The schema of a parameter as clients see it. A query is text, and so is each parameter to the decoder; clients send
 * numbers and truth values.
 */
const parameterSchema = ({ contentSchema, pattern, ...schema }: Json): Json => {
  if (isList(contentSchema)) return contentSchema
  if (isObject(contentSchema)) return { type: "integer", format: "int64", ...contentSchema }
  const { enum: values, ...rest } = schema
  if (String(values) === "true,false") return { type: "boolean", default: false }
  return {
    ...rest,
    ...(pattern !== undefined && { pattern }),
    ...(values !== undefined && { enum: values }),
    ...(String(values) === "fast,deep" && { default: "fast" })
  }
}

const exampleFor = ({ type }: Json, example: unknown): unknown => {
  if (type === "array") return String(example).split(",")
  return type === "integer" || type === "boolean" ? JSON.parse(String(example)) : example
}

const describeParameter = ({ name, schema, example, ...rest }: Json): Json => {
  const { description, ...shape } = isObject(schema) ? schema : {}
  const plain = parameterSchema(shape)
  return {
    name: name === "idempotency-key" ? "Idempotency-Key" : name,
    ...rest,
    description,
    // One parameter with commas, not one for each item.
    ...(isList(plain) && { style: "form", explode: false }),
    schema: plain,
    ...(example !== undefined && { example: exampleFor(plain, example) })
  }
}

const describeOperation = (operation: Json): Json => {
  const parameters = (operation["parameters"] ?? []) as ReadonlyArray<Json>
  return {
    ...operation,
    tags: [tagOf(operation)?.name],
    security: withBearer(operation["security"]),
    parameters: parameters.map(describeParameter)
  }
}

const reference = /"#\/components\/schemas\/([^"]+)"/g
const referencesIn = (part: unknown): ReadonlyArray<string> =>
  [...JSON.stringify(part).matchAll(reference)].map(([, name]) => name!)

/** The schemas that a part of the document needs, with those that they need. */
const reachable = (part: unknown, schemas: Readonly<Record<string, Json>>) => {
  const found = new Set<string>()
  const visit = (names: ReadonlyArray<string>): void => {
    for (const name of names) {
      if (found.has(name)) continue
      found.add(name)
      visit(referencesIn(schemas[name]))
    }
  }
  visit(referencesIn(part))
  const names = [...found].toSorted()
  return Object.fromEntries(names.map((name) => [name, schemas[name]!]))
}

const securitySchemes = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "An API key, `rcpt_live_…`, from the dashboard or `POST /keys`."
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The same API key, as `Authorization: Bearer rcpt_live_…`."
  }
}

const whole: Json = plainSchemas(oneError(OpenApi.fromApi(Api) as unknown as Json))

const pathsOf = (part: Part): Paths => {
  const { paths } = whole as unknown as Document
  const ofPart = (operations: Readonly<Record<string, Json>>) =>
    Object.fromEntries(
      Object.entries(operations).filter(([, operation]) => tagOf(operation)?.part === part)
    )
  const kept = Object.entries(paths).flatMap(([path, operations]) => {
    const mine = ofPart(operations)
    return Object.keys(mine).length === 0 ? [] : [[path, mapValues(mine, describeOperation)]]
  })
  return Object.fromEntries(kept)
}

/** In the order of the tags, and within a tag in that of the contract. */
const inOrder = (paths: Paths): Paths => {
  const rank = (operations: Readonly<Record<string, Json>>) => {
    const [first = {}] = Object.values(operations)
    return tags.findIndex(({ name }) => [first["tags"]].flat().includes(name))
  }
  return Object.fromEntries(
    Object.entries(paths).toSorted(([, one], [, other]) => rank(one) - rank(other))
  )
}

/** `publicUrl`: where clients reach the service; without one they take that of the document. */
export const documentOf = (part: Part, publicUrl: string | undefined): Json => {
  const { components, ...rest } = whole as unknown as Document
  const paths = inOrder(pathsOf(part))
  const sent = part === "public" ? { webhooks } : {}
  const session = components.securitySchemes["session"]
  return {
    ...rest,
    info: {
      ...(isObject(whole["info"]) ? whole["info"] : {}),
      title: partTitles[part],
      license: { name: "Apache-2.0", identifier: "Apache-2.0" }
    },
    servers: [{ url: publicUrl?.replace(/\/+$/, "") ?? "/", description: "This service." }],
    tags: tags
      .filter((tag) => tag.part === part)
      .map(({ name, description }) => ({ name, description })),
    paths,
    ...sent,
    components: {
      schemas: withAdditionsNamed(reachable([paths, sent], components.schemas)),
      securitySchemes: { ...securitySchemes, session }
    }
  }
}
