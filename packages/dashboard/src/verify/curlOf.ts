/** A check as a curl command. */
import type { VerifyRequest } from "./verifyRequest.ts"

/** Text as one word of a shell command. */

/** A quote in the text ends the quoting, is escaped, and the quoting begins again. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Quoted only if it has characters that a shell would read otherwise. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text)

/** The API key is read from the environment, which keeps it out of the shell's history. */
export const curlOf = ({ email, mode }: VerifyRequest, more: ReadonlyArray<string> = []): string =>
  [
    `curl -G ${quoted(`${window.location.origin}/api/v1/verify`)}`,
    '-H "X-API-Key: $RCPT_API_KEY"',
    `--data-urlencode ${quoted(`email=${email}`)}`,
    ...(mode === "deep" ? ["-d mode=deep"] : []),
    ...more
  ].join(" \\\n  ")
