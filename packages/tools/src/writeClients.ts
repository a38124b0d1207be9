/**
 * Writes the data types of the clients, which no commit keeps: `node packages/cli/bin/run.mjs types`. What needs them,
 * the compiler and packages, calls it before.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { repository } from "@rcpt/cli/builds"

import { document, publicSchemas } from "./publicSchemas.ts"
import { pythonTypes } from "./pythonTypes.ts"
import { typescriptTypes } from "./typescriptTypes.ts"

/** The files that are made, by their paths in the repository. */
export const madeFiles = (): Readonly<Record<string, string>> => {
  const schemas = publicSchemas(document())
  return {
    "packages/client/src/contract.ts": typescriptTypes(schemas),
    "packages/client/python/rcpt_types.py": pythonTypes(schemas)
  }
}

/** A file is replaced as a whole, and only by another text: packages are built side by side, and read it meanwhile. */
export const writeClients = (): void => {
  for (const [path, text] of Object.entries(madeFiles())) {
    const file = join(repository, path)
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue
    const unfinished = `${file}.unfinished-${process.pid}`
    writeFileSync(unfinished, text)
    renameSync(unfinished, file)
  }
}

if (import.meta.main) writeClients()
