/** The results of a job as a file. */
import type { Effect } from "effect"

import { downloadFile } from "./downloadFile.ts"
import type { CommandFailed } from "./exitCodes.ts"
import type { Server } from "./requestServer.ts"

const sentences = {
  400: "The job has not ended: its results are there once it has.",
  404: "There is no such job."
}

/** Rows without a result are in it too, for a job that was cancelled. */
export const downloadResults = (
  server: Server,
  job: string,
  file: string
): Effect.Effect<void, CommandFailed> =>
  downloadFile(server, {
    path: `/jobs/${encodeURIComponent(job)}/download?partial=true`,
    file,
    sentences
  })
