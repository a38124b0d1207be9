/** Generates requests from an OpenAPI document: valid ones, near misses and junk. */
import fc from "fast-check"

import type { Contract, Operation, Parameter } from "../../support/OpenApiDocument.ts"

export interface GeneratedRequest {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

type Json = Readonly<Record<string, unknown>>

/** Addresses of every kind that the lab answers at once. All other texts are random. */
const emails = [
  "ann@acme.test",
  "ANN@acme.test ",
  "ann@gmail.com",
  "ann@gmaill.com",
  "shop@mailinator.com",
  "gone@office.test",
  "ann@refused.test",
  "ann@nowhere.test",
  "ann@nullmx.test",
  "sales@inbound.test",
  "b\u00fccher@xn--bcher-kva.test",
  "ann@@acme.test",
  "\u{1f600}@acme.test",
  "ann@[127.0.0.1]",
  `${"a".repeat(64)}@${"b".repeat(63)}.test`
]

const junkTexts = [
  "",
  " ",
  "\0",
  "null",
  "-1",
  "1e999",
  "' or 1=1 --",
  "\u202e",
  "{}",
  "%",
  "../../.."
]

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...emails) },
  { weight: 2, arbitrary: fc.constantFrom(...junkTexts) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 250, max: 3_000 }).map((n) => `${"a".repeat(n)}@x.test`)
  }
)

/** A valid value; one time in twelve, at each place, any other JSON value. */
const valueOf = (schema: Json, definitions: Json): fc.Arbitrary<unknown> => {
  const junk = fc.jsonValue({ maxDepth: 3 })
  const valid = validValue(schema, definitions)
  return fc.oneof({ weight: 11, arbitrary: valid }, { weight: 1, arbitrary: junk })
}

const validValue = (schema: Json, definitions: Json): fc.Arbitrary<unknown> => {
  const reference = schema["$ref"]
  if (typeof reference === "string")
    return valueOf(definitions[reference.split("/").at(-1)!] as Json, definitions)
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as Array<unknown>))
  if (schema["type"] === "object") {
    const properties = Object.entries(
      (schema["properties"] ?? {}) as Readonly<Record<string, Json>>
    )
    const required = (schema["required"] ?? []) as Array<string>
    const fields = Object.fromEntries(
      properties.map(([name, field]) => [name, valueOf(field, definitions)])
    )
    const always = required.filter((name) => name in fields)
    return fc.oneof(
      { weight: 9, arbitrary: fc.record(fields, { requiredKeys: always }) },
      {
        weight: 1,
        arbitrary: fc.record({ ...fields, unknown: fc.jsonValue() }, { requiredKeys: [] })
      }
    )
  }
  if (schema["type"] === "array")
    return fc.oneof(
      {
        weight: 9,
        arbitrary: fc.array(valueOf(schema["items"] as Json, definitions), { maxLength: 6 })
      },
      {
        weight: 1,
        arbitrary: fc.array(fc.constantFrom(...emails), { minLength: 90, maxLength: 110 })
      }
    )
  if (schema["type"] === "boolean") return fc.boolean()
  return schema["type"] === "string" ? text : fc.jsonValue()
}

/** An object may have a `toString` of its own that is no function. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value)

const queryValue = ({ schema, example }: Parameter): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: validValue(schema, {}).map(textOf) },
    { weight: 3, arbitrary: fc.constant(String(example)) },
    { weight: 1, arbitrary: text }
  )

/** How often a parameter occurs: a required one mostly once, an optional one mostly not. */
const timesOf = ({ required }: Parameter) =>
  required
    ? fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 0, 2)
    : fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 1, 2)

/** Sometimes escapes that are not UTF-8 or not valid. */
const encoded = (value: string) =>
  fc.oneof(
    { weight: 15, arbitrary: fc.constant(encodeURIComponent(value.toWellFormed())) },
    { weight: 1, arbitrary: fc.constantFrom("%FF%FE", "%zz", "%", "%00", "+", "%0d%0aX-A:%20b") }
  )

