/**
 * Whatever went wrong with a request, as one class: a sentence for people and what support needs to
 * find it. Status 0: no answer came at all.
 */
export class ApiError extends Error {
  readonly status: number
  /** `X-Request-Id`, by which the service's log knows the request. */
  readonly requestId: string | undefined
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    sentence: string,
    status: number,
    more: { readonly requestId?: string | undefined; readonly retryAfter?: number | undefined } = {}
  ) {
    super(sentence)
    this.name = "ApiError"
    this.status = status
    this.requestId = more.requestId
    this.retryAfter = more.retryAfter
  }

  /** Nobody answered, or a proxy did in place of the service: it may be gone in a moment. */
  get isConnection(): boolean {
    return this.status === 0 || (this.status >= 502 && this.status <= 504)
  }
}

/** Contract sentences begin in lower case and have no full stop, for programs; people get both. */
export const sentence = (words: string): string => {
  const trimmed = words.trim()
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}

/** Where the contract's sentence is for programs. */
const better: Readonly<Record<number, string>> = {
  0: "The service does not answer. Is it running, and are you connected?",
  401: "Your session has ended. Sign in again.",
  402: "There are not enough credits for this.",
  500: "Something went wrong on our side. It was logged.",
  502: "The service does not answer at the moment.",
  503: "The service is busy or stopping. Try again in a moment.",
  504: "The service took too long to answer."
}

const wait = ({ retryAfter }: ApiError): string =>
  retryAfter === undefined || retryAfter <= 1 ? "in a moment" : `in ${retryAfter} seconds`

/** What to show of any error, the service's own words where they are for people. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return "Something went wrong on this page."
  if (error.status === 429) return `That was too often. Try again ${wait(error)}.`
  return better[error.status] ?? sentence(error.message)
}
