/** Writes what is generated: `node packages/cli/bin/run.mjs docs`. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import { docsFolder, generatedPages } from "./pages.ts"

for (const { path, text } of generatedPages) {
  const file = join(docsFolder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text())
}
