/**
 * A name server at a distance, in a process of its own. Its arguments are a file, into which it writes the settings for
 * a verifier as JSON, and the ports of DNS and of the mail servers, 0 for any. Over HTTP, `/40/50` moves it 40 ms away
 * and loses one datagram in 50; `/0/0` brings it back. `NEAR_SERVER` in the file is never away.
 */
import { createSocket } from "node:dgram"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import * as Lab from "@rcpt/lab/Lab"
import type { ResourceRecord } from "@rcpt/lab/ResourceRecord"
import type { Zone } from "@rcpt/lab/Zone"
import { Effect } from "effect"

import { nameOf } from "./kinds.ts"
import type { Kind } from "./kinds.ts"

const ttl = 300
/** In networks of their own, whose limits they do not share. The first is that of the provider. */
const mailAddresses = Array.from({ length: 64 }, (_, index) => `127.${50 + index}.1.1`)
const addressOf = (name: string): string =>
  mailAddresses[Number(/\d{7}/.exec(name)?.[0] ?? 0) % mailAddresses.length] ?? ""
const provider = "mx.provider-of-the-bench.test"

const exchanges: Readonly<Record<Exclude<Kind, "g">, (domain: string) => string | undefined>> = {
  h: () => provider,
  o: (domain) => `mx.${domain}`,
  n: () => undefined,
  p: () => "park-mx.above.com"
}

const policies: Readonly<Record<string, string>> = {
  "": "v=spf1 mx -all",
  _dmarc: "v=DMARC1; p=reject",
  "_mta-sts": "v=STSv1; id=1",
  "_smtp._tls": "v=TLSRPTv1; rua=mailto:tls@provider.test"
}

const zone: Zone = {
  find: (name) => {
    const address: ResourceRecord = { name, type: "A", ttl, data: addressOf(name) }
    if (name === provider) return [address]
    const known = nameOf(name)
    if (known === undefined || known.kind === "g") return undefined
    const { kind, before, domain } = known
    const text = policies[before]
    const records: ReadonlyArray<ResourceRecord> =
      text === undefined ? [] : [{ name, type: "TXT", ttl, data: [text] }]
    if (before === "mx") return kind === "o" ? [address] : undefined
    if (before !== "") return records.length === 0 ? undefined : records
    const exchange = exchanges[kind](domain)
    return [
      ...records,
      { name, type: "NS", ttl, data: "ns.provider-of-the-bench.test" },
      exchange === undefined
        ? address
        : { name, type: "MX", ttl, data: { preference: 10, exchange } }
    ]
  },
  rules: []
}

/** How far away the name server is, and of how many datagrams one is lost; 0: none. */
const distance = { millis: 0, lostOneIn: 0 }

/** Passes datagrams on to a name server, and its answers back, at the distance. */
const relay = (port: number, to: number): Promise<number> =>
  new Promise((resolve) => {
    const socket = createSocket("udp4")
    let seen = 0
    socket.on("message", (question, from) => {
      seen += 1
      if (distance.lostOneIn > 0 && seen % distance.lostOneIn === 0) return
      const { millis } = distance
      const onward = createSocket("udp4")
      onward.once("message", (answer) => {
        onward.close()
        const back = () => socket.send(answer, from.port, from.address)
        if (millis === 0) back()
        else setTimeout(back, millis)
      })
      onward.send(question, to, "127.0.0.1")
    })
    socket.bind(port, "127.0.0.1", () => resolve(socket.address().port))
  })

/** A name server that never answers. */
const silentServer = (): Promise<number> =>
  new Promise((resolve) => {
    const socket = createSocket("udp4")
    socket.bind(0, "127.0.0.1", () => resolve(socket.address().port))
  })

const run = Effect.gen(function* () {
  const [file = "", dnsPort, smtpPort] = process.argv.slice(2)
  const lab = yield* Lab.start({
    zones: [zone],
    mail: [{ file: "rounds", text: `server ${mailAddresses.join(" ")} like postfix\n` }],
    smtpPort: Number(smtpPort)
  })
  const [, inner] = lab.dnsAddress.split(":")
  const port = yield* Effect.promise(() => relay(Number(dnsPort), Number(inner)))
  const silent = yield* Effect.promise(silentServer)
  const env = {
    ...lab.env,
    RCPT_DNS_SERVERS: `127.0.0.1:${port}`,
    NEAR_SERVER: lab.dnsAddress,
    SILENT_SERVER: `127.0.0.1:${silent}`
  }
  writeFileSync(file, JSON.stringify(env))
  const http = createServer(({ url = "" }, response) => {
    const [, millis, lostOneIn] = url.split("/").map(Number)
    Object.assign(distance, { millis, lostOneIn })
    response.end()
  })
  http.listen(0, "127.0.0.1", () => {
    console.log(`ready on http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  })
  return yield* Effect.never
})

void Effect.runPromise(Effect.scoped(run))
