/**
 * Exim, unpacked and not installed, with a configuration of our own in a temporary folder. Root may
 * name any configuration. Exim then gives up the right to deliver, which these tests do not need.
 */
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"
import type { Scope } from "effect"

import { eximProgram } from "../../support/needs.ts"
import { tempFolder } from "../../support/tempFolder.ts"
import * as daemon from "./daemon.ts"
import { userIds } from "./userIds.ts"

export interface EximOptions {
  readonly port: number
  readonly ips: ReadonlyArray<string>
  /** The configuration without paths and addresses: exim4 spec, chapter 6. */
  readonly configuration: string
}

const mainOptions = (folder: string, { port, ips }: EximOptions): string => `
spool_directory = ${join(folder, "spool")}
log_file_path = ${join(folder, "%slog")}
pid_file_path = ${join(folder, "exim.pid")}
local_interfaces = <; ${ips.map((ip) => `[${ip}]:${port}`).join(" ; ")}
primary_hostname = mx.exim.test
host_lookup =
rfc1413_query_timeout = 0s
dns_ipv4_lookup = *
`

export const start = (options: EximOptions): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const configuration = join(folder, "exim.conf")
    yield* Effect.sync(() => {
      const { user, group } = userIds("Debian-exim")
      mkdirSync(join(folder, "spool"))
      for (const path of [folder, join(folder, "spool")]) chownSync(path, user, group)
      // Exim reads no configuration that users other than root could have written.
      writeFileSync(configuration, mainOptions(folder, options) + options.configuration)
    })
    yield* daemon.start({
      program: eximProgram,
      args: ["-C", configuration, "-bdf"],
      on: options.ips.map((ip) => ({ ip, port: options.port })),
      log: () => readFileSync(join(folder, "mainlog"), "utf8")
    })
  })
