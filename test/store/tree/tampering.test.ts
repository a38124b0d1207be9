/**
 * What somebody with all rights on the database can do to a signed log, up to changes that leave it
 * consistent in itself. Each is found, some only by a checkpoint that was published before.
 */
import { auditAgainst, inSnapshot } from "@rcpt/store/audit"
import type { AuditFinding } from "@rcpt/store/audit/AuditFinding"
import { certify, origin } from "@rcpt/store/tree/certify"
import type { SignedCheckpoint } from "@rcpt/store/tree/certify"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { superuserStoreLayer } from "../../support/storeDatabase.ts"
import { assert, layer } from "../../support/vitest.ts"
import { postOne, wholeLog } from "../appends.ts"
import { firstSize, lastSize, signers, tamperings } from "./tamperings.ts"
import type { Signed } from "./tamperings.ts"

class Log extends Context.Service<Log, Signed>()("test/Log") {}

const signedAt = (size: number) =>
  Effect.gen(function* () {
    const { length } = yield* wholeLog()
    for (let commit = length; commit < size; commit++) yield* postOne(`test-${commit % 7}`)
    yield* wholeLog()
    const made = yield* certify({ signers, trusted: undefined })
    return made as SignedCheckpoint
  })

const world = Layer.effect(
  Log,
  Effect.gen(function* () {
    const first = yield* signedAt(firstSize)
    const last = yield* signedAt(lastSize)
    const name = yield* origin
    const verifier = checkpoint.parseVerifier(checkpoint.verifierOf(name, signers[0]!))!
    return { notes: [first.note, last.note], verifier, origin: name, root: last.root }
  })
).pipe(Layer.provideMerge(superuserStoreLayer))

const foundIn = (findings: ReadonlyArray<AuditFinding>) =>
  Object.fromEntries(findings.flatMap(({ id, broken }) => (broken ? [[id, broken.found]] : [])))

layer(world, { excludeTestServices: true })("A signed log", (it) => {
  it.effect("passes, also against what was published", function* () {
    const { notes, verifier } = yield* Log
    const evidence = { published: notes, verifiers: [verifier] }
    const findings = yield* inSnapshot(auditAgainst(evidence))
    assert.deepStrictEqual(foundIn(findings), {})
    const examined = findings.filter(({ id }) => ["tree", "signed", "published"].includes(id))
    assert.deepStrictEqual(
      examined.map((one) => one.examined),
      [lastSize, lastSize, lastSize]
    )
  })

  for (const { name, change, evidence, finds } of tamperings)
    it.effect(`does not pass when ${name}`, function* () {
      const sql = yield* SqlClient.SqlClient
      const log = yield* Log
      const given = evidence?.(log) ?? { published: log.notes, verifiers: [log.verifier] }
      // The failure rolls the change back, so that each test starts from the same log.
      const findings = yield* Effect.gen(function* () {
        yield* sql`set local session_replication_role = replica`
        yield* change
        return yield* Effect.flatMap(auditAgainst(given), Effect.fail)
      }).pipe(sql.withTransaction, Effect.flip)
      assert.isArray(findings, String(findings))
      const found = foundIn(findings as ReadonlyArray<AuditFinding>)
      assert.deepStrictEqual(Object.keys(found).toSorted(), Object.keys(finds).toSorted())
      for (const [id, says] of Object.entries(finds)) assert.match(found[id]!, says)
    })
})
