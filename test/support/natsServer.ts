/** A NATS server of one test, on loopback, which keeps its port and its streams when it is started again. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"
import type { Scope } from "effect"

import * as daemon from "../interop/support/daemon.ts"
import { tempFolder } from "./tempFolder.ts"

const program = "/usr/sbin/nats-server"
const ip = "127.0.0.1"

export interface NatsServer {
  /** `nats://127.0.0.1:<port>` */
  readonly url: string
  readonly port: number
  /** Until the scope closes, or it is stopped or killed. */
  readonly start: Effect.Effect<{ readonly pid: number }, never, Scope.Scope>
}

/** Not started. `settings`: further lines of its configuration. */
export const create = (settings = ""): Effect.Effect<NatsServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const port = yield* Effect.orDie(freePort)
    const file = join(folder, "nats.conf")
    writeFileSync(
      file,
      `listen: "${ip}:${port}"\njetstream { store_dir: "${join(folder, "streams")}" }\n${settings}\n`
    )
    const start = daemon.start({ program, args: ["-c", file], on: [{ ip, port }] })
    return { url: `nats://${ip}:${port}`, port, start }
  })

/** Runs from the start. */
export const started = (settings = "") => Effect.tap(create(settings), ({ start }) => start)

/** What happens while it runs; then it is stopped. */
export const during = <A, E, R>(
  server: NatsServer,
  work: (running: { readonly pid: number }) => Effect.Effect<A, E, R>
) => Effect.scoped(Effect.flatMap(server.start, work))
