/**
 * Changes copies of a ledger in every way of `changes.ts`, and audits each copy. The ledger comes from a backup into
 * a Postgres of its own, which ends with the drill; no other database is touched.
 */
import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import type { LedgerProof } from "@rcpt/api/LedgerProofs"
import type { AuditInputs } from "@rcpt/store/audit/walkTree"
import type { EventStore } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { certify, origin } from "@rcpt/store/tree/certify"
import type { SignedCheckpoint } from "@rcpt/store/tree/certify"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { witnessed } from "@rcpt/store/tree/proofs"
import { Clock, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { proofUnder } from "../../../ledger/checkpoints/proofs.ts"
import { sealBy } from "../../../ledger/checkpoints/seals.ts"
import * as commands from "../../../ledger/commands.ts"
import * as Ledger from "../../../ledger/Ledger.ts"
import type { Archive } from "../../backup/archive.ts"
import { startScratch } from "../../backup/rehearse.ts"
import { restoreArchive } from "../../backup/restoreArchive.ts"
import { audit } from "../audit.ts"
import type { Finding } from "../audit.ts"
import { changes, charges } from "./changes.ts"
import type { KnownLedger, Tampering } from "./changes.ts"
import { sealAll } from "./tamper.ts"

type OnLedger = SqlClient.SqlClient | EventStore | Ledger.Ledger

/** An audit takes two; a change one. */
const connectionsMax = 2

const clientOf = (url: string) =>
  PgClient.layer({
    url: Redacted.make(url),
    applicationName: "rcpt drill",
    maxConnections: connectionsMax
  })

const on = (url: string): Layer.Layer<OnLedger, SqlError.SqlError> =>
  Ledger.layer.pipe(
    Layer.provideMerge(EventStorePg.layer),
    Layer.provideMerge(Hints.layerLocal),
    Layer.provideMerge(clientOf(url))
  )

/** What the drill signs with. It has no file, and ends with the drill. */
const signer = { seed: checkpoint.newSeed() }

/** The audit has found the log to be what was signed before. */
const signed = Effect.repeat(certify({ signers: [signer], trusted: undefined }), {
  until: (made) => made !== "unfinished"
}).pipe(
  Effect.map((made) => made as SignedCheckpoint),
  Effect.catchTag("LogRewritten", Effect.die)
)

/** How long a hold of the drill would last. */
const holdMillis = 3_600_000

/**
 * Every database has something to change then, also one in which nothing was checked yet. The answer is the two
 * checkpoints that are made of it, as somebody outside of the database has them.
 */
const addEntries = (account: string, name: string) =>
  Effect.gen(function* () {
    const { submit } = yield* Ledger.Ledger
    const run = (command: commands.LedgerCommand) => Effect.orDie(submit(account, command))
    const hold = Effect.gen(function* () {
      const holdId = randomUUIDv7()
      const expiresAt = (yield* Clock.currentTimeMillis) + holdMillis
      const purpose = { kind: "verification", mode: "fast" } as const
      yield* run(commands.hold({ holdId, credits: 1, expiresAt, purpose }))
      return holdId
    })
    const granted = { grantId: randomUUIDv7(), credits: 100, reason: "drill" }
    const seal = sealBy(signer, name, account, { _tag: "CreditsGranted", ...granted })
    yield* run(commands.grant({ ...granted, seal }))
    yield* sealAll
    const first = yield* signed
    const receipt = { status: "valid", score: 100 } as const
    for (let n = 0; n < charges; n++)
      yield* run(commands.settle({ holdId: yield* hold, charge: 1, receipt }))
    yield* run(commands.refund({ holdId: yield* hold, reason: "failed" }))
    yield* hold
    yield* sealAll
    return [first, yield* signed] as const
  })

/** A ledger as it is before anything is done to it. */
interface Kept extends KnownLedger {
  /** The key of the drill. */
  readonly key: string
  readonly published: readonly [SignedCheckpoint, SignedCheckpoint]
}

const prepare = Effect.gen(function* () {
  const [name, account] = [yield* origin, randomUUIDv7()]
  const published = yield* addEntries(account, name)
  const key = checkpoint.verifierOf(name, signer)
  const kept: Kept = { account, origin: name, key, published }
  return kept
})

interface EventPosition {
  readonly commit: bigint
  readonly position: number
}

const placeOf = (select: string) =>
  SqlClient.SqlClient.use((sql) =>
    sql.unsafe<EventPosition>(`select commit_id as commit, idx as position from ${select} place`)
  ).pipe(Effect.map(([place]) => place!))

/** What the database answers when it is asked to prove the entry; `undefined`: it has none to prove. */
const proofAt = ({ commit, position }: EventPosition, { published }: Kept) =>
  Effect.gen(function* () {
    const fact = yield* witnessed(Number(commit), position)
    return fact && (yield* proofUnder(published[1], `${fact.seq}-${position}`, fact))
  }).pipe(Effect.orElseSucceed(() => undefined))

export interface Outcome {
  readonly name: string
  /** Every check that names the change was broken, and said what it should. */
  readonly isFound: boolean
  /** False: the database alone passes every check. */
  readonly isSeenAlone: boolean
  readonly broken: ReadonlyArray<Finding>
  /** Of the changed entry, before and after; `undefined`: the database has none. */
  readonly proofs?: {
    readonly before: LedgerProof | undefined
    readonly after: LedgerProof | undefined
  }
}

export interface Drilled {
  /** What fails before anything is changed: then nothing is. */
  readonly before: ReadonlyArray<Finding>
  readonly outcomes: ReadonlyArray<Outcome>
  /** The key under which the proofs are proven. */
  readonly key: string
}

interface DrillInputs {
  readonly archive: Archive
  /** Keys of the checkpoints that the ledger already has. */
  readonly verifiers: ReadonlyArray<checkpoint.Verifier>
  readonly each: (outcome: Outcome, number: number) => Effect.Effect<void>
}

const brokenIn = (findings: ReadonlyArray<Finding>) =>
  findings.filter(({ broken }) => broken !== undefined)

const isNamed = ({ finds }: Tampering, broken: ReadonlyArray<Finding>): boolean =>
  Object.entries(finds).every(([id, says]) =>
    broken.some((finding) => finding.id === id && says.test(JSON.stringify(finding.broken)))
  )

/** A database of the drill's own Postgres, gone with the scope. */
const copyOf = (superuserUrl: string, name: string) => {
  const template = new URL(superuserUrl).pathname.slice(1)
  const onServer = (statement: string) => {
    const url = new URL(superuserUrl)
    url.pathname = "postgres"
    return SqlClient.SqlClient.use((sql) => sql.unsafe(statement)).pipe(
      Effect.provide(clientOf(url.href))
    )
  }
  return Effect.acquireRelease(
    Effect.as(onServer(`create database ${name} template ${template}`), () => {
      const url = new URL(superuserUrl)
      url.pathname = name
      return url.href
    }),
    () => Effect.ignore(onServer(`drop database ${name} with (force)`))
  ).pipe(Effect.map((urlOf) => urlOf()))
}

export const drill = ({ archive, verifiers, each }: DrillInputs) =>
  Effect.gen(function* () {
    const { url, superuserUrl } = yield* startScratch
    yield* Effect.provide(restoreArchive(archive), clientOf(url))
    const auditOf = (inputs: AuditInputs) => Effect.map(audit(inputs), brokenIn)
    const asItIs = yield* Effect.provide(auditOf({ verifiers }), on(superuserUrl))
    if (asItIs.length > 0) return { before: asItIs, outcomes: [], key: "" }
    const kept = yield* Effect.provide(prepare, on(superuserUrl))
    const evidence = {
      verifiers: [...verifiers, checkpoint.parseVerifier(kept.key)!],
      published: kept.published.map(({ note }) => note)
    }
    const before = yield* Effect.provide(auditOf(evidence), on(superuserUrl))
    const result = (outcomes: ReadonlyArray<Outcome>): Drilled => ({
      before,
      outcomes,
      key: kept.key
    })
    if (before.length > 0) return result([])
    const outcomeOf = (tampering: Tampering, number: number) =>
      Effect.gen(function* () {
        const place = tampering.entry && (yield* placeOf(tampering.entry))
        const proof = place ? proofAt(place, kept) : Effect.undefined
        const beforeIt = yield* proof
        yield* Effect.orDie(tampering.change(kept))
        const broken = yield* auditOf(evidence)
        const outcome: Outcome = {
          name: tampering.name,
          isFound: isNamed(tampering, broken),
          isSeenAlone: broken.some(({ id }) => id !== "published"),
          broken,
          ...(place && { proofs: { before: beforeIt, after: yield* proof } })
        }
        yield* each(outcome, number)
        return outcome
      }).pipe(
        (work) =>
          Effect.flatMap(copyOf(superuserUrl, `drill_${number}`), (url) =>
            Effect.provide(work, on(url))
          ),
        Effect.scoped
      )
    return result(yield* Effect.forEach(changes, (one, index) => outcomeOf(one, index + 1)))
  }).pipe(Effect.scoped)
