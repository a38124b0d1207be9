/**
 * Adds the rate limit headers to the OpenAPI document. One middleware adds them to every response, so
 * they are not in the endpoints' schemas.
 */

const integer = (description: string) => ({ description, schema: { type: "integer" } })

export const rateLimitHeaders = {
  "x-ratelimit-limit": integer("Maximum number of requests at once. Absent without a rate limit."),
  "x-ratelimit-remaining": integer("Number of requests left."),
  "x-ratelimit-reset": integer("Unix time in seconds at which all of them are available again.")
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

/** Responses without these headers: sent before the account is known (http/inflightLimit.ts: 503). */
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
