/**
 * The lab for the comparison, in a network of its own: DNS on port 53 and mail servers on port 25, for
 * the other verifiers ask no other ports. Besides the lab's own domains there are
 * `p00001.test` …, each a separate organization with its own mail host and mailboxes, and all names
 * under `.test` exist under `.org` too. Writes the settings for the service to the given file, as JSON.
 */
import { writeFileSync } from "node:fs"

import * as Lab from "@rcpt/lab/Lab"
import * as Zone from "@rcpt/lab/Zone"
import { Effect } from "effect"

import { aliasZone } from "./aliasZone.ts"

const dnsPort = 53
const smtpPort = 25

/** More than the fastest of them gets through; they use no memory. */
const syntheticDomains = 10_000_000

const ttl = 300
const addressesMax = 32
const domainPattern = /^p(\d{5})\.test$/
const hostPattern = /^mx\.p(\d{5})\.test$/
const address = (index: number): string => `127.0.22.${index + 1}`

const organizations: Zone.Zone = {
  find: (name) => {
    if (domainPattern.test(name)) {
      const data = { preference: 10, exchange: `mx.${name}` }
      return [{ name, type: "MX", ttl, data }]
    }
    const index = hostPattern.exec(name)?.[1]
    if (index === undefined) return undefined
    return [{ name, type: "A", ttl, data: address(Number(index) % addressesMax) }]
  },
  rules: []
}

const addresses = Array.from({ length: addressesMax }, (_, index) => address(index))
const mail = { file: "peers", text: `server ${addresses.join(" ")} like postfix\n` }

const run = Effect.gen(function* () {
  const all = [...(yield* Lab.zones), Zone.synthetic(syntheticDomains), organizations]
  const lab = yield* Lab.start({
    syntheticDomains,
    zones: [organizations, aliasZone(Zone.union(all))],
    mail: [mail],
    dnsPort,
    smtpPort
  })
  writeFileSync(process.argv[2] ?? "", JSON.stringify(lab.env))
  console.log(`ready on http://127.0.0.1:${smtpPort}`)
  return yield* Effect.never
})

void Effect.runPromise(Effect.scoped(run))
