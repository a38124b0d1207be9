/** The API reference: the OpenAPI document of the contract as Markdown, one page for each part. */
import { cell, code, json, paragraphs, table } from "./markdown.ts"
import type {
  Content,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter
} from "./openApiDocument.ts"
import { objectsPart } from "./referenceParts.ts"
import type { ReferencePart } from "./referenceParts.ts"
import { nameOf, propertyRows, typeText } from "./schemaText.ts"

const propertyHeads = ["field", "type", "meaning"]

const parameterRow = ({ name, in: place, required, description, schema }: Parameter) => [
  `${code(name)}${required ? "" : " *optional*"}`,
  place,
  typeText(schema),
  cell(description ?? schema.description ?? "")
]

const parametersText = ({ parameters = [] }: Operation): string =>
  parameters.length === 0
    ? ""
    : table(["parameter", "in", "type", "meaning"], parameters.map(parameterRow))

const isShared = (schema: JsonSchema): boolean => schema.$ref !== undefined

/** A table of its fields, or a link to where they are. */
const schemaText = (schema: JsonSchema): string => {
  if (isShared(schema)) return `Type: ${typeText(schema)}`
  const rows = propertyRows(schema)
  return rows.length === 0 ? `Type: ${typeText(schema)}` : table(propertyHeads, rows)
}

const contentText = (type: string, { schema, example }: Content): string =>
  paragraphs(
    type === "application/json" ? "" : `As ${code(type)}.`,
    schema === undefined ? "" : schemaText(schema),
    example === undefined
      ? ""
      : typeof example === "string"
        ? ["```text", example.trimEnd(), "```"].join("\n")
        : json(example)
  )

const contentsText = (contents: Readonly<Record<string, Content>>): string =>
  paragraphs(...Object.entries(contents).map(([type, content]) => contentText(type, content)))

const isSuccess = (status: string): boolean => status.startsWith("2")

const successText = ({ responses }: Operation): string =>
  paragraphs(
    ...Object.entries(responses)
      .filter(([status]) => isSuccess(status))
      .map(([status, { content }]) =>
        paragraphs(
          `**Answer ${status}**`,
          content === undefined ? "Without a body." : contentsText(content)
        )
      )
  )

/** Of the connection, the proxy before the service or the rate limit rather than of the endpoint: told once a page. */
const ofAnyEndpoint: ReadonlySet<string> = new Set(["408", "417", "421", "429", "431"])

const errorRows = ({ responses }: Operation) =>
  Object.entries(responses)
    .filter(([status]) => !isSuccess(status) && !ofAnyEndpoint.has(status))
    .map(([status, { description }]) => [status, cell(description ?? "")])

// One command for each endpoint. A reader replaces the key, and what stands between < and >.

const base = "http://127.0.0.1:8080"

/** Characters of a body in a command. A longer one is read from a file; the example of the body stands below. */
const bodyShownMax = 160

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const jsonBody = (example: unknown): string => {
  const text = example === undefined ? undefined : JSON.stringify(example)
  const body = text === undefined || text.length > bodyShownMax ? "@body.json" : quoted(text)
  return `-H "Content-Type: application/json" -d ${body}`
}

const bodyFlag = (type: string, { example }: Content): string => {
  if (type === "multipart/form-data") return "-F file=@list.csv"
  return type === "application/json"
    ? jsonBody(example)
    : `-H "Content-Type: ${type}" --data-binary @file`
}

const exampleOf = ({ name, example, schema }: Parameter): string =>
  String(example ?? schema.examples?.[0] ?? `<${name}>`)

/** A session is stored by signing in. What changes something has to come from the service's own pages. */
const credentialFlags = (method: string, path: string, { security = [] }: Operation): string[] => {
  if (path.endsWith("/session") && method === "post") return ["-c cookies.txt"]
  if (security.some((one) => "apiKey" in one)) return ['-H "X-API-Key: rcpt_live_…"']
  if (security.length === 0) return []
  return ["-b cookies.txt", ...(method === "get" ? [] : [`-H "Origin: ${base}"`])]
}