const queryOf = (parameters: ReadonlyArray<Parameter>) => {
  const pairs = parameters
    .filter((parameter) => parameter.in === "query")
    .map((parameter) =>
      timesOf(parameter).chain((times) =>
        fc.array(
          queryValue(parameter)
            .chain(encoded)
            .map((value) => `${parameter.name}=${value}`),
          { minLength: times, maxLength: times }
        )
      )
    )
  const other = fc.constantFrom<ReadonlyArray<string>>([], [], [], ["x=1"], ["", "=", "a=b=c"])
  return fc.tuple(other, ...pairs).map((parts) => {
    const query = parts.flat()
    return query.length === 0 ? "" : `?${query.join("&")}`
  })
}

/** Few, so that several requests share a key. */
const keys = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 400 }).map((n) => `key-${n}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "two words", "k".repeat(255), "k".repeat(256), "\u00e9")
  }
)

const types = [
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "multipart/form-data",
  "x"
]

const headersOf = ({ method }: Operation, apiKey: string) =>
  fc
    .record({
      key: fc.option(keys, { freq: 4 }),
      // Never a wrong key: limits/KeyGuessLimiter.ts would refuse the requests after many of them.
      caller: fc.constantFrom(...Array.from({ length: 30 }, () => apiKey), ""),
      type: fc.constantFrom(...Array.from({ length: 30 }, () => types[0]!), ...types)
    })
    .map(({ key, caller, type }) => ({
      ...(caller !== "" && { "x-api-key": caller }),
      ...(key !== null && { "idempotency-key": key }),
      ...(method === "POST" && { "content-type": type })
    }))

const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
const junkBodies = [
  "",
  "{",
  "null",
  "[]",
  '"a"',
  "\0",
  deep(20),
  deep(50_000),
  '{"emails":["a"],"emails":3}'
]

const bodyOf = ({ requestBody }: Operation, { definitions }: Contract) => {
  const { schema, example } = requestBody?.content["application/json"] ?? {}
  if (schema === undefined) return fc.constant(undefined)
  return fc.oneof(
    // Of a body with many limits, hardly any that is made at random is valid.
    { weight: 3, arbitrary: fc.constant(JSON.stringify(example)) },
    { weight: 12, arbitrary: valueOf(schema, definitions).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.constantFrom(...junkBodies) },
    { weight: 1, arbitrary: fc.string({ maxLength: 200 }) }
  )
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]

const pathOf = ({ path, parameters }: Operation) => {
  const segment = fc.constantFrom("x", "%2f", "..", "%00", "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d")
  const filled = parameters.some((parameter) => parameter.in === "path")
    ? segment.map((value) => path.replace(/\{\w+\}/, value))
    : fc.constant(path)
  const tricks = fc.constantFrom(
    `${path}/`,
    `/${path}`,
    `${path}/..`,
    `/${path.slice(1).replaceAll("/", "%2f")}`
  )
  return fc.oneof({ weight: 30, arbitrary: filled }, { weight: 1, arbitrary: tricks })
}

/** Operations that accept an API key come more often: others refuse the request early. */
const weightOf = ({ security = [] }: Operation): number =>
  security.some((way) => "apiKey" in way) ? 5 : 1

export const requests = (contract: Contract, apiKey: string): fc.Arbitrary<GeneratedRequest> =>
  fc
    .oneof(
      ...contract.operations.map((one) => ({ weight: weightOf(one), arbitrary: fc.constant(one) }))
    )
    .chain((operation) =>
      fc
        .record({
          method: fc.oneof(
            { weight: 30, arbitrary: fc.constant(operation.method) },
            { weight: 1, arbitrary: fc.constantFrom(...methods) }
          ),
          path: pathOf(operation),
          query: queryOf(operation.parameters),
          headers: headersOf(operation, apiKey),
          body: bodyOf(operation, contract)
        })
        .map(({ path, query, ...made }) => ({ operation, path: path + query, ...made }))
    )
