/**
 * Builds the bundle of the command line if there is none of these sources: `node packages/cli/src/bundle/buildNow.ts`.
 * Where it cannot be built, they run as they are.
 */
import { existsSync } from "node:fs"

import { bundleFolder } from "./bundleFile.ts"

try {
  // Nearly every start finds one: what builds it takes as long to load as to find that out.
  if (!existsSync(bundleFolder())) {
    const { buildBundle } = await import("./buildBundle.ts")
    await buildBundle()
  }
} catch (error) {
  const why = error instanceof Error ? error.message : String(error)
  process.stderr.write(`rcpt runs from its sources, which takes more memory: ${why}\n`)
}
