/**
 * The error of any failed request: a sentence for people, and what support needs to find it in the log.
 * Status 0 means that there was no response at all.
 */
import type { ErrorName } from "@rcpt/api/errors/errorCodes"
import type { changeUnconfirmedSentence } from "@rcpt/api/Problem"

import { words } from "../words/api.tsx"
import { words as said } from "../words/sentences.tsx"

/**
 * The service's error about one field, or `undefined` if it is not about `field`. The error begins with
 * the field's name in the API, as in "name must be 1 to 100 visible characters". The page shows it at the
 * field and begins it with `subject`, the name that people see, such as "The name".
 */
export const fieldError = (error: unknown, field: string, subject: string): string | undefined =>
  error instanceof ApiError && error.status === 400 && error.message.startsWith(`${field} `)
    ? faultOf(subject, error.message.slice(field.length + 1))
    : undefined

/** The error at the field of a password that was asked for and is wrong (403). */
export const wrongPassword = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 403 ? sentenceOf(error) : undefined

const faultOf = (subject: string, fault: string): string => {
  const known = said.fieldFault(fault)
  return toSentence(known === undefined ? words.ofField(subject, fault) : `${subject} ${known}`)
}

export class ApiError extends Error {
  readonly status: number
  /** `X-Error-Code`: what is wrong, for programs. */
  readonly code: ErrorName | undefined
  /** `X-Request-Id`, which is in the service's log. */
  readonly requestId: string | undefined
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined
  /** The time of the response, in epoch milliseconds. */
  readonly at = Date.now()

  constructor(
    toSentence: string,
    status: number,
    more: {
      readonly code?: ErrorName | undefined
      readonly requestId?: string | undefined
      readonly retryAfter?: number | undefined
    } = {}
  ) {
    super(toSentence)
    this.name = "ApiError"
    this.status = status
    this.code = more.code
    this.requestId = more.requestId
    this.retryAfter = more.retryAfter
  }

  /** The service did not respond, or a proxy responded in its place. This may be over in a moment. */
  get isConnection(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504)
  }
}

/** Whether there is no such thing (any more). To ask again would change nothing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404

/** The error with a capital letter and a full stop, for people. Errors of the API have neither. */
export const toSentence = (error: string): string => {
  const trimmed = error.trim()
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}

const unconfirmed: typeof changeUnconfirmedSentence =
  "the database did not confirm the change: try to sign in with the new password, else with the old one"

const sentences: Readonly<Record<number, string>> = words.errors

/** The sentence to show for any error. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return words.page
  if (error.status === 429) {
    const { retryAfter = 0 } = error
    return words.tooMany(retryAfter <= 1 ? undefined : retryAfter)
  }
  // The person has to do something about this one, and to repeat it would not help.
  if (error.message === unconfirmed) return serviceSentence(error)
  return sentences[error.status] ?? serviceSentence(error)
}

/** The service's own sentence, in the reader's language. */
export const serviceSentence = ({ message, code }: ApiError): string =>
  toSentence(said.problem(message, code))
