/**
 * Hands each new checkpoint to those who keep it outside of the database: a webhook of the operator's, NATS,
 * and witnesses (witnesses.ts). One node does, as a singleton of the cluster. A newer checkpoint says all that
 * an older one said, so a receiver that was away gets the newest; each is sent at least once.
 */
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import * as certify from "@rcpt/store/tree/certify"
import type { SignedCheckpoint } from "@rcpt/store/tree/certify"
import { Duration, Effect, Layer, Redacted, Schedule } from "effect"
import { Singleton } from "effect/cluster"
import { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import { Nats } from "../../platform/nats/Nats.ts"
import { witnessing } from "./witnesses.ts"

/** A look reads one row. */
const lookEvery = Duration.seconds(1)

/** A receiver that fails is tried again this often. */
const retryEvery = Duration.seconds(5)

const answerWaitMax = Duration.seconds(15)

export const subject = "rcpt.ledger.checkpoint"

/** A place that checkpoints go to. Fails with a sentence. */
interface Receiver {
  readonly name: string
  readonly send: (checkpoint: SignedCheckpoint) => Effect.Effect<void, string, SqlClient.SqlClient>
}

/** A message has these fields besides the note, for those who do not read notes. */
const bodyOf = ({ note, size, at }: SignedCheckpoint): string =>
  JSON.stringify({
    type: "ledger.checkpoint",
    timestamp: new Date(at).toISOString(),
    data: { size, note }
  })

/** It needs no signature: the note has that of the ledger's key, which the receiver knows. */
const webhook = (url: Redacted.Redacted): Receiver => ({
  name: "RCPT_CHECKPOINT_WEBHOOK",
  send: (checkpoint) =>
    Effect.tryPromise({
      try: (signal) =>
        fetch(Redacted.value(url), {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "webhook-id": `checkpoint-${checkpoint.size}`
          },
          body: bodyOf(checkpoint),
          redirect: "error",
          signal
        }),
      catch: (error) => String(Object(Object(error).cause).message ?? Object(error).message)
    }).pipe(
      Effect.timeoutOrElse({
        duration: answerWaitMax,
        orElse: () => Effect.fail(`no answer within ${Duration.format(answerWaitMax)}`)
      }),
      Effect.filterOrFail(
        ({ ok }) => ok,
        ({ status }) => `it answered ${status}`
      ),
      Effect.asVoid
    )
})

const nats = ({ connection, state }: Nats["Service"]): Receiver => ({
  name: "NATS",
  send: (checkpoint) =>
    Effect.gen(function* () {
      if (state() !== "up") return yield* Effect.fail("it is away")
      const connected = yield* connection
      connected.publish(subject, bodyOf(checkpoint))
      yield* Effect.tryPromise({
        try: () => connected.flush(),
        catch: (error) => String(Object(error).message)
      })
    })
})

/** Logs a trouble once, until there is another one or none. */
const follow = ({ name, send }: Receiver) =>
  Effect.gen(function* () {
    let sent = 0
    let said = ""
    const say = (why: string) =>
      Effect.suspend(() => {
        if (why === said) return Effect.void
        said = why
        return Effect.logWarning(
          `Checkpoints of the ledger do not reach ${name}: ${why}. It is tried again.`
        )
      })
    const round = Effect.gen(function* () {
      const newest = yield* Effect.mapError(certify.newest, () => "the database does not answer")
      if (newest === undefined || newest.size <= sent) return
      yield* send(newest)
      sent = newest.size
      said = ""
    })
    const persistent = round.pipe(Effect.tapError(say), Effect.retry(Schedule.spaced(retryEvery)))
    return yield* Effect.repeat(persistent, alignedSchedule(lookEvery))
  })

const publish = (receivers: ReadonlyArray<Receiver>) =>
  Effect.forEach(receivers, follow, { concurrency: "unbounded", discard: true })

const receiversOf = Effect.gen(function* () {
  const { checkpointWebhook, ledgerWitnesses, natsServers } = yield* Config
  return [
    ...ledgerWitnesses.map(witnessing),
    ...(checkpointWebhook === undefined ? [] : [webhook(checkpointWebhook)]),
    ...(natsServers === undefined ? [] : [nats(yield* Nats)])
  ]
})

export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const receivers = yield* receiversOf
    if (receivers.length === 0) return Layer.empty
    const sql = yield* WriteSql
    const work = Effect.provideService(publish(receivers), SqlClient.SqlClient, sql)
    return Singleton.make("PublishCheckpoints", work)
  })
)
