/**
 * Adds to the OpenAPI document what the endpoints' own schemas do not say: headers that come with
 * every answer, errors that may come from any endpoint, and examples.
 */
import { operationExamples, parameterExamples, problemExamples } from "./examples.ts"
import { replayHeader } from "./IdempotencyKey.ts"

interface Content {
  readonly schema?: object
}

interface Answer {
  readonly description?: string
  readonly headers?: object
  readonly content?: Readonly<Record<string, Content>>
}

interface Parameter {
  readonly name: string
}

interface Operation {
  readonly operationId?: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: Answer
  readonly responses?: Readonly<Record<string, Answer>>
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const requestId = {
  "x-request-id": {
    description: "Of this answer alone; the log of the service knows it.",
    required: true,
    schema: { type: "string", format: "uuid" }
  }
}

const replay = {
  [replayHeader]: {
    description: "Present when this answer was given before, to the same `Idempotency-Key`.",
    schema: { type: "string", enum: ["true"] }
  }
}

const retryAfter = {
  "retry-after": {
    description: "Seconds, 1 or more.",
    required: true,
    schema: { type: "string", pattern: "^[1-9][0-9]*$" }
  }
}

const problem = (description: string, headers: object = {}): Answer => ({
  description,
  headers,
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: { error: { type: "string" } },
        required: ["error"]
      }
    }
  }
})

/** From any endpoint, whatever was asked. */
const anywhere = {
  500: problem("We are at fault. The cause is in the log under the `X-Request-Id`."),
  503: problem("Too many requests are in flight here: ask again, or another node.", retryAfter)
}

const isSuccess = (status: string): boolean => status.startsWith("2")

const withExample = <A extends Answer>(part: A, example: unknown): A =>
  example === undefined
    ? part
    : { ...part, content: mapValues(part.content ?? {}, (media) => ({ ...media, example })) }

const exampleOf = (operationId: string, status: string): unknown => {
  const { answer, others } = operationExamples[operationId] ?? {}
  if (others?.[status] !== undefined) return others[status]
  if (isSuccess(status)) return answer
  const error = problemExamples[status]
  return error && { error }
}

const exampleOfParameter = (operationId: string, name: string): object => {
  const example = parameterExamples[`${operationId} ${name}`] ?? parameterExamples[name]
  return example === undefined ? {} : { example }
}

const describe = (operation: Operation): Operation => {
  const { operationId = "", parameters = [], requestBody, responses = {} } = operation
  const isKeyed = parameters.some(({ name }) => name === "idempotency-key")
  const answer = (response: Answer, status: string): Answer => ({
    ...withExample(response, exampleOf(operationId, status)),
    headers: {
      ...response.headers,
      ...requestId,
      ...(isKeyed && isSuccess(status) && replay)
    }
  })
  return {
    ...operation,
    parameters: parameters.map((parameter) => ({
      ...parameter,
      ...exampleOfParameter(operationId, parameter.name)
    })),
    ...(requestBody && {
      requestBody: withExample(requestBody, operationExamples[operationId]?.body)
    }),
    responses: mapValues({ ...responses, ...anywhere }, answer)
  }
}

export const describeAnswers = (document: Document): Document => ({
  ...document,
  paths: mapValues(document.paths ?? {}, (operations) => mapValues(operations, describe))
})

const mapValues = <A, B>(
  record: Readonly<Record<string, A>>,
  f: (value: A, key: string) => B
): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value, key)]))
