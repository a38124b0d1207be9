/**
 * Tests that need more than npm can install. If it is missing, they are skipped, and the run reports
 * that at its end (SkippedReporter.ts). CI skips nothing that could be installed there.
 */
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"

import { describe, it } from "vitest"

import { skipReason } from "./SkippedReporter.ts"

export interface Need {
  /** As in "needs Chromium". */
  readonly name: string
  readonly found: boolean
  /** False for what no package provides, such as root rights: CI may skip such tests. */
  readonly installable: boolean
}

const versionOf = (program: string): string =>
  execFileSync(program, ["--version"], { encoding: "utf8" })

export const root: Need = { name: "root", found: process.getuid?.() === 0, installable: false }

/** Unpacked by .ci/mail-servers.sh, because their packages would replace Postfix's. */
const unpacked = (path: string): string =>
  join(import.meta.dirname, "../../node_modules/.cache", path)

export const eximProgram = unpacked("exim4/usr/sbin/exim4")
export const openSmtpdProgram = unpacked("opensmtpd/usr/sbin/smtpd")
/** With the macros that its configuration is made of. */
export const sendmailFolder = unpacked("sendmail")
export const qpsmtpdFolder = unpacked("qpsmtpd")

/** They switch users, which needs root; .ci/mail-servers.sh installs the rest. */
const mailServer = (name: string, ...programs: ReadonlyArray<string>): Need => ({
  name: root.found ? name : `${name} and root`,
  found: root.found && programs.every((program) => existsSync(program)),
  installable: root.found && existsSync("/usr/bin/apt-get")
})

export const postfix = mailServer("Postfix", "/usr/lib/postfix/sbin/master")
export const exim = mailServer("Exim", eximProgram)
export const openSmtpd = mailServer("OpenSMTPD", openSmtpdProgram)
export const sendmail = mailServer("Sendmail", join(sendmailFolder, "complete"), "/usr/bin/m4")
export const qpsmtpd = mailServer("qpsmtpd", join(qpsmtpdFolder, "complete"))
export const dovecot = mailServer("Dovecot", "/usr/sbin/dovecot", "/usr/lib/dovecot/imap")
export const postgrey = mailServer("postgrey", "/usr/sbin/postgrey", "/usr/lib/postfix/sbin/master")

/** The shell has no windows, tabs and extensions: it takes two thirds of the processor time. */
const chromiumPrograms = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]
const foundChromium = chromiumPrograms.find((program) => existsSync(program))

export const chromiumProgram = foundChromium ?? "chromium"

/** Debian's, by .ci/browser.sh: one from npm would add 150 MB to every installation. */
export const chromium: Need = {
  name: "Chromium",
  found: foundChromium !== undefined,
  installable: root.found && existsSync("/usr/bin/apt-get")
}

/** By .ci/infra.sh, from Debian. */
const infra = (name: string, ...files: ReadonlyArray<string>): Need => ({
  name,
  found: files.every((file) => existsSync(file)),
  installable: root.found && existsSync("/usr/bin/apt-get")
})

export const natsServer = infra("nats-server", "/usr/sbin/nats-server")
export const prometheus = infra("Prometheus", "/usr/bin/prometheus", "/usr/bin/promtool")
export const caddy = infra("Caddy", "/usr/bin/caddy")
export const nginx = infra("nginx", "/usr/sbin/nginx")
export const curl = infra("curl", "/usr/bin/curl")
export const terminal = infra("script", "/usr/bin/script")
export const pgbouncer = infra("PgBouncer", "/usr/sbin/pgbouncer")
export const python = infra("Python", "/usr/bin/python3")
/** From PyPI, by .ci/python-client.sh. */
export const pythonClientFolder = unpacked("openapi-python-client")
export const pythonClient: Need = {
  name: "openapi-python-client",
  found: existsSync(join(pythonClientFolder, "bin/openapi-python-client")),
  installable: python.found
}
/** It reads the passwords of the system, which needs root. */
export const dante: Need = {
  ...infra(root.found ? "Dante" : "Dante and root", "/usr/sbin/danted"),
  ...(!root.found && { found: false })
}
export const unbound = infra("Unbound", "/usr/sbin/unbound", "/usr/share/dns/root.key")

