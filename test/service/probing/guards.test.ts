/** Guards of mail servers, with real sockets and a real database. */
import { randomUUIDv7 } from "node:crypto"

import * as Lab from "@rcpt/lab/Lab"
import * as GuardRecords from "@rcpt/service/probing/GuardRecords"
import { hostGroups } from "@rcpt/service/probing/hostGroups"
import type { SettledProbe } from "@rcpt/service/probing/ProbeResults"
import * as Queue from "@rcpt/service/probing/queue/ProbeQueue"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Duration, Effect, Scope } from "effect"
import { SqlClient } from "effect/sql"

import * as databaseClock from "../../support/databaseClock.ts"
import { freshDatabase } from "../../support/freshDatabase.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { jumpingClock, rowsOf, startNode } from "./guardsWorld.ts"

const names = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => `user${index + 1}@${domain}`)

/** As a job queues them: in the groups of their mail hosts. */
const put = Effect.fnUntraced(function* (rows: ReturnType<typeof rowsOf>) {
  const groups = yield* hostGroups
  const queue = yield* Queue.ProbeQueue
  yield* queue.put(
    yield* Effect.forEach(rows, (row) =>
      Effect.map(groups.of(row.question.hosts[0]!.host), (group) => ({ ...row, group }))
    )
  )
})

const waitUntil = (condition: () => boolean) =>
  Effect.gen(function* () {
    while (!condition()) yield* Effect.sleep("20 millis")
  }).pipe(
    Effect.timeoutOrElse({
      duration: "1 minute",
      orElse: () => Effect.die(new Error("the condition did not become true"))
    })
  )

/** A pace that delays nothing. */
const unpaced = { RCPT_MX_CONCURRENCY: "5", RCPT_MX_RATE: "1000" }
/** The default pace. */
const defaultPace = { RCPT_MX_CONCURRENCY: "", RCPT_MX_RATE: "" }

const deep = (address: string, account = "one", timeout = Duration.seconds(20)) =>
  Verifier.use((verifier) => verifier.verify(address, { mode: "deep", account, timeout }))

const smtpOf = (address: string, account?: string, timeout?: Duration.Duration) =>
  Effect.map(deep(address, account, timeout), ({ evidence }) => evidence.smtp)

const notRequired = "smtp_not_required"

