/** A row of the table of error codes (errorCodes.ts), and how one is written. */
import { codedTexts } from "./codedTexts.ts"

/** A row of the table. */
export interface ErrorCode<Code extends string = string> {
  readonly code: Code
  readonly status: number
  readonly meaning: string
  readonly remedy: string
  /** Texts of its sentences, with parts in braces. Without them: any other error of this status. */
  readonly texts?: ReadonlyArray<string>
}

/** Of a code whose sentences stand in `codedTexts`. */
export const withTexts = <const Code extends keyof typeof codedTexts>(
  status: number,
  code: Code,
  [meaning, remedy]: readonly [string, string]
): ErrorCode<Code> => ({ code, status, texts: Object.values(codedTexts[code]), meaning, remedy })

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
