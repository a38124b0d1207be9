/** A row of the table of error codes (errorCodes.ts), and how one is written. */

/** A row of the table. */
export interface ErrorCode {
  readonly code: string
  readonly status: number
  readonly meaning: string
  readonly remedy: string
  /** Without one: any other error of this status. */
  readonly sentence?: string | RegExp
  /** Seconds of `Retry-After`, where they are the same for each such error. */
  readonly retryAfter?: number
}

export const withSentence = (
  status: number,
  code: string,
  sentence: string | RegExp,
  [meaning, remedy]: readonly [string, string]
): ErrorCode => ({ code, status, sentence, meaning, remedy })

export const otherwise = (
  status: number,
  code: string,
  meaning: string,
  remedy: string
): ErrorCode => ({
  code,
  status,
  meaning,
  remedy
})
