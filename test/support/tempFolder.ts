import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { Effect } from "effect"

/** A folder that is deleted with the scope. Other users may enter it, unless it is `closed`. */
export const tempFolder = (kind: "open" | "closed" = "open") =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "rcpt-test-"))
      if (kind === "open") chmodSync(folder, 0o755)
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
