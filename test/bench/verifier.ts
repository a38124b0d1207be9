/** How fast the verifier is without the network, and what it costs to know 10,000 domains. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import type { Evidence } from "@rcpt/domain/Evidence"
import * as Lab from "@rcpt/lab/Lab"
import { didYouMean } from "@rcpt/verifier/didYouMean"
import { judge } from "@rcpt/verifier/judge"
import { Lists } from "@rcpt/verifier/Lists"
import { lookAtLocalPart } from "@rcpt/verifier/lookAtLocalPart"
import { normalize } from "@rcpt/verifier/normalize"
import { parseAddress } from "@rcpt/verifier/parseAddress"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer, Result } from "effect"

import { perSecond, print } from "../support/bench/measure.ts"
import type { Row } from "../support/bench/measure.ts"
import { evidence } from "../verifier/evidence.ts"
import { nameLanguages } from "../verifier/names.ts"

const millisPerSecond = 1_000
const mebibyte = 1024 * 1024

const addressesMax = 100_000
const domainsMax = 10_000
/** As many as a bulk job verifies at once on one node. */
const atOnce = 256
const roundsMax = 5

const rate = (elapsedMillis: number): string =>
  perSecond((addressesMax * millisPerSecond) / elapsedMillis)
const whole = (value: number): string => Math.round(value).toLocaleString("en")

setFlagsFromString("--expose-gc")
const collectGarbage: unknown = runInNewContext("gc")

/** What is kept, without what only waits to be collected. Octets. */
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

const made = (domainOf: (index: number) => string | undefined): ReadonlyArray<string> =>
  Array.from(
    { length: addressesMax },
    (_, index) => `${people[index % people.length]}@${domainOf(index)}`
  )

/** The best of some rounds: what the machine does when nobody disturbs it. */
const bestOf = (work: () => void): number => {
  const rounds = Array.from({ length: roundsMax }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return Math.min(...rounds)
}

/** Everything that `verify` does to an address whose domain is known, but for waiting. */
const pureOf = (lists: Lists["Service"], known: Evidence) => (text: string) => {
  const parsed = parseAddress(text)
  if (Result.isFailure(parsed)) return judge(known)
  const address = parsed.success
  return judge({
    ...known,
    input: text,
    syntax: { _tag: "wellFormed", address, normalized: normalize(address) },
    lists: lists.consult(address),
    localPart: lookAtLocalPart(address.localPart),
    didYouMean: didYouMean(address, known.domain?.route)
  })
}

const benchPure = Effect.gen(function* () {
  const known = evidence()
  const pure = pureOf(yield* Lists, known)
  // One in three at a free provider, as customer lists are.
  const addresses = made((index) =>
    index % 3 === 0 ? providers[index % providers.length] : labDomain(index)
  )
  let points = 0
  const millis = bestOf(() => {
    for (const address of addresses) points += pure(address).score
  })
  const floor = bestOf(() => {
    for (const address of addresses) {
      const copy: unknown = JSON.parse(JSON.stringify({ ...known, input: address }))
      points += copy === null ? 1 : 0
    }
  })
  // Printed, so that no compiler finds out that nobody wants them.
  yield* print(`Pure part, one core (${whole(points)} points)`, [
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
  const { asked } = yield* Resolver
  const addresses = made(labDomain)
  const heapBefore = heapUsed()
  const rows: Array<Row> = []
  for (const [what, context] of rounds) {
    const askedBefore = yield* asked
    const millis = yield* verifyAll(addresses, context)
    const perDomain = ((yield* asked) - askedBefore) / domainsMax
    rows.push({ what, measured: rate(millis) })
    rows.push({
      what: "  DNS questions per domain",
      measured: perDomain.toFixed(2),
      ...(what.startsWith("warm") && { target: "0" })
    })
  }
  rows.push({
    what: "kept per domain",
    measured: `${whole((heapUsed() - heapBefore) / domainsMax)} octets`
  })
  rows.push({
    what: "resident memory, lab and lists included",
    measured: `${whole(process.memoryUsage.rss() / mebibyte)} MiB`
  })
  yield* print(
    `${whole(addressesMax)} addresses over ${whole(domainsMax)} domains of the lab`,
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