const isStream = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content = {} }) => "text/event-stream" in content)

/** The name of the file is in the answer. */
const isFile = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content = {} }) =>
    Object.keys(content).some((type) => type === "text/csv" || type === "application/pdf")
  )

const urlOf = (path: string, { parameters = [] }: Operation): string => {
  const filled = parameters
    .filter((one) => one.in === "path")
    .reduce((text, one) => text.replace(`{${one.name}}`, exampleOf(one)), path)
  const query = parameters
    .filter((one) => one.in === "query" && one.required)
    .map((one) => `${one.name}=${exampleOf(one)}`)
  return `"${base}${filled}${query.length === 0 ? "" : `?${query.join("&")}`}"`
}

const curlText = (method: string, path: string, operation: Operation): string => {
  const [body] = Object.entries(operation.requestBody?.content ?? {})
  const isImplied = method === "get" || (method === "post" && body !== undefined)
  const headers = (operation.parameters ?? [])
    .filter((one) => one.in === "header" && one.required)
    .map((one) => `-H "${one.name}: ${exampleOf(one)}"`)
  const command = [
    "curl",
    ...(isImplied ? [] : [`-X ${method.toUpperCase()}`]),
    ...(isStream(operation) ? ["-N"] : []),
    ...(isFile(operation) ? ["-OJ"] : []),
    ...credentialFlags(method, path, operation),
    ...headers,
    ...(body === undefined ? [] : [bodyFlag(...body)]),
    urlOf(path, operation)
  ].join(" ")
  // Long: each would need the data that it is about.
  return ["```sh long", command, "```"].join("\n")
}

const operationText = (method: string, path: string, operation: Operation): string =>
  paragraphs(
    `## ${operation.summary ?? path}`,
    code(`${method.toUpperCase()} ${path}`),
    operation.description ?? "",
    curlText(method, path, operation),
    parametersText(operation),
    operation.requestBody === undefined
      ? ""
      : paragraphs("**Body**", contentsText(operation.requestBody.content)),
    successText(operation),
    table(["error", "when"], errorRows(operation))
  )

const operationsOf = (document: OpenApiDocument, tags: ReadonlyArray<string>) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags: own = [] }]) => own.some((tag) => tags.includes(tag)))
      .map(([method, operation]) => operationText(method, path, operation))
  )

const made = "<!-- made from the contract in packages/api: node packages/cli/bin/run.mjs docs -->"

const documentPath = ({ tags }: ReferencePart): string =>
  tags.includes("Administration") ? "/api/v1/openapi-admin.json" : "/api/v1/openapi.json"

export const referencePage = (document: OpenApiDocument, part: ReferencePart): string =>
  `${paragraphs(
    made,
    `# ${part.name}`,
    part.about,
    `Linked objects are described [on a separate page](${objectsPart.path}.md). ` +
      `Any endpoint may also answer ${[...ofAnyEndpoint].join(", ")}: see [errors](../errors.md). ` +
      "After 429, too many requests, wait for the seconds of `Retry-After`.",
    `The OpenAPI document of this API is at \`${documentPath(part)}\` of your server.`,
    ...operationsOf(document, part.tags)
  )}\n`

const objectText = ([name, schema]: readonly [string, JsonSchema]): string => {
  const rows = propertyRows(schema)
  return paragraphs(
    `## ${nameOf(name)}`,
    schema.description ?? "",
    rows.length === 0 ? `Type: ${typeText(schema)}` : table(propertyHeads, rows)
  )
}

export const objectsPage = (document: OpenApiDocument): string =>
  `${paragraphs(
    made,
    `# ${objectsPart.name}`,
    "Objects that several endpoints return or accept.",
    ...Object.entries(document.components.schemas).map(objectText)
  )}\n`
