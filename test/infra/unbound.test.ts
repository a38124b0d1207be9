/** The service with the committed resolver, which asks the lab's name server. */
import { execFileSync } from "node:child_process"

import * as Lab from "@rcpt/lab/Lab"
import { samples } from "@rcpt/lab/samples"
import { Effect, Schedule, Schema } from "effect"

import { describeWith, unbound as need } from "../support/needs.ts"
import * as service from "../support/service.ts"
import type { Running } from "../support/service.ts"
import * as unbound from "../support/unbound.ts"
import { assert, it } from "../support/vitest.ts"

/** What depends on the moment. */
const Moment = { response_time_ms: Schema.Unknown, checked_at: Schema.Unknown }
const Checked = Schema.StructWithRest(
  Schema.Struct({ status: Schema.String, dnsbl_listings: Schema.optional(Schema.Unknown) }),
  [Schema.Record(Schema.String, Schema.Unknown)]
)
const decode = Schema.decodeUnknownEffect(Checked)

const verify = ({ get }: Running, address: string) =>
  Effect.gen(function* () {
    const answer = yield* get(`/api/v1/verify?email=${encodeURIComponent(address)}`)
    assert.strictEqual(answer.status, 200, answer.text)
    const fields = Object.entries(yield* decode(answer.json))
    return yield* decode(Object.fromEntries(fields.filter(([name]) => !(name in Moment))))
  })

/** Without mail servers: every answer is what DNS has said. */
const startWith = (lab: Lab.Lab, dnsServers: string) =>
  service.start({ env: { ...lab.env, RCPT_SMTP: "off", RCPT_DNS_SERVERS: dnsServers } })

const world = Effect.gen(function* () {
  const lab = yield* Lab.start()
  const resolver = yield* unbound.create(lab.dnsAddress)
  return { lab, resolver }
})

/** Blocklists are not believed before they have passed their tests. */
const untilListed = (running: Running) =>
  verify(running, "ann@listed.test").pipe(
    Effect.repeat({
      until: ({ dnsbl_listings }) => JSON.stringify(dnsbl_listings) === '["dbl.spamhaus.org"]',
      schedule: Schedule.spaced("1 second")
    }),
    Effect.timeout("60 seconds")
  )

/** Of these the time decides, and a resolver asks again sooner or later than the service does. */
const timed = ["ann@slow.test", "ann@silent.test"]
const addresses = samples.map(({ address }) => address).filter((one) => !timed.includes(one))

const minutes = 3 * 60_000

describeWith(need, "The resolver's configuration", () => {
  it("is accepted by unbound-checkconf", () => {
    const said = execFileSync("/usr/sbin/unbound-checkconf", [unbound.configFile])
    assert.include(said.toString(), "no errors")
  })

  it.live(
    "changes no verdict, and no blocklist's answer",
    () =>
      Effect.gen(function* () {
        const { lab, resolver } = yield* world
        yield* resolver.start
        const both = yield* Effect.all(
          [startWith(lab, lab.dnsAddress), startWith(lab, resolver.address)],
          { concurrency: 2 }
        )
        const [direct, through] = yield* Effect.forEach(
          both,
          (running) =>
            Effect.andThen(
              untilListed(running),
              Effect.forEach(addresses, (address) => verify(running, address), { concurrency: 4 })
            ),
          { concurrency: 2 }
        )
        assert.deepStrictEqual(through, direct)
        const statuses = new Set(through!.map(({ status }) => status))
        assert.deepStrictEqual(statuses, new Set(["valid", "risky", "invalid", "unknown"]))
        // The root is signed, and says so of everything below it, so an unsigned denial is forged.
        const forged = yield* Effect.forEach(both, (running) => verify(running, "ann@acme.forged"))
        assert.deepStrictEqual(
          forged.map(({ status }) => status),
          ["invalid", "unknown"]
        )
      }).pipe(Effect.scoped),
    minutes
  )

  it.live(
    "makes answers unknown while it is gone, and never invalid",
    () =>
      Effect.gen(function* () {
        const { lab, resolver } = yield* world
        const first = yield* resolver.start
        const running = yield* startWith(lab, resolver.address)
        const statusOf = (address: string) =>
          Effect.map(verify(running, address), ({ status }) => status)
        assert.strictEqual(yield* statusOf("ann@acme.test"), "valid")

        process.kill(first.pid, "SIGKILL")
        const newOnes = ["ann@plain.test", "ann@nowhere.test", "ann@nullmx.test"]
        const meanwhile = yield* Effect.forEach(newOnes, statusOf, { concurrency: 3 })
        assert.deepStrictEqual(meanwhile, ["unknown", "unknown", "unknown"])
        assert.include(["valid", "unknown"], yield* statusOf("ann@acme.test"))

        yield* resolver.start
        const expected = JSON.stringify(["valid", "invalid", "invalid"])
        // A failure is kept for five seconds.
        yield* Effect.forEach(newOnes, statusOf).pipe(
          Effect.repeat({
            until: (statuses) => JSON.stringify(statuses) === expected,
            schedule: Schedule.spaced("1 second")
          }),
          Effect.timeout("60 seconds")
        )
      }).pipe(Effect.scoped),
    minutes
  )
})
