/** Guessed names, in lists and live requests, at mail servers of the lab. */
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import * as Lab from "@rcpt/lab/Lab"
import { hostGroups } from "@rcpt/service/probing/hostGroups"
import type { SettledProbe } from "@rcpt/service/probing/ProbeResults"
import { ProbeQueue } from "@rcpt/service/probing/queue/ProbeQueue"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect } from "effect"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import { rowsOf, startNode } from "../guardsWorld.ts"

/** As many sessions as there are rows. */
const env = { RCPT_MX_CONCURRENCY: "100", RCPT_MX_RATE: "1000" }
const host = "mx1.acme.test"

/** The lab has a mailbox for each `user`, and none for a `guess`. */
const names = (word: "user" | "guess", count: number, domain = "acme.test") =>
  Array.from({ length: count }, (_, index) => `${word}${index}@${domain}`)

const isStopped = (smtp: SmtpEvidence | undefined) =>
  smtp?.checked === false && smtp.reason === "smtp_abuse_throttled"

const stoppedIn = (settled: ReadonlyArray<SettledProbe>) =>
  settled.filter(({ smtp }) => isStopped(smtp)).length

/** A node, and how it runs a job: the answer is how many of its rows were stopped. */
const start = Effect.gen(function* () {
  const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
  const settled: Array<SettledProbe> = []
  const node = yield* startNode({ lab, url, settled, env })
  const runJob = (addresses: ReadonlyArray<string>, account: string) =>
    Effect.gen(function* () {
      const group = yield* (yield* hostGroups).of(host)
      const { put } = yield* ProbeQueue
      settled.length = 0
      yield* put(rowsOf(addresses, host, account).map((row) => ({ ...row, group })))
      while (settled.length < addresses.length) yield* Effect.sleep("20 millis")
      return stoppedIn(settled)
    }).pipe(Effect.provideContext(node))
  return { lab, runJob }
})

const [one, another] = [
  "019a0000-0000-7000-8000-000000000001",
  "019a0000-0000-7000-8000-000000000002"
]

describe("An account that guesses names", () => {
  it.live("is stopped in a list and in the next one, and no other account is", () =>
    Effect.gen(function* () {
      const { lab, runJob } = yield* start
      assert.strictEqual(yield* runJob(names("guess", 90), one), 90 - 61)
      // Those, and the made-up name that shows whether the domain is a catch-all.
      assert.isAtMost(lab.mail.traffic(host).commands.get("RCPT") ?? 0, 61 + 1)
      assert.strictEqual(yield* runJob(names("user", 20), one), 20)
      assert.strictEqual(yield* runJob(names("user", 20), another), 0)
    }).pipe(Effect.scoped)
  )

  it.live("is not who has a list with a third of dead names", () =>
    Effect.gen(function* () {
      const { runJob } = yield* start
      const list = [...names("user", 120), ...names("guess", 60)]
      assert.strictEqual(yield* runJob(list, one), 0)
    }).pipe(Effect.scoped)
  )
})

describe("Live requests", () => {
  it.live("are stopped at a free provider too, once most of the names do not exist", () =>
    Effect.gen(function* () {
      const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
      const node = yield* startNode({ lab, url, env: { ...env, RCPT_ENUMERATION_LIMIT: "10/h" } })
      const deep = { mode: "deep", account: one, timeout: Duration.seconds(20) } as const
      const ask = (address: string) =>
        Verifier.use((verifier) => verifier.verify(address, deep)).pipe(
          Effect.map(({ evidence }) => isStopped(evidence.smtp)),
          Effect.provideContext(node)
        )
      const stopped = yield* Effect.forEach(names("guess", 13, "gmail.com"), ask)
      assert.deepStrictEqual(stopped.slice(9), [false, false, true, true])
      assert.isFalse(yield* ask("guess1@gmail.com"))
      assert.isTrue(yield* ask("ann@gmail.com"))
    }).pipe(Effect.scoped)
  )
})
