/**
 * Writes the script for forms, `/form.js`, from its source in packages/client: `node packages/cli/bin/run.mjs docs`.
 * It is kept in the service as text, so that every way to run rcpt serves it, also one without a dashboard.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { repository } from "@rcpt/cli/builds"
import { rolldown } from "rolldown"

export const formScriptPath = join(repository, "packages/service/src/http/formScript.ts")

const bundled = async (): Promise<string> => {
  const build = await rolldown({ input: join(repository, "packages/client/src/formScript.ts") })
  const { output } = await build.generate({ format: "iife", minify: true })
  await build.close()
  return output[0].code.trim()
}

/** As the formatter writes it: in the quotation marks that need fewer escapes. */
const literal = (text: string): string => {
  const double = JSON.stringify(text)
  const single = `'${double
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
  return single.length < double.length ? single : double
}

export const formScriptFile = async (): Promise<string> => `/**
 * The script for forms that a page loads, \`/form.js\`. Made from packages/client/src/formScript.ts:
 * node packages/cli/bin/run.mjs docs
 */
export const formScript =
  ${literal(await bundled())}
`

if (import.meta.main) writeFileSync(formScriptPath, await formScriptFile())
