/** Dovecot as in Debian, with one mailbox on loopback: without TLS, as rcpt takes a password on loopback alone, or with it. */
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"

import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"
import type { Scope } from "effect"

import { tempFolder } from "../../support/tempFolder.ts"
import { ownCertificate } from "./ownCertificate.ts"

export const password = "a-secret-of-the-mailbox"

/** Debian's user for the service that has no rights. */
const user = "dovenull"

const plain = (port: number): string => `
ssl = no
disable_plaintext_auth = no
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`

const withTls = (folder: string, port: number): string => `
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
`

const configuration = (folder: string, login: string): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = dovecot
default_login_user = ${user}
mail_location = maildir:${folder}/mail
mail_uid = mail
mail_gid = mail
first_valid_uid = 1
first_valid_gid = 1
${login}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${folder}/mail
}
`

export interface Dovecot {
  /** Of its INBOX. */
  readonly url: string
  /** The file of its certificate, with TLS. */
  readonly certificate: string
  readonly put: (name: string, message: string) => void
  /** Names in the Maildir with their flags, of read and unread messages. */
  readonly messages: () => ReadonlyArray<string>
}

const isUp = (port: number): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => (socket.destroy(), resume(Effect.succeed(true))))
    socket.once("error", () => resume(Effect.succeed(false)))
  })

export const startDovecot = Effect.fnUntraced(function* ({
  isTls = false
}: { readonly isTls?: boolean } = {}): Effect.fn.Return<Dovecot, never, Scope.Scope> {
  const folder = yield* tempFolder()
  const port = yield* Effect.orDie(freePort)
  const file = join(folder, "dovecot.conf")
  writeFileSync(file, configuration(folder, isTls ? withTls(folder, port) : plain(port)))
  const certificate = join(folder, "cert.pem")
  const { key, cert } = ownCertificate("localhost")
  writeFileSync(certificate, cert)
  writeFileSync(join(folder, "key.pem"), key, { mode: 0o600 })
  const parts = ["new", "cur", "tmp"] as const
  for (const part of parts) mkdirSync(join(folder, "mail", part), { recursive: true })
  execFileSync("chmod", ["755", folder])
  execFileSync("chown", ["-R", "mail:mail", join(folder, "mail")])
  yield* Effect.acquireRelease(
    Effect.sync(() => spawn("/usr/sbin/dovecot", ["-F", "-c", file], { stdio: "ignore" })),
    (server) =>
      Effect.callback<void>((resume) => {
        server.once("exit", () => resume(Effect.void))
        server.kill("SIGTERM")
      })
  )
  while (!(yield* isUp(port))) yield* Effect.sleep("50 millis")
  return {
    url: `${isTls ? "imaps" : "imap"}://bounces%40shop.test:${encodeURIComponent(password)}@${isTls ? "localhost" : "127.0.0.1"}:${port}/INBOX`,
    certificate,
    put: (name, message) => {
      const path = join(folder, "mail/new", name)
      writeFileSync(path, message)
      execFileSync("chown", ["mail:mail", path])
    },
    messages: () => ["new", "cur"].flatMap((part) => readdirSync(join(folder, "mail", part)))
  }
})
