/**
 * Signs the log: every so often, and when somebody asks for a proof of what is not signed yet. Any node
 * with the key does, one at a time.
 *
 * A checkpoint proves something to those who have kept it outside the database. So each is appended to
 * `RCPT_CHECKPOINT_FILE`, and from there, after a restart, this node knows what it must not contradict.
 */
import { appendFile, readFile } from "node:fs/promises"

import * as certify from "@rcpt/store/tree/certify"
import type { SignedCheckpoint } from "@rcpt/store/tree/certify"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import type { Signer } from "@rcpt/store/tree/checkpoint"
import type { Tree } from "@rcpt/store/tree/merkle"
import { Clock, Context, Duration, Effect, Layer, Schedule, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import { StartRefused } from "../../platform/StartRefused.ts"
import { ownSigners, verifiersOf } from "./signers.ts"
import type { LedgerKeyUnreadable } from "./signers.ts"

/** A look reads one row of two tables. */
const lookEvery = Duration.seconds(10)

/** A busy log is signed more often, so that a proof is never long in coming. */
const unsignedMax = 10_000

/** Milliseconds. A checkpoint is a row for ever, and a client may ask for a hundred proofs a second. */
const madeForProofsEvery = 1_000

export class CheckpointSigner extends Context.Service<
  CheckpointSigner,
  {
    /** Whether this node has a key. */
    readonly isSigning: boolean
    /** The keys that checkpoints are checked with (`checkpoint.verifierOf`). */
    readonly verifiers: ReadonlyArray<string>
    /** A checkpoint of at least so many commits, made now if need be; `undefined`: there is none. */
    readonly covering: (commits: number) => Effect.Effect<SignedCheckpoint | undefined>
    /** Signs and publishes for ever. */
    readonly run: Effect.Effect<unknown>
  }
>()("@rcpt/service/ledger/CheckpointSigner") {}

/** Reads what the file's last checkpoint says, if one of our keys has signed it. */
const lastInFile = (path: string, verifiers: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const text = yield* Effect.tryPromise({
      try: () =>
        readFile(path, "utf8").catch((error: NodeJS.ErrnoException) =>
          error.code === "ENOENT" ? "" : Promise.reject(error)
        ),
      catch: (error) =>
        new StartRefused({
          sentence: `RCPT_CHECKPOINT_FILE cannot be read: ${path} gives ${String(Object(error).code)}.`
        })
    })
    const note = checkpoint.notesIn(text).at(-1)
    if (note === undefined) return undefined
    const isOurs = verifiers.some((text) =>
      checkpoint.isSignedBy(note, checkpoint.parseVerifier(text)!)
    )
    if (isOurs) return checkpoint.parseCheckpoint(note)
    yield* Effect.logError(
      `${path} ends with a checkpoint that none of our keys has signed: it belongs to another ` +
        "ledger or to another key. Give this service a file of its own."
    )
    return undefined
  })

/**
 * Whether the note is in the file now. If not, the next round tries again; the ledger is signed in any case.
 */
const appended = (file: string, note: string) =>
  Effect.tryPromise({
    try: () => appendFile(file, `${note}\n`),
    catch: (error) => String(Object(error).code)
  }).pipe(
    Effect.as(true),
    Effect.catch((code) =>
      Effect.as(
        Effect.logWarning(`RCPT_CHECKPOINT_FILE cannot be written: ${file} gives ${code}.`),
        false
      )
    )
  )

const logRewritten = ({ signed, found }: certify.LogRewritten) =>
  Effect.logError(
    `The ledger is not the one that was signed: ${signed} commits were, and it has ${found}. It was ` +
      "changed or set back, and is not signed any more. `rcpt ledger verify` says where."
  )

type Asked = Effect.Effect<
  SignedCheckpoint | undefined,
  certify.LogRewritten | SqlError.SqlError,
  SqlClient.SqlClient
>

