/** The same question as a line for a shell. */
import type { Question } from "./Question.ts"

/** One word, whatever is in it: quotes end, one stands escaped, quotes begin again. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The key stays in the environment, and so out of the shell's history. */
export const curlOf = ({ email, mode }: Question, more: ReadonlyArray<string> = []): string =>
  [
    `curl -G ${quoted(`${window.location.origin}/api/v1/verify`)}`,
    '-H "X-API-Key: $RCPT_API_KEY"',
    `--data-urlencode ${quoted(`email=${email}`)}`,
    ...(mode === "deep" ? ["-d mode=deep"] : []),
    ...more
  ].join(" \\\n  ")
