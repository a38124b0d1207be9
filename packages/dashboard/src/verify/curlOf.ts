/** Checks as curl commands, and words of a shell. */
import type { VerifyRequest } from "./verifyRequest.ts"

/** The text in quotes. A quote in it ends the quoting, is escaped, and the quoting begins again. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * The text as one word of a shell command. It is quoted only if it has characters that a shell would read
 * otherwise.
 */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text)

/**
 * The curl command of a check. It reads the API key from the environment, which keeps it out of the
 * shell's history.
 */
export const curlOf = ({ email, mode }: VerifyRequest, more: ReadonlyArray<string> = []): string =>
  [
    `curl -G ${quoted(`${window.location.origin}/api/v1/verify`)}`,
    '-H "X-API-Key: $RCPT_API_KEY"',
    `--data-urlencode ${quoted(`email=${email}`)}`,
    ...(mode === "deep" ? ["-d mode=deep"] : []),
    ...more
  ].join(" \\\n  ")
