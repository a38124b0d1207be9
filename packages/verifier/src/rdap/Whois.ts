/** Asks a registry over WHOIS (RFC 3912): sends one line, reads text until the server hangs up. */
import { connect } from "node:net"

import { absent, present, unanswered } from "@rcpt/domain/Fact"
import { Clock, Effect } from "effect"

import { registryPace, registryWaitMax, whoisOctetsMax } from "./limits.ts"
import { publicAddress } from "./publicAddress.ts"
import type { Network } from "./publicAddress.ts"
import { askAtPace, readDate } from "./RegistrySource.ts"
import type { RegistryPaces, RegistryResponse, RegistrySource } from "./RegistrySource.ts"
import { anyServer, whoisServers } from "./whoisServers.ts"
import type { WhoisServer } from "./whoisServers.ts"

type WhoisWords = Pick<WhoisServer, "created" | "absent">

/** WHOIS has no status codes: rate limits are stated in words only. */
const refused = /(?:limit|quota) (?:has been )?exceeded|too many (?:requests|queries|connections)/i

/** The date must begin within this many characters after its label: padding, or a line end. */
const reachMax = 60

/** Reads the date of registration from a WHOIS response. Any text gives a result. */
export const readWhois = (
  text: string,
  { created, absent: none }: WhoisWords,
  now: number
): RegistryResponse => {
  const label = created.exec(text)
  if (label !== null) {
    const start = label.index + label[0].length
    const date = readDate(text.slice(start, start + reachMax).trimStart(), now)
    return { _tag: "answered", fact: date === undefined ? absent : present(date) }
  }
  if (none.test(text)) return { _tag: "answered", fact: absent }
  if (refused.test(text)) return { _tag: "refused", wait: undefined }
  return { _tag: "answered", fact: unanswered("no date in WHOIS") }
}

export interface WhoisOptions {
  /** One server for all domains, in place of those of the registries. */
  readonly server?: { readonly host: string; readonly port: number } | undefined
}

/** The port of WHOIS (RFC 3912 §2). */
const whoisPort = 43

/** The pace has no bursts: WHOIS is a protocol for humans, not a web service. */
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
