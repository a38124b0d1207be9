/**
 * The code of each error, for the header `X-Error-Code`: by the status and the sentence of the body, which
 * stay as the contract has them. Codes are stable: they may be added, and are never renamed. The first row
 * that matches counts; the last row of a status has no sentence and takes what is left.
 */
import { clientErrors } from "./clientErrors.ts"
import type { ErrorCode } from "./ErrorCode.ts"
import { otherErrors } from "./otherErrors.ts"

export const errorCodeHeader = "x-error-code"

/** The page with an anchor for each code. */
export const errorsPath = "/docs/errors"

export const errorCodes: ReadonlyArray<ErrorCode> = [...clientErrors, ...otherErrors].toSorted(
  (one, other) => one.status - other.status
)

const says = ({ sentence }: ErrorCode, text: string): boolean => {
  if (sentence === undefined) return true
  return typeof sentence === "string" ? sentence === text : sentence.test(text)
}

/** For what is in no row: tests hold that there is nothing. */
const unlisted = (status: number): string => (status >= 500 ? "internal_error" : "invalid_request")

export const errorCodeOf = (status: number, sentence: string): string =>
  errorCodes.find((row) => row.status === status && says(row, sentence))?.code ?? unlisted(status)

/** The values of `X-Error-Code` and of `Link` (RFC 8288 §3, `help` of RFC 5988 §6.2.2). */
export const errorHeaders = (code: string): Readonly<Record<string, string>> => ({
  [errorCodeHeader]: code,
  link: `<${errorsPath}#${code}>; rel="help"`
})

/** Two ways to send an API key (RFC 6750 §3; `ApiKey` is in no registry), for every 401. */
export const challenge = 'Bearer realm="rcpt", ApiKey realm="rcpt", header="X-API-Key"'

/** All that a client is told of an error beside its body. */
export const headersOfError = (
  status: number,
  sentence: string
): Readonly<Record<string, string>> => ({
  ...errorHeaders(errorCodeOf(status, sentence)),
  ...(status === 401 && { "www-authenticate": challenge })
})
