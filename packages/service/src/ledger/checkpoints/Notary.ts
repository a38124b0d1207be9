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
import type { Tree } from "@rcpt/store/tree/merkle"
import { Context, Duration, Effect, Layer, Ref, Schedule, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import { signers as findSigners } from "./signers.ts"
import { verifiersOf } from "./verifiers.ts"

/** Asks one row of two tables. */
const lookEvery = Duration.seconds(10)

/** A busy log is signed more often, so that a proof is never long in coming. */
const unsignedMax = 10_000

export class Notary extends Context.Service<
  Notary,
  {
    /** The keys that checkpoints are checked with (`checkpoint.verifierOf`); none: nothing is signed here. */
    readonly verifiers: ReadonlyArray<string>
    /** A checkpoint of at least so many commits, made now if need be; `undefined`: there is none. */
    readonly covering: (commits: number) => Effect.Effect<SignedCheckpoint | undefined>
    /** For ever: signs and publishes. */
    readonly run: Effect.Effect<unknown>
  }
>()("@rcpt/service/ledger/Notary") {}

/** What the file's last checkpoint says, if one of our keys has signed it. */
const lastInFile = (path: string, verifiers: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const text = yield* Effect.promise(() =>
      readFile(path, "utf8").catch((error: NodeJS.ErrnoException) =>
        error.code === "ENOENT" ? "" : Promise.reject(error)
      )
    )
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

const make = Effect.gen(function* () {
  const { checkpointEvery, checkpointFile } = yield* Config
  const write = yield* WriteSql
  const signers = yield* findSigners
  const onWriters = Effect.provideService(SqlClient.SqlClient, write)
  const verifiers = yield* onWriters(verifiersOf(signers))
  const known =
    checkpointFile === undefined ? undefined : yield* lastInFile(checkpointFile, verifiers)
  const trusted = yield* Ref.make<Tree | undefined>(known)
  const published = yield* Ref.make(known?.size ?? 0)
  const turns = yield* Semaphore.make(1)

  /** What the database says is remembered, and must not be contradicted later. */
  const trusting = (ask: (known: Tree | undefined) => Asked) =>
    turns
      .withPermit(
        Effect.gen(function* () {
          const made = yield* onWriters(ask(yield* Ref.get(trusted)))
          if (made !== undefined) yield* Ref.set(trusted, made)
          return made
        })
      )
      .pipe(
        Effect.catchTag("LogRewritten", (error) => Effect.as(logRewritten(error), undefined)),
        Effect.orDie
      )

  const sign = trusting((known) =>
    Effect.repeat(certify.certify({ signers, trusted: known }), {
      until: (made) => made !== "unfinished"
    })
  )

  const publish = (made: SignedCheckpoint) =>
    Effect.gen(function* () {
      if (made.size <= (yield* Ref.get(published))) return
      if (checkpointFile !== undefined)
        yield* Effect.promise(() => appendFile(checkpointFile, `${made.note}\n`))
      yield* Ref.set(published, made.size)
    })

  const newest = Effect.orDie(onWriters(certify.newest))

  const covering = (commits: number) =>
    Effect.gen(function* () {
      const found = yield* newest
      if (found !== undefined && found.size >= commits) return found
      if (signers.length === 0) return undefined
      const made = yield* sign
      return made !== undefined && made.size >= commits ? made : undefined
    })

  const isDue = onWriters(
    write<{ readonly isDue: boolean }>`
      select head.seq > coalesce(last.size, 0) and (
        head.seq - coalesce(last.size, 0) >= ${unsignedMax}
        or coalesce(last.at < now() - make_interval(secs => ${Duration.toSeconds(checkpointEvery)}::float8),
          true)) as "isDue"
      from es.head left join lateral (
        select size, at from es.checkpoint order by size desc limit 1
      ) last on true`
  ).pipe(Effect.map(([row]) => row?.isDue === true))

  const round = Effect.gen(function* () {
    // Another node, or a request for a proof, may have signed it meanwhile.
    const made = (yield* isDue) ? yield* sign : yield* trusting(certify.confirm)
    if (made !== undefined) yield* publish(made)
  }).pipe(
    Effect.catchCause((cause) => Effect.logWarning("The ledger could not be signed", cause)),
    Effect.repeat(Schedule.spaced(Duration.min(lookEvery, checkpointEvery)))
  )

  return Notary.of({ verifiers, covering, run: signers.length === 0 ? Effect.void : round })
})

export const layer: Layer.Layer<Notary, never, Config | WriteSql> = Layer.effect(Notary, make)
