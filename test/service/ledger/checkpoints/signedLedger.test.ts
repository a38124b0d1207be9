/** The signed ledger as customers, witnesses and operators see it: over HTTP, in a file, on the command line. */
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import * as checkpoint from "@rcpt/store/tree/checkpoint"
import * as merkle from "@rcpt/store/tree/merkle"
import { Effect, Schedule } from "effect"

import { Refused, verifyProof } from "../../../../packages/store/verifier/verifyProof.ts"
import { rcpt } from "../../../cli/rcpt.ts"
import { openAccount } from "../../../support/openAccount.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { tempFolder } from "../../../support/tempFolder.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

const keyOf = (name: string): string => Buffer.alloc(checkpoint.seedOctets, name).toString("base64")
const [ownKey, nextKey] = [keyOf("one"), keyOf("two")]

interface Checkpoints {
  readonly keys: ReadonlyArray<string>
  readonly checkpoints: ReadonlyArray<{ readonly size: number; readonly note: string }>
}

const json = <A>(running: Running, path: string) =>
  Effect.map(running.get(path), ({ status, text, json: value }) => {
    assert.strictEqual(status, 200, text)
    return value as A
  })

const checkpointsOf = (running: Running) => json<Checkpoints>(running, "/api/v1/ledger/checkpoints")

const newestEntry = (running: Running) =>
  Effect.map(
    json<{ readonly entries: ReadonlyArray<{ readonly id: string }> }>(running, "/api/v1/ledger"),
    ({ entries }) => entries[0]!.id
  )

const proofPath = (entry: string): string => `/api/v1/ledger/${entry}/proof`

/** An entry that is not signed yet, and its proof. */
const proveNewCheck = (running: Running) =>
  Effect.gen(function* () {
    yield* json(running, "/api/v1/verify?email=user1@plain.test")
    const proof = yield* json<object>(running, proofPath(yield* newestEntry(running)))
    return { proof, size: Number(Object(proof).inclusion.size) }
  })

const linesIn = (path: string) =>
  checkpoint.notesIn(existsSync(path) ? readFileSync(path, "utf8") : "")

const until = <A>(read: () => A, holds: (value: A) => boolean) =>
  Effect.repeat(Effect.sync(read), { until: holds, schedule: Schedule.spaced("100 millis") })

const treeOf = (note: string): merkle.Tree => checkpoint.parseCheckpoint(note)!

