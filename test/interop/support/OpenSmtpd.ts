/**
 * OpenSMTPD, unpacked and not installed, with a configuration of our own in a temporary folder. Its queue and
 * its empty folder have paths that cannot be chosen; nothing is ever in them.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"
import type { Scope } from "effect"

import { openSmtpdProgram } from "../../support/needs.ts"
import { tempFolder } from "../../support/tempFolder.ts"
import * as daemon from "./daemon.ts"
import type { Place } from "./describeServer.ts"
import { ownCertificate } from "./ownCertificate.ts"

export interface OpenSmtpdOptions extends Place {
  /** Users of all domains. */
  readonly users: ReadonlyArray<string>
  /** smtpd.conf(5) without what it listens on; its table `users` has these users, and its filter
   * `full` refuses some. */
  readonly configuration: string
}

/** For root alone (the daemon checks it), or for those whom it hands connections to. */
const [secret, entered] = [0o600, 0o711]

const configurationIn = (folder: string, options: OpenSmtpdOptions): string => `
pki ours cert "${join(folder, "cert.pem")}"
pki ours key "${join(folder, "key.pem")}"
table users { ${options.users.map((user) => `"${user}" = "65534:65534:${folder}"`).join(", ")} }
${options.configuration}
listen on ${options.ip} port ${options.port} hostname ${options.hostname} tls pki ours filter "full"
`

export const start = (options: OpenSmtpdOptions): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const configuration = join(folder, "smtpd.conf")
    yield* Effect.sync(() => {
      for (const path of ["/var/spool/smtpd", "/var/lib/opensmtpd/empty"])
        mkdirSync(path, { recursive: true, mode: entered })
      const { key, cert } = ownCertificate(options.hostname)
      writeFileSync(join(folder, "key.pem"), key, { mode: secret })
      writeFileSync(join(folder, "cert.pem"), cert, { mode: secret })
      writeFileSync(configuration, configurationIn(folder, options), { mode: secret })
    })
    yield* daemon.start({
      program: openSmtpdProgram,
      args: ["-d", "-f", configuration],
      on: [{ ip: options.ip, port: options.port }]
    })
  })
