import { PgClient } from "@effect/sql-pg"
/** A password that is changed while the database is slow, or loses the reply to the commit. */
import { databaseAwaySentence } from "@rcpt/api/Problem"
import { Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import * as tcpProxy from "../../../support/tcpProxy.ts"
import { assert, describe, it } from "../../../support/vitest.ts"
import { isProblem } from "../keysWorld.ts"
import { change, env, openPerson, signIn, tryToSignIn } from "./sessionWorld.ts"

const next = "staple of a different kind"

const on = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })

/** Holds rows for a time, as a slow disk or another transaction would. */
const holdUp = (url: string, rows: string, millis: number) =>
  SqlClient.SqlClient.use((sql) =>
    sql.unsafe(rows).pipe(Effect.andThen(Effect.sleep(millis)), sql.withTransaction)
  ).pipe(Effect.provide(on(url)), Effect.orDie)

/** Whether each password signs in. */
const signsIn = (running: service.Running, email: string, ...passwords: ReadonlyArray<string>) =>
  Effect.forEach(passwords, (password) =>
    Effect.map(tryToSignIn(running, { email, password }), ({ status }) => status === 200)
  )

describe("A password that is changed", () => {
  it.live("is answered as changed, however long the write was held up", function* () {
    const running = yield* service.start({ env })
    const ann = yield* openPerson(running)
    const { cookie } = yield* signIn(running, ann)
    const url = running.databaseUrl!
    // One after the other: the person's row, and the stream to which the event goes. Each is let go
    // before the service gives up on it; together with the wait for the other nodes it takes over 3 s.
    const row = `select from person where person_id = '${ann.account}' for update`
    const stream = `select from es.stream where stream_id = 'account-${ann.account}' for update`
    const held = yield* Effect.forkChild(
      Effect.all([holdUp(url, row, 1_400), holdUp(url, stream, 2_500)], {
        concurrency: "unbounded"
      }),
      { startImmediately: true }
    )
    yield* Effect.sleep("100 millis")
    const answer = yield* change(running, cookie, ann.password, next)
    yield* Fiber.join(held)
    assert.deepStrictEqual(
      [answer.status, ...(yield* signsIn(running, ann.email, next, ann.password))],
      [200, true, false],
      answer.text
    )
  })

  it.live("stays as it was when the answer is an error of the check", function* () {
    const running = yield* service.start({ env })
    const ann = yield* openPerson(running)
    const { cookie } = yield* signIn(running, ann)
    // Longer than a statement may take: the row cannot be had.
    const row = `select from person where person_id = '${ann.account}' for update`
    const held = yield* Effect.forkChild(holdUp(running.databaseUrl!, row, 4_000), {
      startImmediately: true
    })
    yield* Effect.sleep("100 millis")
    isProblem(yield* change(running, cookie, ann.password, next), 503, databaseAwaySentence)
    yield* Fiber.join(held)
    assert.deepStrictEqual(yield* signsIn(running, ann.email, next, ann.password), [false, true])
  })
})

describe("A password whose change was committed, but not confirmed,", () => {
  /** Behind a proxy that loses the reply to the next append, or to the commit after it. */
  const behindProxy = Effect.gen(function* () {
    const databaseUrl = yield* freshDatabase()
    const { hostname: host, port } = new URL(databaseUrl)
    const proxy = yield* tcpProxy.start({ host, port: Number(port) })
    const url = new URL(databaseUrl)
    url.port = String(proxy.port)
    const running = yield* service.start({ databaseUrl: url.href, env })
    const ann = yield* openPerson({ ...running, databaseUrl })
    const { cookie } = yield* signIn(running, ann)
    return { proxy, running, ann, cookie }
  })

  it.live("is looked up, and answered as changed", function* () {
    const { proxy, running, ann, cookie } = yield* behindProxy
    yield* proxy.loseCommit
    const answer = yield* change(running, cookie, ann.password, next)
    assert.deepStrictEqual([answer.status, proxy.lostCommits()], [200, 1], answer.text)
    assert.deepStrictEqual(yield* signsIn(running, ann.email, next, ann.password), [true, false])
  })
})
