/** Writes the data types of the clients: `node packages/cli/bin/run.mjs docs`. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { document, publicSchemas } from "./publicSchemas.ts"
import { withPythonTypes } from "./pythonTypes.ts"
import { typescriptTypes } from "./typescriptTypes.ts"

const client = join(import.meta.dirname, "../../client")
const typescriptPath = join(client, "src/contract.ts")
const pythonPath = join(client, "python/rcpt.py")

export const madeFiles = (): ReadonlyArray<readonly [path: string, text: string]> => {
  const schemas = publicSchemas(document())
  return [
    [typescriptPath, typescriptTypes(schemas)],
    [pythonPath, withPythonTypes(readFileSync(pythonPath, "utf8"), schemas)]
  ]
}

if (import.meta.main) for (const [path, text] of madeFiles()) writeFileSync(path, text)
