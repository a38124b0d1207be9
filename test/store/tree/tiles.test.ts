/** The stored tree against the definition, over more leaves than two levels of tiles have. */
import { randomUUIDv7 } from "node:crypto"

import { EventStore } from "@rcpt/store/EventStore"
import * as certify from "@rcpt/store/tree/certify"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import * as merkle from "@rcpt/store/tree/merkle"
import type { Hash, Range } from "@rcpt/store/tree/merkle"
import { consistencyProof, inclusionProof, witnessed } from "@rcpt/store/tree/proofs"
import { extend, rootOf, treeOf } from "@rcpt/store/tree/tiles"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { storeLayer, superuserStoreLayer } from "../../support/storeDatabase.ts"
import { assert, layer } from "../../support/vitest.ts"
import { postOne } from "../appends.ts"

/** Two tiles of level 1, and something of everything below. */
const commits = 66_000

/** As if so many commits had been appended and sealed. */
const fill = SqlClient.SqlClient.use(
  (sql) => sql`
    with made as (
      insert into es.commit (at, events, leaf)
      select now(), 1, sha256(('leaf ' || n)::bytea) from generate_series(1, ${commits}) n
      returning commit_id
    ), sealed as (
      insert into es.sealed (seq, commit_id) select row_number() over (order by commit_id), commit_id
      from made
    )
    update es.head set seq = ${commits}, max_seen = ${commits}`
)

const leaves = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly leaf: Uint8Array }>`
    select leaf from es.sealed join es.commit using (commit_id) order by seq`
).pipe(Effect.map((rows) => rows.map(({ leaf }): Hash => leaf)))

const hashByLeaves = (all: ReadonlyArray<Hash>) => (range: Range) =>
  merkle.combine(
    merkle
      .subtreesOf(range)
      .map(({ height, index }) => rootOf(all.slice(index * 2 ** height, (index + 1) * 2 ** height)))
  )

const sizes = [1, 2, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 65_792, commits]

layer(storeLayer)("The tree of a long log", (it) => {
  it.effect("has the roots and the proofs that its leaves define, from a few tiles", function* () {
    yield* fill
    assert.deepStrictEqual(yield* extend(commits), false)
    yield* Effect.repeat(extend(commits), { until: (isComplete) => isComplete })
    const all = yield* leaves
    const hashOf = hashByLeaves(all)
    for (const size of sizes) {
      const tree = yield* treeOf(size)
      assert.deepStrictEqual(Buffer.from(tree.root), hashOf({ start: 0, end: size }))
      for (const index of [0, 1, 255, 256, 65_535, 65_536, size - 1].filter((at) => at < size)) {
        const path = yield* inclusionProof(index, size)
        const root = merkle.rootOfInclusion(all[index]!, index, size, path)
        assert.deepStrictEqual(root, Buffer.from(tree.root), `${index} in ${size}`)
      }
      for (const before of sizes.filter((one) => one <= size)) {
        const path = yield* consistencyProof(before, size)
        assert.isTrue(merkle.isConsistent(yield* treeOf(before), tree, path))
      }
    }
  })
})

const signers = [{ seed: checkpoint.newSeed() }]

const sealAll = EventStore.use(({ seal }) =>
  Effect.repeat(seal, { until: ({ sealed, gaps }) => sealed + gaps === 0 })
)

const signed = (trusted?: merkle.Tree) =>
  Effect.andThen(sealAll, certify.certify({ signers, trusted })).pipe(
    Effect.map((found) => {
      assert.isObject(found)
      return found as certify.SignedCheckpoint
    })
  )

layer(superuserStoreLayer)("A checkpoint of the log", (it) => {
  it.effect("is signed once for each state, and proves each event", function* () {
    assert.isUndefined(yield* certify.certify({ signers, trusted: undefined }))
    const stream = `test-${randomUUIDv7()}`
    for (let event = 0; event < 5; event++) yield* postOne(stream)
    const first = yield* signed()
    assert.strictEqual(first.size, 5)
    assert.deepStrictEqual(yield* signed(first), first)
    const origin = yield* certify.origin
    const verifier = checkpoint.parseVerifier(checkpoint.verifierOf(origin, signers[0]!))!
    assert.isTrue(checkpoint.isSignedBy(first.note, verifier))
    const { size, root } = checkpoint.parseCheckpoint(first.note)!
    assert.deepStrictEqual({ size, root }, { size: 5, root: Buffer.from(first.root) })

    const found = (yield* witnessed(3, 1))!
    const leaf = merkle.leafHash(Buffer.concat(found.hashes))
    const path = yield* inclusionProof(found.seq - 1, size)
    assert.deepStrictEqual(merkle.rootOfInclusion(leaf, found.seq - 1, size, path), root)
  })

  it.effect("is refused when the log does not begin with what was signed", function* () {
    yield* postOne(`test-${randomUUIDv7()}`)
    const before = yield* signed()
    const sql = yield* SqlClient.SqlClient
    yield* postOne(`test-${randomUUIDv7()}`)
    yield* sealAll
    const other = { ...before, root: merkle.leafHash(before.root) }
    const forked = yield* Effect.flip(certify.certify({ signers, trusted: other }))
    assert.deepInclude(forked, { _tag: "LogRewritten", signed: before.size })
    const longer = { size: before.size + 10, root: before.root }
    const cut = yield* Effect.flip(certify.certify({ signers, trusted: longer }))
    assert.deepInclude(cut, { _tag: "LogRewritten", signed: longer.size, found: before.size + 1 })

    // A row that anybody with rights on the database can add is not believed.
    const forgery = { size: before.size + 1, root: merkle.leafHash(before.root) }
    const believed = yield* Effect.gen(function* () {
      yield* sql`insert into es.checkpoint (size, root, note)
          values (${forgery.size}, ${Buffer.from(forgery.root)}, 'forged')`
      const trusting = { signers, trusted: before }
      const answers = [yield* Effect.flip(certify.certify(trusting))]
      return [...answers, yield* Effect.flip(certify.confirm(before))]
    }).pipe(Effect.flatMap(Effect.fail), sql.withTransaction, Effect.flip)
    assert.isArray(believed)
    for (const error of believed as ReadonlyArray<object>)
      assert.deepInclude(error, { _tag: "LogRewritten", signed: before.size })

    // The last tile is read anew each time, so what was rewritten there is seen at once.
    yield* sql.withTransaction(
      Effect.andThen(
        sql`set local session_replication_role = replica`,
        sql`update es.commit set leaf = sha256(leaf) where commit_id = ${before.size}`
      )
    )
    const rewritten = yield* Effect.flip(certify.certify({ signers, trusted: undefined }))
    assert.deepInclude(rewritten, { _tag: "LogRewritten", signed: before.size })
  })
})
