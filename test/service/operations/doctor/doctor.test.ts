import { createSocket } from "node:dgram"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

import * as Lab from "@rcpt/lab/Lab"
import { Doctor, keepExamining } from "@rcpt/service/operations/doctor/Doctor"
import type { Examination } from "@rcpt/service/operations/doctor/Doctor"
import { problem, warning } from "@rcpt/service/operations/doctor/Finding"
import type { Finding } from "@rcpt/service/operations/doctor/Finding"
import { Config, load } from "@rcpt/service/platform/Config"
import { verifierLayer } from "@rcpt/service/probing/verifierLayer"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { Duration, Effect, Layer, Logger, References, Schedule } from "effect"
import { TestClock } from "effect/testing"

import { emptyDatabase } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import { tempFolder } from "../../../support/tempFolder.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

type Environment = Readonly<Record<string, string>>

const examine = (env: Environment) =>
  Effect.gen(function* () {
    const RCPT_DATA_DIR = yield* tempFolder()
    const { config } = yield* load({}, { RCPT_DATA_DIR, ...env })
    const layer = Doctor.layer.pipe(
      Layer.provide(verifierLayer),
      Layer.provide([DomainAgeCache.layerNone, Layer.succeed(Config, config)])
    )
    return yield* Doctor.use(({ examine }) => examine).pipe(
      Effect.provide(layer),
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  })

const of = ({ findings }: Examination, severity: Finding["severity"]) =>
  findings.flatMap((one) => (one.severity === severity ? [one.id] : []))

/** A port of 127.0.0.1 that takes what comes, over TCP and UDP, and says nothing. */
const mutePort = Effect.acquireRelease(
  Effect.callback<{ port: number; close: () => void }>((resume) => {
    const tcp = createServer((socket) => {
      socket.on("error", () => {})
      udp.once("close", () => socket.destroy())
    })
    const udp = createSocket("udp4")
    tcp.listen(0, "127.0.0.1", () => {
      const { port } = tcp.address() as AddressInfo
      const close = () => {
        tcp.close()
        udp.close()
      }
      udp.bind(port, "127.0.0.1", () => resume(Effect.succeed({ port, close })))
    })
  }),
  ({ close }) => Effect.sync(close)
).pipe(Effect.map(({ port }) => port))

/** What a person waits for, and what an examination promises. */
const examinationMax = Duration.seconds(20)

describe("An examination", () => {
  it.live("of the lab finds fit what is fit there", () =>
    Effect.gen(function* () {
      const lab = yield* Lab.start({ syntheticDomains: 1 })
      const RCPT_DATABASE_URL = yield* emptyDatabase()
      const examination = yield* examine({
        ...lab.env,
        RCPT_DNSBL_ZONES: Lab.allBlocklists,
        RCPT_DATABASE_URL
      })
      // Two lists of the lab are out of order on purpose, the Postgres of tests forgets, and no key is set.
      assert.deepStrictEqual(of(examination, "warning"), ["dnsbl", "ledger.signing"])
      assert.deepStrictEqual(of(examination, "problem"), ["db.durability"])
      assert.deepStrictEqual(of(examination, "note"), ["db.migrations"])
      assert.deepStrictEqual(
        of(examination, "ok"),
        [
          ["dns", "port25", "address", "helo.name", "helo.address", "helo.ptr"],
          ["sender.domain", "sender.spf", "dnsbl.own", "clock"],
          [
            "db",
            "db.version",
            "db.line",
            "db.connections",
            "db.retention",
            "db.role",
            "proxy",
            "lists"
          ]
        ].flat()
      )
    }).pipe(Effect.scoped)
  )

  it.live("greets mail hosts with QUIT and nothing else", () =>
    Effect.gen(function* () {
      const lab = yield* Lab.start({ syntheticDomains: 1 })
      yield* examine(lab.env)
      for (const host of [
        "gmail-smtp-in.l.google.com",
        "outlook-com.olc.protection.outlook.com",
        "mta5.am0.yahoodns.net"
      ]) {
        const traffic = lab.mail.traffic(host)
        yield* Effect.repeat(
          Effect.sync(() => traffic.open),
          { until: (open) => open === 0, schedule: Schedule.spaced("20 millis") }
        )
        assert.deepStrictEqual([traffic.opened, traffic.lines], [1, ["QUIT"]], host)
      }
    }).pipe(Effect.scoped)
  )

  it.live("ends in time where nothing answers, and says so", () =>
    Effect.gen(function* () {
      const port = yield* mutePort
      const [elapsed, examination] = yield* Effect.timed(
        examine({
          RCPT_DNS_SERVERS: `127.0.0.1:${port}`,
          RCPT_DATABASE_URL: `postgres://rcpt@127.0.0.1:${port}/rcpt`,
          RCPT_RDAP_URL: `http://127.0.0.1:${port}`,
          RCPT_UNSAFE_NETWORKS: "127.0.0.0/8",
          RCPT_HELO: "probe.rcpt.test",
          RCPT_MAIL_FROM: "verify@rcpt.test"
        })
      )
      assert.isTrue(Duration.isLessThan(elapsed, examinationMax), Duration.format(elapsed))
      assert.deepStrictEqual(of(examination, "problem"), ["dns", "db"])
      // What could not be learnt is nobody's fault, and nothing to be warned of; a key is not learnt.
      assert.deepStrictEqual(of(examination, "warning"), ["ledger.signing"])
      assert.includeMembers(of(examination, "note"), ["port25", "helo.address", "sender.domain"])
    }).pipe(Effect.scoped)
  )

  it.live("looks through each way out, and says through which", () =>
    Effect.gen(function* () {
      const lab = yield* Lab.start({ syntheticDomains: 1 })
      const own = "direct://127.0.0.9"
      // Nobody listens at the second one, and the third is no address of this machine.
      const RCPT_SMTP_EGRESS = `${own}, socks5://ann:s3cret@127.0.0.1:1?helo=out.rcpt.test, direct://192.0.2.10`
      const { findings } = yield* examine({ ...lab.env, RCPT_SMTP_EGRESS })
      const found = findings
        .filter(({ egress }) => egress !== undefined)
        .map(({ egress, id, severity }) => `${egress} ${id} ${severity}`)
      assert.includeMembers(found, [`${own} port25 ok`, `${own} address ok`])
      assert.includeMembers(found, [
        "socks5://127.0.0.1:1 port25 problem",
        "socks5://127.0.0.1:1 address note",
        "socks5://127.0.0.1:1 helo.address problem"
      ])
      assert.include(found, "direct://192.0.2.10 port25 problem")
      const says = findings.map(({ says }) => says).join("\n")
      assert.match(
        says,
        /^Through direct:\/\/192.0.2.10: No mail server is asked, because the egress is no address/m
      )
      assert.match(says, /^Through socks5:\/\/127.0.0.1:1: out.rcpt.test has no address/m)
      assert.notInclude(JSON.stringify(findings), "s3cret")
    }).pipe(Effect.scoped)
  )

  const withoutMailServers: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
    ["when that is off", { RCPT_SMTP: "off" }],
    ["on a node that asks no mail server", { RCPT_ROLE: "api", RCPT_CLUSTER_HOST: "a.rcpt.test" }]
  ]
  for (const [when, settings] of withoutMailServers) {
    it.live(`looks at nothing that only deep verification needs, ${when}`, () =>
      Effect.gen(function* () {
        const lab = yield* Lab.start({ syntheticDomains: 1 })
        const { findings } = yield* examine({ ...lab.env, ...settings })
        assert.deepStrictEqual(
          findings.map(({ id }) => id),
          ["dns", "dnsbl", "port25", "clock", "db", "lists"]
        )
        assert.strictEqual(lab.mail.traffic("gmail-smtp-in.l.google.com").opened, 0)
      }).pipe(Effect.scoped)
    )
  }
})

