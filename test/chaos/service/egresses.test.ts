/** Three nodes ask a provider that blocks an egress, from two egresses each, and die at it. */
import * as Lab from "@rcpt/lab/Lab"
import type { MailFile } from "@rcpt/lab/smtp/MailFile"
import type { Zone } from "@rcpt/lab/Zone"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { ordinaryPolicy } from "@rcpt/verifier/smtp/rules/probePolicies"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { jobOf, list, mode, pageOf, upload } from "../../service/jobs/jobsHttpWorld.ts"
import { inDatabase } from "../../service/ledger/idempotency/keyed.ts"
import * as Random from "../../simulation/Random.ts"
import { freshDatabase } from "../../support/freshDatabase.ts"
import { scaled } from "../../support/scale.ts"
import type { Running } from "../../support/service.ts"
import * as serviceNodes from "../../support/serviceNodes.ts"
import { assert, describe, it } from "../../support/vitest.ts"

const blocked = "127.0.9.2"
const healthy = "127.0.9.3"
const host = "mx.strict.test"
const domains = 40
const rows = 160

const ttl = 300
const zone: Zone = {
  find: (name) => {
    if (name === host) return [{ name, type: "A", ttl, data: "127.0.150.1" }]
    if (/^_dmarc\.e\d+\.test$/.test(name))
      return [{ name, type: "TXT", ttl, data: ["v=DMARC1; p=reject"] }]
    if (!/^e\d+\.test$/.test(name)) return undefined
    return [
      { name, type: "MX", ttl, data: { preference: 10, exchange: host } },
      { name, type: "TXT", ttl, data: ["v=spf1 mx -all"] }
    ]
  },
  rules: []
}

/** After three conversations it blocks the one address, and it greylists each for itself. */
const mail: MailFile = {
  file: "egresses",
  text: `server ${host} like postfix
  on rcpt from ${blocked} over 3 in 10m per address
                554 5.7.1 Service unavailable; Client host [{ip}] blocked using zen.spamhaus.org
  on rcpt within 1s per address
                450 4.2.0 <{rcpt}>: Recipient address rejected: Greylisted
`
}

const nameOf = (row: number) =>
  `${row % 4 === 0 ? "stranger" : "user"}${row}@e${row % domains}.test`

const env = {
  RCPT_RATE_LIMIT: "off",
  RCPT_ENUMERATION_LIMIT: "off",
  // The pace of the provider, not that of the lab.
  RCPT_MX_CONCURRENCY: "",
  RCPT_MX_RATE: "",
  RCPT_SMTP_EGRESS: `direct://${blocked},direct://${healthy}`
}

/** Rows that wait for a retry, or until it is clearer whether they are refused, are due earlier than that. */
const hurried = SqlClient.SqlClient.use(
  (sql) => sql`update probe_queue set due_at = now() where lease is null and due_at > now()`
)

const isEnded = (node: Running, id: string) =>
  Effect.flatMap(node.get(`/api/v1/jobs/${id}`), (answer) => jobOf(answer)).pipe(
    Effect.map(({ status }) => status === "complete"),
    Effect.orElseSucceed(() => false)
  )

/** The most sessions in any ten seconds. */
const mostInTenSeconds = (starts: ReadonlyArray<number>) =>
  Math.max(
    0,
    ...starts.map((from) => starts.filter((at) => at >= from && at < from + 10_000).length)
  )

/** Kills two of the nodes, one after the other, and starts each again. The first stays. */
const kills = (nodes: ReadonlyArray<Running>, random: Random.Random) =>
  Effect.gen(function* () {
    const victim = random.pick([1, 2])
    for (const which of [victim, 3 - victim]) {
      yield* Effect.sleep(random.between(5_000, 10_000))
      yield* nodes[which]!.kill("SIGKILL")
      yield* nodes[which]!.restart
    }
  })

const run = (seed: number) =>
  Effect.gen(function* () {
    const lab = yield* Lab.start({ zones: [zone], mail: [mail] })
    const url = yield* freshDatabase()
    const nodes = yield* serviceNodes.startAll(
      {
        apiKey: generate(),
        databaseUrlOf: () => url,
        env: { ...lab.env, ...env },
        credits: 10_000
      },
      yield* serviceNodes.clusterAddresses(3)
    )
    const first = nodes[0]!
    const emails = Array.from({ length: rows }, (_, row) => nameOf(row))
    const parts = [mode("deep"), list(["email", ...emails].join("\n"))]
    const { id } = yield* jobOf(yield* upload(first, parts), 201)
    yield* Effect.forkScoped(
      Effect.repeat(inDatabase(first)(hurried), Schedule.spaced("3 seconds"))
    )
    yield* kills(nodes, Random.make(seed))
    yield* isEnded(first, id).pipe(
      Effect.repeat({ until: (ended) => ended, schedule: Schedule.spaced("1 second") })
    )
    const pages = yield* Effect.forEach([1, 2], (page) =>
      Effect.flatMap(first.get(`/api/v1/jobs/${id}/results?page_size=100&page=${page}`), pageOf)
    )
    return {
      verdicts: pages.flatMap(({ results }) =>
        results.map(({ email, verification_status: status }) => `${email} ${status}`)
      ),
      emails,
      traffic: lab.mail.traffic(host)
    }
  }).pipe(Effect.scoped)

const seeds = Array.from({ length: scaled("EGRESS_SEEDS", { usual: 1, long: 5 }) }, (_, n) => n + 1)

describe("Three nodes with two egresses, one of which is blocked", () => {
  for (const seed of seeds)
    it.live(
      `give the verdicts of a healthy address, keep each pace and end, seed ${seed}`,
      function* () {
        const { verdicts, emails, traffic } = yield* run(seed)
        assert.deepStrictEqual(
          verdicts,
          emails.map((email) => `${email} ${email.startsWith("user") ? "valid" : "invalid"}`)
        )
        const { startsPerSecond, connectionsMax } = ordinaryPolicy
        for (const address of [blocked, healthy]) {
          const starts = traffic.startsFrom(address)
          assert.isAbove(starts.length, 3, address)
          // One more begins at the edge, and one that was late may be followed on time.
          assert.isAtMost(mostInTenSeconds(starts), 10 * startsPerSecond + 2, address)
        }
        assert.isAtMost(traffic.openPeak, 2 * connectionsMax)
      },
      300_000
    )
})
