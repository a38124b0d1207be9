/** A service that mails to a receiver of the test's, and whose database has a clock of the test's. */
import { randomUUID } from "node:crypto"

import { freePort } from "@rcpt/service/platform/freePort"
import { Context, Effect, Layer, Schedule } from "effect"

import * as databaseClock from "../../../support/databaseClock.ts"
import { freshDatabase } from "../../../support/freshDatabase.ts"
import { mailSink, textOf } from "../../../support/mailServer.ts"
import type { MailSink, Taken } from "../../../support/mailServer.ts"
import * as service from "../../../support/service.ts"
import type { Running } from "../../../support/service.ts"
import { assert } from "../../../support/vitest.ts"
import { sqlOf } from "../keysWorld.ts"
import { anywhere, env, post } from "../sessions/sessionWorld.ts"

interface Setup {
  readonly running: Running
  readonly mail: MailSink
}

export class World extends Context.Service<World, Setup>()("test/service/mailedLinks/World") {}

export const world = Layer.effect(
  World,
  Effect.gen(function* () {
    const mail = yield* mailSink
    const databaseUrl = yield* freshDatabase()
    yield* databaseClock.install(databaseUrl, { isStopped: false })
    const port = yield* freePort
    const running = yield* service.start({
      port,
      databaseUrl,
      env: {
        ...env,
        RCPT_PUBLIC_URL: `http://127.0.0.1:${port}`,
        RCPT_MAIL_URL: `smtp://127.0.0.1:${mail.port}`,
        RCPT_SIGNUP: "open",
        RCPT_SIGNUP_CREDITS: "25"
      }
    })
    return { running, mail }
  })
)

export const paths = {
  confirm: "/api/v1/signup/confirm",
  forgot: "/api/v1/password/forgot",
  reset: "/api/v1/password/reset",
  email: "/api/v1/account/email",
  confirmEmail: "/api/v1/email/confirm",
  takeBack: "/api/v1/email/take-back",
  preferences: "/api/v1/account/preferences"
}

export const newAddress = () => `${randomUUID()}@mail.test`

/** Much longer than a node needs that looks for mail every second. */
const arrivesWithin = "20 seconds"

/** Waits until an address has so many messages, and returns the newest. */
export const newestTo = ({ taken }: MailSink, email: string, count = 1) =>
  Effect.suspend(() => {
    const own = taken.filter(({ to }) => to === email)
    return own.length >= count ? Effect.succeed(own.at(-1)!) : Effect.fail(own.length)
  }).pipe(Effect.retry(Schedule.spaced("50 millis")), Effect.timeout(arrivesWithin), Effect.orDie)

/** The link in a message. */
export const linkIn = (message: Taken): string =>
  /https?:\/\/\S+#[\w-]+/.exec(textOf(message))?.[0] ?? ""

/** The token of the link in the newest message to an address, which leads to `page` of the public URL. */
export const tokenTo = ({ mail, running }: Setup, to: string, page: string, count = 1) =>
  Effect.map(newestTo(mail, to, count), (message) => {
    const url = new URL(linkIn(message))
    assert.deepStrictEqual([url.origin, url.pathname, url.search], [running.base, page, ""])
    assert.match(url.hash, /^#[\w-]{43}$/)
    return url.hash.slice(1)
  })

/** Lets time pass for the database. */
export const pass = ({ running }: Setup, duration: Parameters<typeof databaseClock.advance>[0]) =>
  databaseClock.advance(duration).pipe(Effect.provide(sqlOf(running)))

/** By anybody, from a new client address. */
export const send = ({ running }: Pick<Setup, "running">, path: string, body: object) =>
  post(running, path, body, { headers: anywhere() })
