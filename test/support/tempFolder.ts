import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { Effect } from "effect"

/**
 * Whoever was just killed may have children that write for a moment longer (a delivery of Exim's did):
 * the folder is then not empty once its files are gone. Milliseconds, a little longer each time.
 */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 } as const

/** A folder that is deleted with the scope. Other users may enter it, unless it is `closed`. */
export const tempFolder = (kind: "open" | "closed" = "open") =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "rcpt-test-"))
      if (kind === "open") chmodSync(folder, 0o755)
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, removal))
  )
