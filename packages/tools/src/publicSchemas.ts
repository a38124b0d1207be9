/**
 * The part of the contract that the typed clients know: the schemas that an API key sends or is answered with, taken
 * from the OpenAPI document. Those of sessions, of sign-up and of owners of the service are left out.
 */
import { Api } from "@rcpt/api/Api"
import { oneError } from "@rcpt/api/document/oneError"
import { OpenApi } from "effect/http-api"

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly description?: string
}

export type NamedSchema = readonly [name: string, schema: JsonSchema]

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
}

interface Operation {
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** With one schema for what only its descriptions tell apart, so that it has one type and one name. */
export const document = (): Document => {
  const whole: Parameters<typeof oneError>[0] = JSON.parse(JSON.stringify(OpenApi.fromApi(Api)))
  return oneError(whole) as unknown as Document
}

const json = "application/json"

const isPublic = (path: string, { security = [] }: Operation): boolean =>
  !path.includes("/admin/") && security.some((way) => "apiKey" in way)

/** Errors are one shape, `{"error": …}`, which the clients turn into exceptions. */
const schemasOf = ({ requestBody, responses }: Operation): ReadonlyArray<JsonSchema> =>
  [
    requestBody,
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([, response]) => response)
  ].flatMap((one) => one?.content?.[json]?.schema ?? [])

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1)

const refsIn = (schema: JsonSchema): ReadonlyArray<string> => [
  ...(schema.$ref === undefined ? [] : [nameOf(schema.$ref)]),
  ...[
    ...(schema.anyOf ?? []),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...Object.values(schema.properties ?? {})
  ].flatMap(refsIn)
]

/** The schemas are in the order of their names, so that a new endpoint moves nothing. */
export const publicSchemas = ({ paths, components }: Document): ReadonlyArray<NamedSchema> => {
  const found = new Set<string>()
  const visit = (schema: JsonSchema): void => {
    for (const name of refsIn(schema)) {
      if (found.has(name)) continue
      found.add(name)
      visit(components.schemas[name]!)
    }
  }
  for (const [path, operations] of Object.entries(paths))
    for (const operation of Object.values(operations))
      if (isPublic(path, operation)) schemasOf(operation).forEach(visit)
  return [...found].toSorted().map((name) => [name, components.schemas[name]!])
}
