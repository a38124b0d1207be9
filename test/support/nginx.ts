/** nginx with the committed configuration, on loopback, with a certificate of its own. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"
import type { Scope } from "effect"

import * as daemon from "../interop/support/daemon.ts"
import { ownCertificate } from "../interop/support/ownCertificate.ts"
import { tempFolder } from "./tempFolder.ts"
import { host } from "./tlsClient.ts"
import type { TlsProxy } from "./tlsClient.ts"

const configFile = join(import.meta.dirname, "../../infra/nginx/rcpt.conf")
const ip = "127.0.0.1"

/** Each text must be there: a configuration of which something stays as it is would be that of another server. */
const replaced = (text: string, replacements: ReadonlyArray<readonly [string | RegExp, string]>) =>
  replacements.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to)
    if (after === before) throw new Error(`infra/nginx/rcpt.conf has no ${from}`)
    return after
  }, text)

/** Not started. `upstreams`: `host:port`. */
export const create = (
  upstreams: ReadonlyArray<string>
): Effect.Effect<TlsProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const httpPort = yield* Effect.orDie(freePort)
    const httpsPort = yield* Effect.orDie(freePort)
    const logFile = join(folder, "nginx.log")
    const { key, cert } = ownCertificate(host)
    writeFileSync(join(folder, "tls.key"), key)
    writeFileSync(join(folder, "tls.pem"), cert)
    writeFileSync(logFile, "")
    for (const kind of ["body", "proxy", "fastcgi", "uwsgi", "scgi"]) mkdirSync(join(folder, kind))
    const servers = upstreams.map((upstream) => `server ${upstream} max_fails=0;`).join(" ")
    const site = replaced(readFileSync(configFile, "utf8"), [
      [/(?:server 10\.\S+ max_fails=0;\s+)+/g, `${servers}\n`],
      ["listen 80;", `listen ${ip}:${httpPort};`],
      ["listen 443 ", `listen ${ip}:${httpsPort} `],
      ["/etc/nginx/verify.example.com.pem", join(folder, "tls.pem")],
      ["/etc/nginx/verify.example.com.key", join(folder, "tls.key")],
      ["verify.example.com", host],
      ["/var/log/nginx/rcpt.log", logFile]
    ])
    const main = [
      "daemon off;",
      `pid ${join(folder, "nginx.pid")};`,
      `error_log ${logFile};`,
      "events {}",
      "http {",
      `client_body_temp_path ${join(folder, "body")};`,
      ...["proxy", "fastcgi", "uwsgi", "scgi"].map(
        (kind) => `${kind}_temp_path ${join(folder, kind)};`
      ),
      site,
      "}"
    ]
    writeFileSync(join(folder, "nginx.conf"), main.join("\n"))
    const log = () => readFileSync(logFile, "utf8")
    const start = daemon.start({
      program: "/usr/sbin/nginx",
      args: ["-e", logFile, "-p", folder, "-c", join(folder, "nginx.conf")],
      on: [
        { ip, port: httpPort },
        { ip, port: httpsPort }
      ],
      log
    })
    return { httpPort, httpsPort, log, authority: () => cert, start }
  })