/** The services' own libraries, by .ci/sdks.sh. */
export const sdksFolder = unpacked("sdks")
export const sdksOfNpm: Need = {
  name: "the services' libraries from npm",
  found: existsSync(join(sdksFolder, "node_modules/emailable")),
  installable: true
}
export const sdksOfPyPI: Need = {
  name: "the services' libraries from PyPI",
  found: existsSync(join(sdksFolder, "python/complete")),
  installable: python.found
}
/** No script installs Cargo: few distributions have one as new as the crates need. */
export const sdksOfCrates: Need = {
  name: "the services' libraries from crates.io, and Cargo",
  found: existsSync(join(sdksFolder, "rust/complete")),
  installable: (process.env["PATH"] ?? "")
    .split(":")
    .some((folder) => existsSync(join(folder, "cargo")))
}

/** Where its own archive puts it, or Debian, by .ci/guides.sh. */
const foundGo = ["/usr/local/go/bin/go", "/usr/bin/go"].find((program) => existsSync(program))

export const goProgram = foundGo ?? "go"

export const go: Need = {
  name: "Go",
  found: foundGo !== undefined,
  installable: root.found && existsSync("/usr/bin/apt-get")
}

/**
 * A folder with the program of listmonk 6.2, its static/, i18n/, queries/, schema.sql, permissions.json, config.toml.sample
 * and an empty frontend/dist/: `go build ./cmd` in its source. No registry of packages has it.
 */
export const listmonkFolder = unpacked("listmonk")
export const listmonk: Need = {
  name: "listmonk",
  found: existsSync(join(listmonkFolder, "listmonk")),
  installable: false
}

/** What guides run on, by .ci/guides.sh. */
export const guidesFolder = unpacked("guides")
const fromNpm = (name: string, path: string): Need => ({
  name,
  found: existsSync(join(guidesFolder, "node_modules", path)),
  installable: true
})
export const express = fromNpm("Express", "express")
export const next = fromNpm("Next.js", "next")
const fromPyPI = (name: string, path: string): Need => ({
  name,
  found: existsSync(join(guidesFolder, "python/bin", path)),
  installable: python.found
})
export const flask = fromPyPI("Flask", "flask")
export const django = fromPyPI("Django", "django-admin")
export const php = infra("PHP", "/usr/bin/php")
export const sinatra = infra("Sinatra", "/usr/bin/ruby", "/var/lib/dpkg/info/ruby-sinatra.list")
export const wordpressFolder = join(guidesFolder, "wordpress/usr/share/wordpress")
export const wordpress = infra("WordPress", "/usr/bin/php", join(wordpressFolder, "wp-load.php"))

/** The oldest that clients and launchers run on: the system's own, where it is that one. */
const foundNode20 = ["/usr/bin/node", "/usr/local/bin/node"].find(
  (program) => existsSync(program) && versionOf(program).startsWith("v20.")
)

export const node20 = {
  name: "Node 20",
  found: foundNode20 !== undefined,
  installable: false,
  program: foundNode20 ?? "node"
}

/** By .ci/runtimes.sh, from npm. `args`: before the file. */
const runtime = (name: string, path: string, args: ReadonlyArray<string> = []) => {
  const program = unpacked(join("runtimes/node_modules", path))
  const installable = process.platform === "linux" && process.arch === "x64"
  return { name, found: existsSync(program), installable, program, args }
}

export const bun = runtime("Bun", "@oven/bun-linux-x64-baseline/bin/bun")
export const deno = runtime("Deno", "@deno/linux-x64-glibc/deno", ["run", "--allow-all"])

/** `describe` for tests with a need. */
export const describeWith = (need: Need, name: string, body: () => void): void => {
  if (need.found) return void describe(name, body)
  if (process.env["CI"] !== "true" || !need.installable) {
    return void describe.skip(`${name} ${skipReason}${need.name})`, body)
  }
  describe(name, () =>
    it(`needs ${need.name}`, () => {
      throw new Error(`${need.name} is not installed, and CI skips nothing`)
    })
  )
}
