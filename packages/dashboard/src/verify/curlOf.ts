/** A check as a curl command. */
import { quoted } from "../parts/shellWord.ts"
import type { VerifyRequest } from "./verifyRequest.ts"

/** The API key is read from the environment, which keeps it out of the shell's history. */
export const curlOf = ({ email, mode }: VerifyRequest, more: ReadonlyArray<string> = []): string =>
  [
    `curl -G ${quoted(`${window.location.origin}/api/v1/verify`)}`,
    '-H "X-API-Key: $RCPT_API_KEY"',
    `--data-urlencode ${quoted(`email=${email}`)}`,
    ...(mode === "deep" ? ["-d mode=deep"] : []),
    ...more
  ].join(" \\\n  ")
