/**
 * Unbound with the committed configuration, on loopback, in front of the lab's name server instead of the
 * internet's. It has no way to any public address: all its questions are sent from 127.0.0.1.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { freePort } from "@rcpt/service/platform/freePort"
import { Effect } from "effect"
import type { Scope } from "effect"

import * as daemon from "../interop/support/daemon.ts"
import { tempFolder } from "./tempFolder.ts"

export const configFile = join(import.meta.dirname, "../../infra/unbound/unbound.conf")

const program = "/usr/sbin/unbound"
const ip = "127.0.0.1"

/** Top-level domains of the lab's samples: nothing in the lab is signed, and these need not be. */
const unsigned = ["test", "com", "con", "co", "me", "ch", "de", "net", "org", "example", "arpa"]

/** `dnsAddress`: `ip:port` of the lab. `folder` is where it is started. */
const overlay = (port: number, dnsAddress: string, folder: string): string => `
include: "${configFile}"
server:
    port: ${port}
    username: ""
    chroot: ""
    directory: "${folder}"
    outgoing-interface: ${ip}
    do-not-query-localhost: no
    # One server stands for all name servers: its silence about one domain is no fault of the others.
    infra-host-ttl: 0
    # Reserved by RFC 6761, so Unbound denies it by itself.
    local-zone: "test." nodefault
${unsigned.map((name) => `    domain-insecure: "${name}."`).join("\n")}
forward-zone:
    name: "."
    forward-addr: ${dnsAddress.replace(":", "@")}
`

export interface Unbound {
  /** `ip:port`, as in `RCPT_DNS_SERVERS`. */
  readonly address: string
  /** Until the scope closes, or it is killed. */
  readonly start: Effect.Effect<{ readonly pid: number }, never, Scope.Scope>
}

/** Not started. It keeps its port when it is started again, and nothing of what it knew. */
export const create = (dnsAddress: string): Effect.Effect<Unbound, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const port = yield* Effect.orDie(freePort)
    const file = join(folder, "overlay.conf")
    writeFileSync(file, overlay(port, dnsAddress, folder))
    return {
      address: `${ip}:${port}`,
      start: daemon.start({ program, args: ["-d", "-p", "-c", file], on: [{ ip, port }] })
    }
  })
