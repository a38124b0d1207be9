/** Nodes that queue and send mail, on a clock of the test's, and a mail server on a real socket. */
import { randomUUIDv7 } from "node:crypto"

import type { Language } from "@rcpt/domain/Mail"
import * as Outbox from "@rcpt/service/mail/Outbox"
import type { Mail, Recipient } from "@rcpt/service/mail/Outbox"
import { round } from "@rcpt/service/mail/sendMail"
import { Config, load } from "@rcpt/service/platform/Config"
import { WriteSql } from "@rcpt/service/platform/Database"
import { NodeLease } from "@rcpt/service/platform/NodeLease"
import * as Secrets from "@rcpt/service/platform/Secrets"
import { Effect, Layer } from "effect"

import * as databaseClock from "../../support/databaseClock.ts"
import { mailSink } from "../../support/mailServer.ts"
import { customer, database, nodeLayer } from "../jobs/jobsWorld.ts"

export const base = "https://rcpt.example.test"

export interface NodeOptions {
  readonly holder?: string
  readonly env?: Readonly<Record<string, string>>
}

export const startNode = (url: string, { holder = "node", env = {} }: NodeOptions = {}) =>
  Effect.gen(function* () {
    const { config } = yield* load({}, { RCPT_PUBLIC_URL: base, ...env })
    const lease = Layer.succeed(NodeLease, { holder: () => holder, isHeld: () => true })
    return yield* Layer.build(
      Layer.fresh(
        Outbox.layer.pipe(
          Layer.provideMerge(Secrets.layer),
          Layer.provideMerge(Layer.mergeAll(lease, Layer.succeed(Config, config), nodeLayer(url)))
        )
      )
    )
  })

/** A database in which time stands still, a mail server, and a node that knows it. */
export const begin = Effect.gen(function* () {
  const url = yield* Effect.tap(database, (made) =>
    databaseClock.install(made, { isStopped: true })
  )
  const sink = yield* mailSink
  const node = yield* startNode(url, {
    env: { RCPT_MAIL_URL: `smtp://rcpt:secret@127.0.0.1:${sink.port}` }
  })
  return { url, sink, node }
})

export const pass = databaseClock.advance

export const recipient = (language: Language = "en") =>
  Effect.map(customer(0), (account): Required<Recipient> => ({
    account,
    person: account,
    email: `${randomUUIDv7()}@customer.test`,
    language
  }))

export const queue = (mail: Mail) =>
  Effect.gen(function* () {
    const outbox = yield* Outbox.Outbox
    return yield* WriteSql.use((sql) => sql.withTransaction(outbox.queue(mail)))
  })

export const resetFor = (to: Recipient, token: string = randomUUIDv7()): Mail => ({
  kind: "reset_password",
  to,
  facts: {},
  link: { page: "/reset", token }
})

export const lowFor = (to: Recipient, credits: number): Mail => ({
  kind: "credits_low",
  to,
  facts: { credits }
})

/** Sends what is due now. Answers how many messages were tried. */
export const send = round

interface Row {
  readonly state: string
  readonly attempts: number
  readonly failure: string | null
  readonly hasToken: boolean
  readonly count: number
}

export const rows = WriteSql.use(
  (sql) => sql<Row>`
    select state, attempts, failure, token is not null as "hasToken", count from mail_outbox order by mail_id`
)
