/** qpsmtpd, unpacked and not installed, with the two of its plugins that know recipients. */
import { chownSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"
import type { Scope } from "effect"

import { qpsmtpdFolder } from "../../support/needs.ts"
import { tempFolder } from "../../support/tempFolder.ts"
import * as daemon from "./daemon.ts"
import type { Place } from "./describeServer.ts"
import { userIds } from "./userIds.ts"

export interface QpsmtpdOptions extends Place {
  /** The domain whose recipients are known, and what becomes of each: rcpt_map(1). All others do not exist. */
  readonly domain: string
  readonly recipients: Readonly<Record<string, string>>
  /** Domains whose every address is taken. */
  readonly catchAlls: ReadonlyArray<string>
}

const write = (folder: string, options: QpsmtpdOptions): void => {
  const { hostname, domain, recipients, catchAlls } = options
  const put = (file: string, lines: ReadonlyArray<string>) =>
    writeFileSync(join(folder, file), `${lines.join("\n")}\n`)
  const map = join(folder, "recipients")
  const spool = join(folder, "spool")
  put("plugins", [`rcpt_map file ${map} domain ${domain}`, "rcpt_ok"])
  put("plugin_dirs", [join(qpsmtpdFolder, "usr/share/qpsmtpd/plugins")])
  put("spool_dir", [spool])
  put("me", [hostname])
  put("rcpthosts", [domain, ...catchAlls])
  put(
    "recipients",
    Object.entries(recipients).map((recipient) => recipient.join(" "))
  )
  mkdirSync(spool, { mode: 0o700 })
  const { user, group } = userIds("nobody")
  for (const path of [folder, spool]) chownSync(path, user, group)
}

export const start = (options: QpsmtpdOptions): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { ip, port } = options
    const folder = yield* tempFolder()
    yield* Effect.sync(() => write(folder, options))
    const program = join(qpsmtpdFolder, "usr/bin/qpsmtpd-forkserver")
    yield* daemon.start({
      program: "env",
      args: [
        `QPSMTPD_CONFIG=${folder}`,
        "perl",
        "-T",
        "-I",
        join(qpsmtpdFolder, "usr/share/perl5"),
        program,
        `--listen-address=${ip}`,
        `--port=${port}`,
        "--user=nobody",
        "--no-rdns"
      ],
      on: [{ ip, port }]
    })
  })
