/**
 * A lab in a separate process for benchmarks: domains `d00001quick.test` …, each with its own mail
 * host, on few addresses. Hosts of `quick` domains answer at once, hosts of `slow` domains greet after
 * a second. Writes the settings for the service to the given file, as JSON.
 */
import { writeFileSync } from "node:fs"

import * as Lab from "@rcpt/lab/Lab"
import type { Zone } from "@rcpt/lab/Zone"
import { Effect } from "effect"

const ttl = 300
const addressesMax = 32

/** `d00042quick.test`: a separate organization, so that it has a separate pace. */
const domainPattern = /^d(\d{5})(quick|slow)\.test$/
const hostPattern = /^mx\.d(\d{5})(quick|slow)\.test$/

/** The third octet of the mail hosts' addresses. */
const networks = { quick: 20, slow: 21 } as const
const networkOf = (kind: string | undefined): number =>
  kind === "slow" ? networks.slow : networks.quick

const zone: Zone = {
  find: (name) => {
    const domain = domainPattern.exec(name)
    if (domain !== null) {
      const data = { preference: 10, exchange: `mx.${name}` }
      return [{ name, type: "MX", ttl, data }]
    }
    const host = hostPattern.exec(name)
    if (host === null) return undefined
    const server = (Number(host[1]) % addressesMax) + 1
    return [{ name, type: "A", ttl, data: `127.0.${networkOf(host[2])}.${server}` }]
  },
  rules: []
}

const servers = (network: number): string =>
  Array.from({ length: addressesMax }, (_, index) => `127.0.${network}.${index + 1}`).join(" ")

const mail = {
  file: "bench",
  text: `
server ${servers(networks.quick)}
  on greeting   220 {host} ESMTP
server ${servers(networks.slow)}
  on greeting   wait 1s
                220 {host} ESMTP
`
}

const run = Effect.gen(function* () {
  const lab = yield* Lab.start({ zones: [zone], mail: [mail] })
  writeFileSync(process.argv[2] ?? "", JSON.stringify(lab.env))
  console.log(`ready on http://127.0.0.1:${lab.env["RCPT_SMTP_PORT"]}`)
  return yield* Effect.never
})

void Effect.runPromise(Effect.scoped(run))