/** A doctor who finds these, one after the other. */
const finding = (...rounds: ReadonlyArray<ReadonlyArray<Finding>>) => {
  let round = 0
  const examine = Effect.sync(() => ({ examinedAt: "", findings: rounds[round++] ?? [] }))
  const latest = Effect.succeed(undefined)
  return Layer.succeed(Doctor, { examine, examineEgresses: examine, latest })
}

describe("A service", () => {
  it.effect("tells its log of each bad finding once, and again when it comes back", function* () {
    const said: Array<unknown> = []
    const log = Logger.make(({ message }) => said.push(message))
    const closed = problem("port25", "It is closed.", "Open it.", "A=b")
    const old = warning("lists", "They are old.", "Fetch some.")
    yield* Effect.forkChild(
      keepExamining.pipe(
        Effect.provide([finding([closed], [closed, old], [old], [closed]), Logger.layer([log])])
      )
    )
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(said.flat(), ["It is closed. Open it. A=b"])
    yield* TestClock.adjust("2 hours")
    assert.deepStrictEqual(said.flat().slice(1), ["They are old. Fetch some."])
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(said.flat().slice(2), ["It is closed. Open it. A=b"])
  })

  it.live("examines itself once it is ready, and shows the findings to whoever asks", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true })
      // The log is the last to hear of it.
      const output = yield* Effect.repeat(Effect.sync(running.output), {
        until: (output) => output.includes("fsync is off"),
        schedule: Schedule.spaced("100 millis")
      })
      const warnings = output.split("\n").filter((line) => line.includes("fsync is off"))
      assert.strictEqual(warnings.length, 1)
      assert.match(warnings[0]!, /fsync is off: .* Set fsync = on .*"level":"WARN"/)
      const { json } = yield* running.get("/readyz?verbose", { apiKey: null })
      const { examinedAt, findings } = Object(json).doctor as Examination
      assert.isAtMost(Date.now() - Date.parse(examinedAt), 60_000)
      assert.includeDeepMembers(
        findings.map(({ id, severity }) => [id, severity]),
        [
          ["port25", "ok"],
          ["db.migrations", "ok"],
          ["db.durability", "problem"]
        ]
      )
    }).pipe(Effect.scoped)
  )
})
