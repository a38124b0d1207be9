/**
 * The lab with the mail servers of `places.ts`, in a process of its own. Its arguments are a file, into which it writes
 * the settings for the service as JSON, and the ports of DNS and of the mail servers, 0 for any. Over HTTP, `/40p` is
 * what the servers of that place have counted so far.
 */
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import * as Lab from "@rcpt/lab/Lab"
import type { Zone } from "@rcpt/lab/Zone"
import { Effect } from "effect"

import { addressesAt, hostsPerPlace, places } from "./places.ts"
import type { Place } from "./places.ts"

const ttl = 300
const domainPattern = /^d(\d{5})at(\w+)\.test$/
const hostPattern = /^mx(\d)\.at(\w+)\.test$/

const zone: Zone = {
  find: (name) => {
    const [, index, at] = domainPattern.exec(name) ?? []
    if (index !== undefined) {
      const exchange = `mx${Number(index) % hostsPerPlace}.at${at}.test`
      return [{ name, type: "MX", ttl, data: { preference: 10, exchange } }]
    }
    const [, host, where] = hostPattern.exec(name) ?? []
    const place = places.find((each) => each.name === where)
    const address = place && addressesAt(place)[Number(host)]
    return address === undefined ? undefined : [{ name, type: "A", ttl, data: address }]
  },
  rules: []
}

const withoutPipelining = `
  on ehlo   250-{host}
            250-SIZE 10240000
            250 8BITMIME`

const serverAt = (place: Place): string => `
server ${addressesAt(place).join(" ")} like postfix
  delay ${place.delay}ms${place.pipelining ? "" : withoutPipelining}
`

const trafficOf = ({ mail }: Lab.Lab, path: string | undefined) => {
  const place = places.find(({ name }) => path === `/${name}`)
  if (place === undefined) throw new RangeError(`the lab has no place "${path}"`)
  const traffic = mail.traffic(addressesAt(place)[0] ?? "")
  const { opened, inTurn, inTurnForRecipients, outOfTurn, commands } = traffic
  return { opened, inTurn, inTurnForRecipients, outOfTurn, recipients: commands.get("RCPT") ?? 0 }
}
export type Counted = ReturnType<typeof trafficOf>

const run = Effect.gen(function* () {
  const [file = "", dnsPort, smtpPort] = process.argv.slice(2)
  const lab = yield* Lab.start({
    zones: [zone],
    mail: [{ file: "wire", text: places.map(serverAt).join("") }],
    dnsPort: Number(dnsPort),
    smtpPort: Number(smtpPort)
  })
  writeFileSync(file, JSON.stringify(lab.env))
  const http = createServer(({ url }, response) => {
    response.end(JSON.stringify(trafficOf(lab, url)))
  })
  http.listen(0, "127.0.0.1", () => {
    console.log(`ready on http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  })
  return yield* Effect.never
})

void Effect.runPromise(Effect.scoped(run))
