/** Two hundred domains, each with a mail host of its own name, on one address: as the server counts. */
import * as Lab from "@rcpt/lab/Lab"
import * as ZoneFile from "@rcpt/lab/ZoneFile"
import type { SettledProbe } from "@rcpt/service/probing/ProbeResults"
import * as Queue from "@rcpt/service/probing/queue/ProbeQueue"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect } from "effect"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { rowsOf, startNode } from "./guardsWorld.ts"

const address = "127.0.77.1"
const domainOf = (index: number) => `customer${index}.test`
const hostOf = (index: number) => `mx.${domainOf(index)}`
const domains = Array.from({ length: 200 }, (_, index) => index)

const zone = ZoneFile.parse(
  domains
    .map((n) => `${domainOf(n)}. 300 IN MX 10 ${hostOf(n)}.\n${hostOf(n)}. 300 IN A ${address}`)
    .join("\n"),
  "customers"
)

/** Slow enough that sessions overlap, whichever way they are counted. */
const mail = {
  file: "customers",
  text: `
server ${address}
  on greeting   wait 300ms
                220 {host} ESMTP
  on rcpt       550 5.1.1 <{rcpt}>: Recipient address rejected: User unknown in local recipient table
`
}

const start = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>) {
  const lab = yield* Lab.start({ zones: [yield* Effect.fromResult(zone)], mail: [mail] })
  const settled: Array<SettledProbe> = []
  const node = yield* startNode({ lab, url: yield* freshDatabase(), settled, env })
  return { node, settled, traffic: lab.mail.traffic(address) }
})

const settledAll = (settled: ReadonlyArray<SettledProbe>, count: number) =>
  Effect.gen(function* () {
    while (settled.length < count) yield* Effect.sleep("50 millis")
  }).pipe(Effect.timeout("2 minutes"))

const deep = (email: string) =>
  Verifier.use((verifier) =>
    verifier.verify(email, { mode: "deep", account: "a", timeout: Duration.seconds(60) })
  )

describe("The domains of one address", () => {
  it.live("have so many conversations at once as are set for it, and share them", () =>
    Effect.gen(function* () {
      const pace = { RCPT_MX_CONCURRENCY: "2", RCPT_MX_RATE: "1000" }
      const { node, settled, traffic } = yield* start(pace)
      yield* Effect.gen(function* () {
        const queue = yield* Queue.ProbeQueue
        // Queued by name, as by a version that knew no addresses.
        yield* queue.put(domains.flatMap((n) => rowsOf([`ann@${domainOf(n)}`], hostOf(n))))
        const waiting = yield* Effect.forEach(
          domains.slice(0, 20),
          (n) => deep(`ben@${domainOf(n)}`),
          { concurrency: "unbounded" }
        )
        // On a busy machine some get no turn in time.
        const asked = waiting.flatMap(({ evidence }, n) =>
          evidence.smtp?.checked === true ? [{ n, smtp: evidence.smtp }] : []
        )
        assert.isNotEmpty(asked)
        for (const { n, smtp } of asked)
          assert.deepInclude(smtp, { status: "undeliverable", mxHost: hostOf(n) })
        yield* settledAll(settled, domains.length)
      }).pipe(Effect.provideContext(node))
      assert.deepStrictEqual(
        [...new Set(settled.map(({ smtp }) => smtp.status))],
        ["undeliverable"]
      )
      assert.isAtMost(traffic.openPeak, 2)
      // 220 recipients at 10 a session; some sessions end early, when nothing waits for the moment.
      assert.isAtMost(traffic.opened, 60)
    }).pipe(Effect.scoped)
  )

  it.live("are apart where the network counts as public by configuration, and no pace is set", () =>
    Effect.gen(function* () {
      const { node, traffic } = yield* start({ RCPT_MX_CONCURRENCY: "", RCPT_MX_RATE: "" })
      yield* Effect.forEach(domains.slice(0, 10), (n) => deep(`ann@${domainOf(n)}`), {
        concurrency: "unbounded"
      }).pipe(Effect.provideContext(node))
      assert.isAtLeast(traffic.openPeak, 3)
      assert.isAtLeast(traffic.opened, 10)
    }).pipe(Effect.scoped)
  )
})
