/** A check as a curl command. */
import type { VerifyRequest } from "./verifyRequest.ts"

/** One shell word. A quote in the text ends the quoting, is escaped, and the quoting begins again. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The API key is read from the environment, which keeps it out of the shell's history. */
export const curlOf = ({ email, mode }: VerifyRequest, more: ReadonlyArray<string> = []): string =>
  [
    `curl -G ${quoted(`${window.location.origin}/api/v1/verify`)}`,
    '-H "X-API-Key: $RCPT_API_KEY"',
    `--data-urlencode ${quoted(`email=${email}`)}`,
    ...(mode === "deep" ? ["-d mode=deep"] : []),
    ...more
  ].join(" \\\n  ")
