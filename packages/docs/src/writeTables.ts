/** Generates the tables of all pages: `node packages/cli/bin/run.mjs docs`. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { pages, withTables } from "./tables.ts"

for (const page of pages) {
  const path = join(import.meta.dirname, "..", page.path)
  writeFileSync(path, withTables(readFileSync(path, "utf8"), page))
}