describe("The guards of mail servers", () => {
  it.live("probe rows of the queue, and learn only once that a domain is catch-all", () =>
    Effect.gen(function* () {
      const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
      const settled: Array<SettledProbe> = []
      const node = yield* startNode({ lab, url, settled, env: unpaced })
      yield* Effect.gen(function* () {
        yield* put(rowsOf(names(1_000, "takesall.test"), "mail.takesall.test"))
        yield* waitUntil(() => settled.length === 1_000)
        const asked = settled.filter(({ smtp }) => smtp.status === "catch_all").length
        const others = settled.filter(({ smtp }) => smtp.status !== "catch_all")
        assert.isTrue(others.every(({ smtp }) => "reason" in smtp && smtp.reason === notRequired))
        // Those who were asked before the control address was taken, and a sample.
        assert.isBelow(asked, 200)
        assert.strictEqual(lab.mail.traffic("mail.takesall.test").commands.get("RCPT"), asked + 1)

        const fast = yield* Verifier.use((verifier) => verifier.verify("ann@takesall.test"))
        assert.strictEqual(fast.evidence.catchAll._tag, "Present")
        assert.deepInclude(fast.judgement, { status: "risky", subStatus: "catch_all" })
        const queue = yield* Queue.ProbeQueue
        assert.deepStrictEqual(yield* queue.counts(10), [])
      }).pipe(Effect.provideContext(node))
    }).pipe(Effect.scoped)
  )

  it.live("probe a greylisted row again later, also on another node, until it is accepted", () =>
    Effect.gen(function* () {
      const { clock, now, jump } = yield* jumpingClock
      yield* Effect.gen(function* () {
        const [lab, url] = [yield* Lab.start({ now }), yield* freshDatabase()]
        yield* databaseClock.install(url, { isStopped: false })
        const settled: Array<SettledProbe> = []
        const host = "mail.grey.test"
        const first = yield* Scope.fork(yield* Effect.scope)
        const before = yield* Scope.provide(startNode({ lab, url, settled, env: unpaced }), first)
        yield* Effect.provideContext(put(rowsOf(["ann@grey.test"], host)), before)
        const rcpts = () => lab.mail.traffic(host).commands.get("RCPT") ?? 0
        yield* waitUntil(() => rcpts() === 2)
        const attempts = SqlClient.SqlClient.use(
          (sql) => sql<{ readonly attempts: number }>`select attempts from probe_queue`
        ).pipe(Effect.provideContext(before))
        while ((yield* attempts)[0]?.attempts === 0) yield* Effect.sleep("50 millis")
        yield* Scope.close(first, yield* Effect.exit(Effect.void))

        const after = yield* startNode({ lab, url, settled, env: unpaced })
        yield* Effect.sleep("3 seconds")
        // The row and the control probe: both have to wait.
        assert.deepStrictEqual([settled.length, rcpts()], [0, 2])
        jump(Duration.minutes(6))
        yield* Effect.provideContext(databaseClock.advance("6 minutes"), after)
        yield* waitUntil(() => settled.length === 1)
        assert.strictEqual(settled[0]!.smtp.status, "deliverable")
        const [{ delay } = { delay: 0 }] = yield* SqlClient.SqlClient.use(
          (sql) => sql<{ readonly delay: number }>`
            select (value ->> 'delayMillis')::float8 as delay from domain_knowledge
            where domain = 'grey.test' and topic = 'greylist'`
        ).pipe(Effect.provideContext(after))
        assert.isAtLeast(delay, Duration.toMillis(Duration.minutes(6)))
      }).pipe(Effect.provideService(Clock.Clock, clock))
    }).pipe(Effect.scoped)
  )

  it.live("keep a pause over a restart, and publish it for operators", () =>
    Effect.gen(function* () {
      const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
      const host = "mail.busy.test"
      const first = yield* Scope.fork(yield* Effect.scope)
      const before = yield* Scope.provide(startNode({ lab, url, env: defaultPace }), first)
      const shown = (node: typeof before) =>
        GuardRecords.shownSince(Duration.minutes(1), 10).pipe(Effect.provideContext(node))
      for (let i = 0; i < 4; i++) {
        const smtp = yield* Effect.provideContext(smtpOf(`user${i}@busy.test`), before)
        assert.strictEqual(smtp?.status, "rate_limited")
      }
      yield* Effect.sleep("2500 millis")
      const [guard] = yield* shown(before)
      assert.deepInclude(guard?.status, { circuit: "paused", isBlocked: false })
      assert.strictEqual(guard?.status.pause?.because, "rateLimited")
      yield* Scope.close(first, yield* Effect.exit(Effect.void))

      const { opened } = lab.mail.traffic(host)
      const after = yield* startNode({ lab, url, env: defaultPace })
      const smtp = yield* Effect.provideContext(
        smtpOf("ann@busy.test", "one", Duration.seconds(3)),
        after
      )
      assert.deepInclude(smtp, { checked: false, reason: "smtp_throttled" })
      assert.strictEqual(lab.mail.traffic(host).opened, opened)
    }).pipe(Effect.scoped)
  )

  it.live("join concurrent probes of the same address into one", () =>
    Effect.gen(function* () {
      const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
      const node = yield* startNode({ lab, url, env: unpaced })
      const results = yield* Effect.forEach(
        names(20, "x"),
        () => Effect.provideContext(smtpOf("ann@acme.test", randomUUIDv7()), node),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...new Set(results.map((smtp) => smtp?.status))], ["deliverable"])
      // The probe and its control probe; deadlines may fall into two windows.
      assert.isAtMost(lab.mail.traffic("mx1.acme.test").commands.get("RCPT") ?? 0, 4)
    }).pipe(Effect.scoped)
  )

  it.live("limit how many names of a domain an account can probe per hour, and allow repeats", () =>
    Effect.gen(function* () {
      const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
      const env = { ...unpaced, RCPT_ENUMERATION_LIMIT: "5/h" }
      const node = yield* startNode({ lab, url, env })
      const ask = (address: string, account: string) =>
        Effect.provideContext(smtpOf(address, account), node)
      const results = yield* Effect.forEach(names(6, "acme.test"), (name) => ask(name, "one"))
      assert.isTrue(results.slice(0, 5).every((smtp) => smtp?.checked === true))
      assert.deepInclude(results[5], { checked: false, reason: "smtp_abuse_throttled" })
      assert.isTrue((yield* ask("user1@acme.test", "one"))?.checked)
      assert.isTrue((yield* ask("user6@acme.test", "another"))?.checked)
      assert.isTrue((yield* ask("ann@takesall.test", "one"))?.checked)
    }).pipe(Effect.scoped)
  )

  it.live("allow any number of names at a free-mail domain", () =>
    Effect.gen(function* () {
      const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
      const env = { ...unpaced, RCPT_ENUMERATION_LIMIT: "3/h" }
      const node = yield* startNode({ lab, url, env })
      const results = yield* Effect.forEach(names(8, "gmail.com"), (name) =>
        Effect.provideContext(smtpOf(name), node)
      )
      assert.isTrue(results.every((smtp) => smtp?.checked === true))
    }).pipe(Effect.scoped)
  )
})
