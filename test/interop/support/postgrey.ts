/** Postgrey with a database of its own, deleted with the scope. */
import { chownSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"
import type { Duration, Scope } from "effect"
import { toSeconds } from "effect/Duration"

import { tempFolder } from "../../support/tempFolder.ts"
import * as daemon from "./daemon.ts"
import { userIds } from "./userIds.ts"

export interface PostgreyOptions {
  readonly ip: string
  readonly port: number
  readonly delay: Duration.Duration
}

export const start = ({
  ip,
  port,
  delay
}: PostgreyOptions): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* tempFolder("closed")
    yield* Effect.sync(() => {
      const { user, group } = userIds("postgrey")
      chownSync(folder, user, group)
    })
    yield* daemon.start({
      program: "postgrey",
      args: [
        `--inet=${ip}:${port}`,
        `--dbdir=${folder}`,
        `--pidfile=${join(folder, "pid")}`,
        `--delay=${toSeconds(delay)}`,
        // In place of its own lists of clients and recipients that are not greylisted.
        "--whitelist-clients=/dev/null",
        "--whitelist-recipients=/dev/null"
      ],
      on: [{ ip, port }]
    })
  })
