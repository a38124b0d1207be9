/** A row of the table of error codes (errorCodes.ts), and how one is written. */

/** A row of the table. */
export interface ErrorCode<Code extends string = string> {
  readonly code: Code
  readonly status: number
  readonly meaning: string
  readonly remedy: string
  /** Without one: any other error of this status. */
  readonly sentence?: string | RegExp
  /** Seconds of `Retry-After`, where they are the same for each such error. */
  readonly retryAfter?: number
}

export const withSentence = <const Code extends string>(
  status: number,
  code: Code,
  sentence: string | RegExp,
  [meaning, remedy]: readonly [string, string]
): ErrorCode<Code> => ({ code, status, sentence, meaning, remedy })

export const otherwise = <const Code extends string>(
  status: number,
  code: Code,
  meaning: string,
  remedy: string
): ErrorCode<Code> => ({
  code,
  status,
  meaning,
  remedy
})
