/** The verifier's speed without the network, and the cost of 10,000 cached domains. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import type { Evidence } from "@rcpt/domain/Evidence"
import * as Lab from "@rcpt/lab/Lab"
import { classifyLocalPart } from "@rcpt/verifier/address/classifyLocalPart"
import { normalize } from "@rcpt/verifier/address/normalize"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { didYouMean } from "@rcpt/verifier/address/suggestDomain"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { judge } from "@rcpt/verifier/judge/judge"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer, Result } from "effect"

import { perSecond, print } from "../support/bench/measure.ts"
import type { Row } from "../support/bench/measure.ts"
import { sized } from "../support/bench/smoke.ts"
import { nameLanguages } from "../verifier/address/names.ts"
import { evidence } from "../verifier/judge/evidence.ts"

const millisPerSecond = 1_000
const mebibyte = 1024 * 1024

const addressesMax = sized(100_000, 2_000)
const domainsMax = sized(10_000, 200)
/** As many as a bulk job verifies at once on one node. */
const atOnce = 256
const roundsMax = 5

const rate = (elapsedMillis: number): string =>
  perSecond((addressesMax * millisPerSecond) / elapsedMillis)
const rounded = (value: number): string => Math.round(value).toLocaleString("en")

setFlagsFromString("--expose-gc")
const collectGarbage: unknown = runInNewContext("gc")

/** Live heap after garbage collection, in octets. */
const heapUsed = (): number => {
  if (typeof collectGarbage === "function") collectGarbage()
  return process.memoryUsage().heapUsed
}

const people = nameLanguages.flatMap(({ first, last }) =>
  first.flatMap((one) => last.map((other) => `${one}.${other}`))
)
const providers = ["gmail.com", "yahoo.co.uk", "outlook.com", "web.de", "gmial.com"]
const labDomain = (index: number): string =>
  `d${String(1 + (index % domainsMax)).padStart(5, "0")}.lab.test`

const makeAddresses = (domainOf: (index: number) => string | undefined): ReadonlyArray<string> =>
  Array.from(
    { length: addressesMax },
    (_, index) => `${people[index % people.length]}@${domainOf(index)}`
  )

/** The fastest of several rounds, which other load on the machine affects least. */
const bestOf = (work: () => void): number => {
  const rounds = Array.from({ length: roundsMax }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return Math.min(...rounds)
}

/** Everything that `verify` does with an address whose domain is cached, without I/O. */
const pureOf = (lists: Lists["Service"], cached: Evidence) => (text: string) => {
  const parsed = parseAddress(text)
  if (Result.isFailure(parsed)) return judge(cached)
  const address = parsed.success
  return judge({
    ...cached,
    input: text,
    syntax: { _tag: "wellFormed", address, normalized: normalize(address) },
    lists: lists.consult(address),
    localPart: classifyLocalPart(address.localPart),
    didYouMean: didYouMean(address, cached.domain?.route)
  })
}

const benchPure = Effect.gen(function* () {
  const cached = evidence()
  const pure = pureOf(yield* Lists, cached)
  // One in three at a free provider, as in customers' lists.
  const addresses = makeAddresses((index) =>
    index % 3 === 0 ? providers[index % providers.length] : labDomain(index)
  )
  let points = 0
  const millis = bestOf(() => {
    for (const address of addresses) points += pure(address).score
  })
  const floor = bestOf(() => {
    for (const address of addresses) {
      const copy: unknown = JSON.parse(JSON.stringify({ ...cached, input: address }))
      points += copy === null ? 1 : 0
    }
  })
  // The points are printed, so that the compiler cannot remove the unused computation.
  yield* print(`Pure part, one core (${rounded(points)} points)`, [
    { what: "addresses judged", measured: rate(millis), target: "≥ 200,000/s" },
    { what: "floor: JSON round trip of the evidence", measured: rate(floor) }
  ])
})

const verifyAll = (addresses: ReadonlyArray<string>, context: boolean) =>
  Effect.gen(function* () {
    const verifier = yield* Verifier
    const startedAt = performance.now()
    yield* Effect.forEach(addresses, (address) => verifier.verify(address, { context }), {
      concurrency: atOnce,
      discard: true
    })
    return performance.now() - startedAt
  })

const rounds = [
  ["cold, as a bulk job asks", false],
  ["warm, as a bulk job asks", false],
  ["cold for MTA-STS, TLS-RPT and BIMI", true],
  ["warm, everything", true]
] as const

const measureRounds = Effect.gen(function* () {
  const { queriesSent } = yield* Resolver
  const addresses = makeAddresses(labDomain)
  const heapBefore = heapUsed()
  const rows: Array<Row> = []
  for (const [what, context] of rounds) {
    const askedBefore = yield* queriesSent
    const millis = yield* verifyAll(addresses, context)
    const perDomain = ((yield* queriesSent) - askedBefore) / domainsMax
    rows.push({ what, measured: rate(millis) })
    rows.push({
      what: "  DNS queries per domain",
      measured: perDomain.toFixed(2),
      ...(what.startsWith("warm") && { target: "0" })
    })
  }
  rows.push({
    what: "heap per domain",
    measured: `${rounded((heapUsed() - heapBefore) / domainsMax)} octets`
  })
  rows.push({
    what: "resident memory, lab and lists included",
    measured: `${rounded(process.memoryUsage.rss() / mebibyte)} MiB`
  })
  yield* print(
    `${rounded(addressesMax)} addresses over ${rounded(domainsMax)} domains of the lab`,
    rows
  )
})

const benchNetwork = Effect.gen(function* () {
  const lab = yield* Lab.start({ syntheticDomains: domainsMax })
  const world = Verifier.layer({ unsafeNetworks: ["127.0.0.0/8"] }).pipe(
    Layer.provide(Lists.layer),
    Layer.provideMerge(Resolver.layer({ servers: [lab.dnsAddress] }))
  )
  yield* Effect.provide(measureRounds, world)
})

Effect.gen(function* () {
  yield* Effect.provide(benchPure, Lists.layer)
  yield* Effect.scoped(benchNetwork)
}).pipe(NodeRuntime.runMain)
