/** Caddy with the committed configuration, on loopback, with certificates of its own authority. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { connect } from "node:tls"

import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Schedule } from "effect"
import type { Scope } from "effect"

import * as daemon from "../interop/support/daemon.ts"
import { tempFolder } from "./tempFolder.ts"
import { host } from "./tlsClient.ts"
import type { TlsProxy } from "./tlsClient.ts"

const configFile = join(import.meta.dirname, "../../infra/caddy/Caddyfile")

const program = "/usr/bin/caddy"
const ip = "127.0.0.1"

/** At its first start it listens before it has made its certificate. */
const untilCertified = (port: number) =>
  Effect.callback<void, Error>((resume) => {
    const socket = connect({ host: ip, port, servername: host, rejectUnauthorized: false })
    socket.once("error", (error) => resume(Effect.fail(error)))
    socket.once("secureConnect", () => {
      socket.destroy()
      resume(Effect.void)
    })
    return Effect.sync(() => socket.destroy())
  }).pipe(Effect.retry(Schedule.spaced("50 millis")), Effect.timeout("30 seconds"), Effect.orDie)

/** Not started. `upstreams`: `host:port`. It keeps its ports and its authority when it is started again. */
export const create = (
  upstreams: ReadonlyArray<string>
): Effect.Effect<TlsProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const httpPort = yield* Effect.orDie(freePort)
    const httpsPort = yield* Effect.orDie(freePort)
    const logFile = join(folder, "caddy.log")
    writeFileSync(logFile, "")
    const options = [
      "local_certs",
      "skip_install_trust",
      `storage file_system ${join(folder, "storage")}`,
      `default_bind ${ip}`,
      `http_port ${httpPort}`,
      `https_port ${httpsPort}`
    ]
    const environment = {
      HOME: folder,
      SITE_HOST: host,
      UPSTREAMS: upstreams.join(" "),
      CADDY_ADMIN: "off",
      GLOBAL_OPTIONS: options.join("\n\t")
    }
    const log = () => readFileSync(logFile, "utf8")
    const authority = () =>
      readFileSync(join(folder, "storage/pki/authorities/local/root.crt"), "utf8")
    const start = daemon.start({
      program: "/bin/sh",
      args: [
        "-c",
        `exec env -i "$@" ${program} run --config ${configFile} --adapter caddyfile >>${logFile} 2>&1`,
        "sh",
        ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)
      ],
      on: [
        { ip, port: httpPort },
        { ip, port: httpsPort }
      ],
      log
    })
    return {
      httpPort,
      httpsPort,
      log,
      authority,
      start: Effect.tap(start, () => untilCertified(httpsPort))
    }
  })