describe("A ledger with a key", () => {
  it.live("proves a charge at once, and that nothing was changed since", () =>
    Effect.gen(function* () {
      const env = { RCPT_LEDGER_KEY: ownKey, RCPT_CHECKPOINT_EVERY: "300s" }
      const running = yield* service.start({ lab: true, env })
      const first = yield* proveNewCheck(running)
      const { keys } = yield* checkpointsOf(running)
      const key = keys[0]!
      assert.match(verifyProof(first.proof, key), /^Credits\w+ \{.*credits/)

      const altered = JSON.stringify(first.proof).replace('\\"credits\\":1', '\\"credits\\":2')
      assert.throws(() => verifyProof(JSON.parse(altered), key), Refused)

      const second = yield* proveNewCheck(running)
      assert.isAbove(second.size, first.size)
      const path = `/api/v1/ledger/consistency?from=${first.size}&to=${second.size}`
      const {
        from,
        to,
        path: hashes
      } = yield* json<{
        readonly from: { readonly note: string }
        readonly to: { readonly note: string }
        readonly path: ReadonlyArray<string>
      }>(running, path)
      const proof = hashes.map((hash) => Buffer.from(hash, "hex"))
      assert.isTrue(merkle.isConsistent(treeOf(from.note), treeOf(to.note), proof))
      const listed = (yield* checkpointsOf(running)).checkpoints.map(({ size }) => size)
      assert.includeMembers(listed, [first.size, second.size])
      assert.deepStrictEqual(
        listed,
        listed.toSorted((left, right) => right - left)
      )

      const { apiKey } = yield* openAccount(running.databaseUrl!)
      const stranger = yield* running.get(proofPath(yield* newestEntry(running)), { apiKey })
      assert.strictEqual(stranger.status, 404)
    }).pipe(Effect.scoped)
  )

  it.live("is signed as time goes by, into a file that an operator can verify it against", () =>
    Effect.gen(function* () {
      const file = join(yield* tempFolder(), "checkpoints.txt")
      const env = {
        RCPT_LEDGER_KEY: `${nextKey},${ownKey}`,
        RCPT_CHECKPOINT_EVERY: "1s",
        RCPT_CHECKPOINT_FILE: file
      }
      const running = yield* service.start({ lab: true, env })
      yield* until(
        () => linesIn(file).length,
        (count) => count >= 1
      )
      yield* json(running, "/api/v1/verify?email=user2@plain.test")
      const notes = yield* until(
        () => linesIn(file),
        (found) => found.length >= 2
      )
      const sizes = notes.map((note) => treeOf(note).size)
      assert.deepStrictEqual(
        sizes,
        [...new Set(sizes)].toSorted((left, right) => left - right)
      )

      const database = { RCPT_DATABASE_URL: running.databaseUrl! }
      const printed = yield* rcpt(["ledger", "key"], {
        ...database,
        RCPT_LEDGER_KEY: env.RCPT_LEDGER_KEY
      })
      const keys = printed.stdout.trim().split("\n")
      assert.deepStrictEqual(keys, [...(yield* checkpointsOf(running)).keys])
      assert.lengthOf(keys, 2)
      for (const key of keys)
        for (const note of notes)
          assert.isTrue(checkpoint.isSignedBy(note, checkpoint.parseVerifier(key)!))

      const against = ["ledger", "verify", "--against", file, "--key", keys[0]!]
      const verified = yield* rcpt(against, database)
      assert.strictEqual(verified.code, 0, verified.stdout)
      assert.match(verified.stdout, /\nok {6}published /)
      const other = notes[0]!.replace(/^rcpt\/.*/, "rcpt/other")
      appendFileSync(file, `${other}\n`)
      const refused = yield* rcpt(against, database)
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stdout, /BROKEN {2}published [^]*found one of rcpt\/other/)
      for (const args of [
        ["--against", join(file, "..", "none")],
        ["--against", import.meta.filename],
        ["--key", "x"]
      ]) {
        const { code, stderr } = yield* rcpt(["ledger", "verify", ...args], database)
        assert.strictEqual(code, 64, stderr)
        assert.include(stderr, args[0]!)
      }
    }).pipe(Effect.scoped)
  )

  it.live("is not signed any more when it does not begin with what was published", () =>
    Effect.gen(function* () {
      const file = join(yield* tempFolder(), "checkpoints.txt")
      const env = {
        RCPT_LEDGER_KEY: ownKey,
        RCPT_CHECKPOINT_EVERY: "300s",
        RCPT_CHECKPOINT_FILE: file
      }
      const running = yield* service.start({ lab: true, env })
      const { size } = yield* proveNewCheck(running)
      const [note] = (yield* checkpointsOf(running)).checkpoints.map((one) => one.note)
      yield* running.kill("SIGTERM")
      // As if the database had been set back to an earlier state.
      const tree = { ...checkpoint.parseCheckpoint(note!)!, size: size + 1_000 }
      appendFileSync(
        file,
        checkpoint.signCheckpoint(tree, [{ seed: Buffer.from(ownKey, "base64") }])
      )
      const again = yield* running.restart
      yield* json(again, "/api/v1/verify?email=user3@plain.test")
      const { status, text } = yield* again.get(proofPath(yield* newestEntry(again)))
      assert.strictEqual(status, 404, text)
      assert.include(again.output(), `The ledger is not the one that was signed: ${size + 1_000}`)
      assert.strictEqual(treeOf(linesIn(file).at(-1)!).size, size + 1_000)
    }).pipe(Effect.scoped)
  )
})

describe("A ledger without a key", () => {
  it.live("says so", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true })
      const { status, text } = yield* running.get(proofPath(yield* newestEntry(running)))
      assert.strictEqual(status, 404)
      assert.include(text, "RCPT_LEDGER_KEY")
      assert.deepStrictEqual(yield* checkpointsOf(running), {
        keys: [],
        witnesses: [],
        checkpoints: [],
        next: null
      } as never)
    }).pipe(Effect.scoped)
  )

  it.live("gets one beside the embedded database, and keeps it", () =>
    Effect.gen(function* () {
      const dataDir = yield* tempFolder()
      const running = yield* service.start({ lab: true, dataDir })
      const { proof } = yield* proveNewCheck(running)
      const { keys } = yield* checkpointsOf(running)
      assert.include(verifyProof(proof, keys[0]!), "has signed")
      const printed = yield* rcpt(["ledger", "key"], { RCPT_DATA_DIR: dataDir })
      assert.strictEqual(printed.stdout.trim(), keys[0])
      yield* running.kill("SIGTERM")
      const again = yield* running.restart
      assert.deepStrictEqual((yield* checkpointsOf(again)).keys, keys)
    }).pipe(Effect.scoped)
  )
})