/** Makes and reads checkpoints, one at a time, and remembers the last: nothing later may contradict it. */
const makeSigning = Effect.fnUntraced(function* (
  signers: ReadonlyArray<Signer>,
  known: Tree | undefined
) {
  const turns = yield* Semaphore.make(1)
  let trusted = known
  /** The time when the last checkpoint was made here; epoch milliseconds. */
  let madeAt = 0

  const trusting = (ask: Asked) =>
    turns
      .withPermit(Effect.tap(ask, (made) => Effect.sync(() => void (trusted = made ?? trusted))))
      .pipe(
        Effect.catchTag("LogRewritten", (error) => Effect.as(logRewritten(error), undefined)),
        Effect.orDie
      )

  const signNow: Asked = Effect.gen(function* () {
    const made = yield* Effect.suspend(() => certify.certify({ signers, trusted })).pipe(
      Effect.repeat({ until: (one) => one !== "unfinished" })
    )
    madeAt = yield* Clock.currentTimeMillis
    return made
  })

  return {
    sign: trusting(signNow),
    confirm: trusting(Effect.suspend(() => certify.confirm(trusted))),
    /** Requests that wait for the same checkpoint share it. */
    signFor: (commits: number) =>
      trusting(
        Effect.gen(function* () {
          const found = yield* certify.newest
          if (found !== undefined && found.size >= commits) return found
          const wait = madeAt + madeForProofsEvery - (yield* Clock.currentTimeMillis)
          if (wait > 0) yield* Effect.sleep(wait)
          return yield* signNow
        })
      )
  }
})

/** Whether the log has grown enough, or for long enough, since it was signed. */
const isDue = (every: Duration.Duration) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly isDue: boolean }>`
      select head.seq > coalesce(last.size, 0) and (
        head.seq - coalesce(last.size, 0) >= ${unsignedMax}
        or coalesce(last.at < now() - make_interval(secs => ${Duration.toSeconds(every)}::float8),
          true)) as "isDue"
      from es.head left join lateral (
        select size, at from es.checkpoint order by size desc limit 1
      ) last on true`
  ).pipe(Effect.map(([row]) => row?.isDue === true))

const make = Effect.gen(function* () {
  const { checkpointEvery, checkpointFile: file } = yield* Config
  const write = yield* WriteSql
  const signers = yield* ownSigners
  const onWriters = Effect.provideService(SqlClient.SqlClient, write)
  const verifiers = yield* onWriters(verifiersOf(signers))
  const known = file === undefined ? undefined : yield* lastInFile(file, verifiers)
  const { sign, signFor, confirm } = yield* makeSigning(signers, known)
  const isSigning = signers.length > 0
  let published = known?.size ?? 0

  const publish = (made: SignedCheckpoint) =>
    Effect.gen(function* () {
      if (made.size <= published) return
      const isKept = file === undefined || (yield* appended(file, made.note))
      if (isKept) published = made.size
    })

  const covering = (commits: number) =>
    Effect.gen(function* () {
      const found = yield* Effect.orDie(certify.newest)
      if (found !== undefined && found.size >= commits) return found
      const made = isSigning ? yield* signFor(commits) : undefined
      return made !== undefined && made.size >= commits ? made : undefined
    }).pipe(onWriters)

  const round = Effect.gen(function* () {
    // Another node, or a request for a proof, may have signed it meanwhile.
    const made = (yield* isDue(checkpointEvery)) ? yield* sign : yield* confirm
    if (made !== undefined) yield* publish(made)
  }).pipe(
    onWriters,
    Effect.catchCause((cause) => Effect.logWarning("The ledger could not be signed", cause)),
    Effect.repeat(Schedule.spaced(Duration.min(lookEvery, checkpointEvery)))
  )

  return CheckpointSigner.of({
    isSigning,
    verifiers,
    covering,
    run: isSigning ? round : Effect.void
  })
})

export const layer: Layer.Layer<
  CheckpointSigner,
  LedgerKeyUnreadable | StartRefused,
  Config | WriteSql
> = Layer.effect(CheckpointSigner, make)
