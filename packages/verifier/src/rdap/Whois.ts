/** Asks a registry over WHOIS (RFC 3912): sends one line, reads text until the server hangs up. */
import { connect } from "node:net"

import { unanswered } from "@rcpt/domain/Fact"
import { Clock, Effect } from "effect"

import { registryPace, registryWaitMax, whoisOctetsMax } from "./limits.ts"
import { publicAddress } from "./publicAddress.ts"
import type { Network } from "./publicAddress.ts"
import { readWhois } from "./readWhois.ts"
import { askAtPace } from "./RegistrySource.ts"
import type { RegistryPaces, RegistrySource } from "./RegistrySource.ts"
import { anyServer, whoisServers } from "./whoisServers.ts"

export interface WhoisOptions {
  /** One server for all domains, in place of the registries'. */
  readonly server?: { readonly host: string; readonly port: number } | undefined
}

/** RFC 3912 §2. */
const whoisPort = 43

/** No bursts: WHOIS is a protocol for humans, not a web service. */
const whoisPace = { ...registryPace, burst: 1 }

const query = (address: string, port: number, line: string): Effect.Effect<string, string> =>
  Effect.callback<string, string>((resume) => {
    const chunks: Array<Buffer> = []
    let octets = 0
    const socket = connect(port, address, () => socket.write(`${line}\r\n`))
    socket.on("data", (chunk) => {
      octets += chunk.length
      chunks.push(chunk)
      if (octets <= whoisOctetsMax) return
      socket.destroy()
      resume(Effect.fail(`more than ${whoisOctetsMax} octets`))
    })
    socket.on("end", () => resume(Effect.succeed(Buffer.concat(chunks).toString("utf8"))))
    socket.on("error", (error) =>
      resume(Effect.fail("code" in error ? String(error.code) : error.message))
    )
    return Effect.sync(() => socket.destroy())
  }).pipe(Effect.timeoutOrElse({ duration: registryWaitMax, orElse: () => Effect.fail("timeout") }))

export const makeWhois = (
  network: Network,
  paces: RegistryPaces,
  options: WhoisOptions
): RegistrySource =>
  Effect.fnUntraced(function* (domain, onWait) {
    const tld = domain.slice(domain.lastIndexOf(".") + 1)
    const row = whoisServers.find(({ tlds }) => tlds.includes(tld))
    const server = options.server ?? (row && { host: row.host, port: whoisPort })
    if (server === undefined) return unanswered("no WHOIS server")

    const ask = Effect.gen(function* () {
      const address = yield* publicAddress(network, server.host)
      const text = yield* query(address, server.port, `${domain}${row?.suffix ?? ""}`)
      return readWhois(text, row ?? anyServer, yield* Clock.currentTimeMillis)
    })
    return yield* askAtPace(paces.of(`whois ${server.host}`, whoisPace), onWait, ask)
  })
