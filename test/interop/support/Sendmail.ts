/**
 * Sendmail, unpacked and not installed, with a configuration of our own in a temporary folder, made of the
 * macros of its package. It has a host name of its own: without a full one it waits a minute.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { Effect } from "effect"
import type { Scope } from "effect"

import { sendmailFolder } from "../../support/needs.ts"
import { tempFolder } from "../../support/tempFolder.ts"
import * as daemon from "./daemon.ts"
import type { Place } from "./describeServer.ts"
import { ownCertificate } from "./ownCertificate.ts"

export interface SendmailOptions extends Place {
  readonly domains: ReadonlyArray<string>
  /** Addresses that exist. */
  readonly users: ReadonlyArray<string>
  /** Domains whose every address is taken. */
  readonly catchAlls: ReadonlyArray<string>
  /** Replies to some recipients, with their codes: cf/README, "virtusertable". */
  readonly refusals: Readonly<Record<string, string>>
}

const macros = join(sendmailFolder, "usr/share/sendmail/cf/")
const program = join(sendmailFolder, "usr/libexec/sendmail/sendmail")

/** Between the columns of a table: replies have blanks. */
const between = "|"

const define = (name: string, value: string): string => `define(\`${name}', \`${value}')`

/** The folder is below one that everybody may write to. */
const unsafeFolders = "MapInUnsafeDirPath,ClassFileInUnsafeDirPath"

const configurationIn = (folder: string, options: SendmailOptions): string =>
  [
    "divert(0)",
    "OSTYPE(`linux')",
    "FEATURE(`nocanonify')",
    "FEATURE(`accept_unresolvable_domains')",
    "FEATURE(`no_default_msa')",
    `FEATURE(\`virtusertable', \`text -k0 -v1 -z${between} ${join(folder, "virtual")}')`,
    `VIRTUSER_DOMAIN(\`${[...options.domains, ...options.catchAlls].join(" ")}')`,
    `LOCAL_DOMAIN(\`${options.domains.join(" ")}')`,
    define("confSERVICE_SWITCH_FILE", join(folder, "switch")),
    define("confHOSTS_FILE", join(folder, "hosts")),
    define("confDOMAIN_NAME", options.hostname),
    define("confDONT_PROBE_INTERFACES", "True"),
    define("confDONT_BLAME_SENDMAIL", unsafeFolders),
    define("confTO_IDENT", "0"),
    define("confPID_FILE", join(folder, "pid")),
    define("confSERVER_CERT", join(folder, "cert.pem")),
    define("confSERVER_KEY", join(folder, "key.pem")),
    define("QUEUE_DIR", join(folder, "queue")),
    define("ALIAS_FILE", join(folder, "aliases")),
    define("STATUS_FILE", ""),
    `DAEMON_OPTIONS(\`Family=inet, Addr=${options.ip}, Port=${options.port}, Name=MTA')`,
    "MAILER(`local')",
    "MAILER(`smtp')",
    ""
  ].join("\n")

/** The mailbox of everybody: a user that each machine has. */
const mailbox = "root"

const write = (folder: string, options: SendmailOptions): void => {
  const { users, refusals, catchAlls, ip, hostname } = options
  const put = (file: string, lines: ReadonlyArray<string>, mode = 0o644) =>
    writeFileSync(join(folder, file), `${lines.join("\n")}\n`, { mode })
  const { key, cert } = ownCertificate(hostname)
  mkdirSync(join(folder, "queue"), { mode: 0o700 })
  put("key.pem", [key], 0o600)
  put("cert.pem", [cert])
  put("switch", ["hosts files", "aliases files"])
  put("hosts", [`${ip} ${hostname}`, "127.0.0.1 localhost"])
  put("aliases", [`postmaster: ${mailbox}`])
  const taken = [...users, ...catchAlls.map((domain) => `@${domain}`)]
  const virtual = [
    ...taken.map((address) => [address, mailbox]),
    ...Object.entries(refusals).map(([address, reply]) => [address, `error:${reply}`])
  ]
  put(
    "virtual",
    virtual.map((row) => row.join(between))
  )
  put("sendmail.mc", [configurationIn(folder, options)])
  const m4 = [`-D_CF_DIR_=${macros}`, join(macros, "m4/cf.m4"), join(folder, "sendmail.mc")]
  put("sendmail.cf", [execFileSync("m4", m4, { encoding: "utf8", stdio: "pipe" })])
}

/** The program and its arguments, on a host with this name. */
const inFolder = (
  folder: string,
  { hostname }: SendmailOptions,
  ...args: ReadonlyArray<string>
): ReadonlyArray<string> => [
  "LD_PRELOAD=libnss_wrapper.so",
  `NSS_WRAPPER_HOSTNAME=${hostname}`,
  `NSS_WRAPPER_HOSTS=${join(folder, "hosts")}`,
  program,
  "-C",
  join(folder, "sendmail.cf"),
  ...args
]

export const start = (options: SendmailOptions): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    yield* Effect.sync(() => {
      write(folder, options)
      execFileSync("env", inFolder(folder, options, "-bi"), { stdio: "pipe" })
    })
    yield* daemon.start({
      program: "env",
      args: inFolder(folder, options, "-bD"),
      on: [{ ip: options.ip, port: options.port }]
    })
  })
