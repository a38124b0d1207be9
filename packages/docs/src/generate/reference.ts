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

/** Of the connection and the proxy before the service rather than of the endpoint: told once a page. */
const ofAnyEndpoint: ReadonlySet<string> = new Set(["408", "417", "421", "431"])

const errorRows = ({ responses }: Operation) =>
  Object.entries(responses)
    .filter(([status]) => !isSuccess(status) && !ofAnyEndpoint.has(status))
    .map(([status, { description }]) => [status, cell(description ?? "")])

const operationText = (method: string, path: string, operation: Operation): string =>
  paragraphs(
    `## ${operation.summary ?? path}`,
    code(`${method.toUpperCase()} ${path}`),
    operation.description ?? "",
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

export const referencePage = (document: OpenApiDocument, part: ReferencePart): string =>
  `${paragraphs(
    made,
    `# ${part.name}`,
    part.about,
    `Linked objects are described [on a separate page](${objectsPart.path}.md). ` +
      `Any endpoint may also answer ${[...ofAnyEndpoint].join(", ")}: see [errors](../errors.md).`,
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
