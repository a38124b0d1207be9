/** What domain knowledge adds to a verification in fast mode. */
import { PgClient } from "@effect/sql-pg"
import { VerifyResult } from "@rcpt/api/VerifyResult"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

import * as service from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import * as world from "./domainKnowledgeWorld.ts"

const mailDomain = { MX: ["10 mx.acme.test"], TXT: ["v=spf1 mx -all"] }

const zone: Zone = {
  "acme.test": mailDomain,
  "mx.acme.test": { A: ["1.1.1.1"] },
  "gmail.com": mailDomain,
  "web.test": { A: ["1.1.1.1"] },
  "nullmx.test": { MX: ["0 ."] }
}

/** A verifier on a node with this observation about each of these domains. */
const verifierWith = Effect.fnUntraced(function* (takesAll: boolean) {
  const { memory } = yield* world.start
  for (const domain of Object.keys(zone))
    yield* memory.learn(domain, { about: "catchAll", takesAll, source: "mx.acme.test" })
  const verifier = Verifier.layer().pipe(
    Layer.provide(Layer.mergeAll(Lists.layer, Resolver.layerZone(zone))),
    Layer.provide(Layer.succeed(DomainKnowledge, memory))
  )
  const verify = (address: string) => Verifier.use((verifier) => verifier.verify(address))
  return (address: string) => Effect.provide(verify(address), verifier)
})

describe("A verification in fast mode", () => {
  it.effect("reports a catch-all domain once a probe has shown it", function* () {
    const verify = yield* verifierWith(true)
    yield* TestClock.adjust("3 hours")
    const { evidence, judgement } = yield* verify("ann@acme.test")
    assert.strictEqual(judgement.subStatus, "catch_all")
    assert.deepStrictEqual(evidence.catchAll, {
      _tag: "Present",
      value: { because: "mx.acme.test accepted a made-up address" }
    })
    assert.strictEqual(evidence.catchAllLearntAt, 0)
    const { judgement: role } = yield* verify("info@acme.test")
    assert.strictEqual(role.subStatus, "role_based_catch_all")
    yield* TestClock.adjust("21 hours")
    const { judgement: later } = yield* verify("ann@acme.test")
    assert.isUndefined(later.subStatus)
  })

  it.effect(
    "reports that a domain is not catch-all once a made-up address has been refused",
    function* () {
      const verify = yield* verifierWith(false)
      const { evidence, judgement } = yield* verify("ann@acme.test")
      assert.strictEqual(judgement.status, "valid")
      assert.deepStrictEqual(evidence.catchAll, { _tag: "Absent" })
    }
  )

  it.effect("does not read domain knowledge where a stronger fact is known", function* () {
    const verify = yield* verifierWith(true)
    const { evidence } = yield* verify("ann@gmail.com")
    assert.deepStrictEqual(evidence.catchAll, { _tag: "Absent" })
    assert.notProperty(evidence, "catchAllLearntAt")
    for (const domain of ["web.test", "nullmx.test", "nowhere.test"]) {
      const { evidence } = yield* verify(`ann@${domain}`)
      assert.strictEqual(evidence.catchAll._tag, "Unanswered", domain)
    }
  })

  it.live("over HTTP shows the observation and its age", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true })
      const ask = Effect.flatMap(
        running.get("/api/v1/verify?email=ann@acme.test&explain=true"),
        ({ json }) => Schema.decodeUnknownEffect(VerifyResult)(json)
      )
      const learn = SqlClient.SqlClient.use(
        (sql) => sql`
          insert into domain_knowledge values ('acme.test', 'catchAll', '{"takesAll":true}',
            'mx1.acme.test', now() - interval '3 hours', now() + interval '3 hours')`
      ).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(running.databaseUrl!) })))
      yield* learn
      const result = yield* ask
      assert.strictEqual(result.sub_status, "catch_all")
      assert.strictEqual(result.is_catch_all, true)
      assert.strictEqual(result.checks.catch_all, true)
      assert.isAbove(result.catch_all_confidence ?? 0, 0)
      const { age_seconds = 0, ...row } = result.evidence!.find(({ rule }) => rule === "catch_all")!
      assert.deepStrictEqual(row, {
        rule: "catch_all",
        outcome: "present",
        source: "an earlier conversation with a mail server of the domain",
        answer: "mx1.acme.test accepted a made-up address"
      })
      // Three hours and a few seconds, more on a busy machine.
      assert.isAtLeast(age_seconds, 3 * 3_600)
      assert.isBelow(age_seconds, 3 * 3_600 + 300)
    }).pipe(Effect.scoped)
  )
})
