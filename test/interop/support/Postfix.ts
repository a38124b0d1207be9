/**
 * A Postfix of our own, beside the machine's if it has one: its configuration, queue and keys are in
 * a temporary folder. One Postfix is many mail hosts, each an IP address with settings of its own.
 * The class of a domain (local, virtual, relayed) is the same for all of them.
 */
import { execFileSync } from "node:child_process"
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"
import type { Scope } from "effect"

import { tempFolder } from "../../support/tempFolder.ts"
import * as daemon from "./daemon.ts"
import { ownCertificate } from "./ownCertificate.ts"
import { userIds } from "./userIds.ts"

export type Settings = Readonly<Record<string, string>>

/** A table written in main.cf (DATABASE_README, "inline"). */
export const inline = (table: Settings): string =>
  `inline:{ ${Object.entries(table)
    .map(([key, value]) => `{ ${key} = ${value} }`)
    .join(" ")} }`

/** Replies to some recipients or senders, as in access(5). */
export const access = (of: "recipient" | "sender", table: Settings): string =>
  `check_${of}_access ${inline(table)}`

export interface MailHost {
  readonly ip: string
  /** Postscreen tests unknown clients first, and hands those that pass to smtpd. */
  readonly frontend?: "postscreen"
  readonly settings: Settings
}

export interface PostfixOptions {
  readonly port: number
  readonly settings: Settings
  readonly hosts: ReadonlyArray<MailHost>
}

const daemons = "/usr/lib/postfix/sbin"

/** Services of master.cf(5) needed to receive, and to verify a recipient at the next host. */
const services = `
pickup     unix  n - n 60    1 pickup
cleanup    unix  n - n -     0 cleanup
qmgr       unix  n - n 300   1 qmgr
rewrite    unix  - - n -     - trivial-rewrite
bounce     unix  - - n -     0 bounce
defer      unix  - - n -     0 bounce
trace      unix  - - n -     0 bounce
verify     unix  - - n -     1 verify
proxymap   unix  - - n -     - proxymap
proxywrite unix  - - n -     1 proxymap
smtp       unix  - - n -     - smtp
relay      unix  - - n -     - smtp
error      unix  - - n -     - error
retry      unix  - - n -     - error
local      unix  - n n -     - local
anvil      unix  - - n -     1 anvil
tlsmgr     unix  - - n 1000? 1 tlsmgr
tlsproxy   unix  - - n -     0 tlsproxy
dnsblog    unix  - - n -     0 dnsblog
postlog    unix-dgram n - n - 1 postlogd
smtpd      pass  - - n -     - smtpd
`

const serviceOf = (port: number, { ip, frontend, settings }: MailHost): string => {
  const head = `${ip}:${port} inet n - n - ${frontend === undefined ? "- smtpd" : `1 ${frontend}`}`
  const own = Object.entries(settings).map(([name, value]) => `  -o { ${name} = ${value} }`)
  return [head, ...own].join("\n")
}

const logOf = (folder: string): string => join(folder, "postfix.log")

const mainSettings = (folder: string): Settings => ({
  compatibility_level: "3.6",
  queue_directory: join(folder, "queue"),
  data_directory: join(folder, "data"),
  maillog_file: logOf(folder),
  maillog_file_prefixes: folder,
  myhostname: "mx.postfix.test",
  mydestination: "",
  // Our client counts as unknown, although it comes from loopback.
  mynetworks: "",
  smtpd_relay_restrictions: "reject_unauth_destination",
  // No DNS question leaves this machine.
  smtpd_peername_lookup: "no",
  smtp_dns_support_level: "disabled",
  inet_protocols: "ipv4",
  smtpd_tls_security_level: "may",
  smtpd_tls_chain_files: join(folder, "key-and-certificate.pem")
})

const write = (folder: string, { port, settings, hosts }: PostfixOptions): void => {
  const { key, cert } = ownCertificate("mx.postfix.test")
  writeFileSync(join(folder, "key-and-certificate.pem"), key + cert, { mode: 0o600 })
  const main = Object.entries({ ...mainSettings(folder), ...settings })
  writeFileSync(join(folder, "main.cf"), main.map((pair) => `${pair.join(" = ")}\n`).join(""))
  const listeners = hosts.map((host) => serviceOf(port, host)).join("\n")
  writeFileSync(join(folder, "master.cf"), `${listeners}\n${services}`)
}

export const start = (options: PostfixOptions): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    yield* Effect.sync(() => {
      write(folder, options)
      mkdirSync(join(folder, "queue"))
      mkdirSync(join(folder, "data"))
      const { user, group } = userIds("postfix")
      chownSync(join(folder, "data"), user, group)
      execFileSync("postfix", ["-c", folder, "post-install", "create-missing"], { stdio: "pipe" })
    })
    yield* daemon.start({
      program: "env",
      args: [
        "POSTLOG_SERVICE=postlog",
        "POSTLOG_HOSTNAME=mx",
        join(daemons, "master"),
        "-c",
        folder,
        "-s"
      ],
      log: () => readFileSync(logOf(folder), "utf8"),
      on: options.hosts.map(({ ip }) => ({ ip, port: options.port }))
    })
  })
