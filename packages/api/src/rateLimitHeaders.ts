/**
 * Adds to the OpenAPI document what one middleware adds to every answer: how the account stands with
 * its rate limit. They are no part of the endpoints' own schemas, which know nothing of it.
 */

const integer = (description: string) => ({ description, schema: { type: "integer" } })

export const rateLimitHeaders = {
  "x-ratelimit-limit": integer("Requests that may be sent at once. Absent without a rate limit."),
  "x-ratelimit-remaining": integer("How many of them are left now."),
  "x-ratelimit-reset": integer("Unix time in seconds at which all are there again.")
}

interface Response {
  readonly headers?: object
}

interface Operation {
  readonly security?: ReadonlyArray<object>
  readonly responses?: Readonly<Record<string, Response>>
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Who is refused before it is known whose key it is gets no such headers (http/gate.ts: 503). */
const anonymous: ReadonlySet<string> = new Set(["401", "503"])

export const describeRateLimit = (document: Document): Document => ({
  ...document,
  paths: mapValues(document.paths ?? {}, (operations) => mapValues(operations, describe))
})

const describe = (operation: Operation): Operation =>
  (operation.security ?? []).length === 0
    ? operation
    : {
        ...operation,
        responses: mapValues(operation.responses ?? {}, (response, status) =>
          anonymous.has(status)
            ? response
            : { ...response, headers: { ...response.headers, ...rateLimitHeaders } }
        )
      }

const mapValues = <A, B>(
  record: Readonly<Record<string, A>>,
  f: (value: A, key: string) => B
): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value, key)]))
