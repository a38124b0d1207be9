/**
 * Adds to the OpenAPI document what the endpoints' schemas do not contain: headers of every response,
 * errors that any endpoint may return, and examples.
 */
import { errorCodes } from "./errors/errorCodes.ts"
import { operationExamples, parameterExamples, problemExamples } from "./examples.ts"
import { replayHeader } from "./IdempotencyKey.ts"

interface Content {
  readonly schema?: object
}

interface Response {
  readonly description?: string
  readonly headers?: object
  readonly content?: Readonly<Record<string, Content>>
}

interface Parameter {
  readonly name: string
}

interface Operation {
  readonly operationId?: string
  readonly security?: ReadonlyArray<object>
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: Response
  readonly responses?: Readonly<Record<string, Response>>
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const mapValues = <A, B>(
  record: Readonly<Record<string, A>>,
  f: (value: A, key: string) => B
): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value, key)]))

const integer = (description: string) => ({ description, schema: { type: "integer" } })

/** One middleware adds these headers to every response, so they are not in the endpoints' schemas. */
const rateLimitHeaders = {
  "x-ratelimit-limit": integer("Maximum number of requests at once. Absent without a rate limit."),
  "x-ratelimit-remaining": integer("Number of requests left."),
  "x-ratelimit-reset": integer("Unix time in seconds at which all of them are available again.")
}

/** Responses without these headers: sent before the account is known. */
const anonymous: ReadonlySet<string> = new Set(["401", "417", "421", "431"])

/** Each 429 says more of itself. */
const isOwn = (status: string): boolean => anonymous.has(status) || status === "429"

export const describeRateLimit = (document: Document): Document => ({
  ...document,
  paths: mapValues(document.paths ?? {}, (operations) => mapValues(operations, limited))
})

const limited = (operation: Operation): Operation =>
  (operation.security ?? []).length === 0
    ? operation
    : {
        ...operation,
        responses: mapValues(operation.responses ?? {}, (response, status) =>
          isOwn(status)
            ? response
            : { ...response, headers: { ...response.headers, ...rateLimitHeaders } }
        )
      }

const requestId = {
  "x-request-id": {
    description: "Unique id of this response, also in the log of the service.",
    required: true,
    schema: { type: "string", format: "uuid" }
  }
}

const replay = {
  [replayHeader]: {
    description: "Present if this response repeats an earlier one for the same `Idempotency-Key`.",
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

/** Only some errors of these statuses have it. */
const retryAfterOfSome = {
  "retry-after": { ...retryAfter["retry-after"], required: false }
}

/** The codes are no enum: others may be added. */
const errorHeadersOf = (status: string): object => {
  const codes = errorCodes.filter((row) => String(row.status) === status).map(({ code }) => code)
  return {
    "x-error-code": {
      description: `What went wrong, for programs: ${codes.join(", ")}. More may be added.`,
      required: true,
      schema: { type: "string", pattern: "^[a-z][a-z0-9_]*$" }
    },
    link: {
      description: 'The page about the code, with `rel` "help".',
      required: true,
      schema: { type: "string" }
    },
    ...(status === "409" && retryAfterOfSome),
    ...(status === "401" && {
      "www-authenticate": {
        description: "How to send an API key.",
        required: true,
        schema: { type: "string" }
      }
    })
  }
}

const problem = (description: string, headers: object = {}): Response => ({
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

const required = (header: object): object => ({ ...header, required: true })

/** Errors of any endpoint: an endpoint's own description of one comes first. */
const commonErrors = {
  400: problem("Invalid request. The sentence names the field and its limit."),
  408: problem("The request was not sent in time."),
  417: problem("The value of the `Expect` header is not supported."),
  421: problem("The `Host` header names another host."),
  429: problem("Too many requests. Retry after the time in `Retry-After`.", {
    ...retryAfter,
    ...mapValues(rateLimitHeaders, required)
  }),
  431: problem("The request line and the headers have more than 16 KiB."),
  500: problem("Internal error. The service's log has the cause, with the `X-Request-Id`."),
  503: problem(
    "The database restarts or is away (`unavailable`), or too many requests are in progress " +
      "(`overloaded`). Retry after the time in `Retry-After`.",
    retryAfter
  )
}

const isSuccess = (status: string): boolean => status.startsWith("2")

const isError = (status: string): boolean => Number(status) >= 400

/** Examples are texts, and a workbook is none. */
const isText = (type: string): boolean => !type.startsWith("application/vnd.")

const withExample = <A extends Response>(part: A, example: unknown): A =>
  example === undefined || part.content === undefined
    ? part
    : {
        ...part,
        content: mapValues(part.content, (media, type) =>
          isText(type) ? { ...media, example } : media
        )
      }

const exampleOf = (operationId: string, status: string): unknown => {
  const { response, others } = operationExamples[operationId] ?? {}
  if (others?.[status] !== undefined) return others[status]
  if (isSuccess(status)) return response
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
  const describeResponse = (response: Response, status: string): Response => ({
    ...withExample(response, exampleOf(operationId, status)),
    headers: {
      ...response.headers,
      ...requestId,
      ...(isError(status) && errorHeadersOf(status)),
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
    responses: mapValues({ ...commonErrors, ...responses }, describeResponse)
  }
}

export const describeResponses = (document: Document): Document => ({
  ...document,
  paths: mapValues(document.paths ?? {}, (operations) => mapValues(operations, describe))
})
