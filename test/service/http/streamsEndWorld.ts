/** Answers that go on, and each way in which their caller may no longer ask for them. */
import { request } from "node:http"
import type { IncomingMessage } from "node:http"

import { Deferred, Effect } from "effect"
import type { Scope } from "effect"

import type { Answer, Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"
import { make, patch, revoke } from "../accounts/keysWorld.ts"
import { changeRole, join, openTeam, paths as peoplePaths } from "../accounts/people/peopleWorld.ts"
import { asked, change, paths, signIn, signOut } from "../accounts/sessions/sessionWorld.ts"
import { jobOf, list, mode, upload } from "../jobs/jobsHttpWorld.ts"
import { posted } from "../views/ledger/ledgerWorld.ts"

type Headers = Readonly<Record<string, string>>

export interface Following {
  readonly response: IncomingMessage
  /** What has arrived so far. */
  readonly text: () => string
  /** Returns when the answer has ended; false: it was cut off. */
  readonly ended: Effect.Effect<boolean>
}

/** `isRead` false: the client reads nothing until it is told to (`response.resume`). */
export const follow = (
  { base }: Running,
  path: string,
  headers: Headers,
  isRead = true
): Effect.Effect<Following, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Following & { readonly stop: () => void }>((resume) => {
      const ended = Deferred.makeUnsafe<boolean>()
      const sent = request(base + path, { headers, agent: false }, (response) => {
        let text = ""
        response.on("data", (data) => (text += String(data)))
        if (!isRead) response.pause()
        response.on("error", () => {})
        response.on("close", () => Deferred.doneUnsafe(ended, Effect.succeed(response.complete)))
        const stop = () => sent.destroy()
        resume(Effect.succeed({ response, text: () => text, ended: Deferred.await(ended), stop }))
      })
      sent.on("error", () => {})
      sent.end()
    }),
    ({ stop }) => Effect.sync(stop)
  )

export const ok = ({ status, text }: Answer) => assert.include([200, 201], status, text)

/** A manager with credits, and a list that waits for a second chance of its only address. */
export const openWorld = (running: Running) =>
  Effect.gen(function* () {
    const team = yield* openTeam(running)
    const grant = { credits: 100, reason: "a test" }
    assert.strictEqual((yield* posted(running, team.account, "grants", grant)).status, 201)
    const parts = [mode("deep"), list("email\nann@grey.test\n")]
    const job = yield* jobOf(yield* upload(running, parts, { apiKey: team.apiKey }), 201)
    const streams = { job: `/api/v1/jobs/${job.id}/stream`, events: "/api/v1/events/stream" }
    /** Something to tell, for both streams. */
    const news = Effect.asVoid(
      running.get(`/api/v1/jobs/${job.id}`, { method: "DELETE", apiKey: team.apiKey })
    )
    return { running, team, streams, news }
  })
export type World = Effect.Success<ReturnType<typeof openWorld>>

interface Case {
  readonly headers: Headers
  /** Returns when the answer says that it is done. */
  readonly end: Effect.Effect<unknown>
}

const byCookie = (cookie: string): Headers => ({ cookie: `rcpt_session=${cookie}` })

const withKey = (
  { running, team: { apiKey } }: World,
  end: (key: { readonly id: string; readonly key: string }) => Effect.Effect<unknown, unknown>,
  fields: object = {}
) =>
  Effect.map(make(running, { name: "follower", ...fields }, { apiKey }), (made): Case => ({
    headers: { "x-api-key": made.key },
    end: Effect.orDie(end(made))
  }))

const withSession = (
  { running, team }: World,
  end: (cookie: string) => Effect.Effect<unknown, unknown>
) =>
  Effect.map(signIn(running, team), ({ cookie }): Case => ({
    headers: byCookie(cookie),
    end: Effect.orDie(end(cookie))
  }))

const withMember = (
  { running, team }: World,
  end: (id: string) => Effect.Effect<unknown, unknown>
) =>
  Effect.map(join(running, team.cookie, "member"), ({ id, cookie }): Case => ({
    headers: byCookie(cookie),
    end: Effect.orDie(end(id))
  }))

const suspend = ({ running, team }: World) =>
  Effect.map(running.get(`/api/v1/admin/accounts/${team.account}/suspend`, { method: "POST" }), ok)

const secondsToEnd = 3

type Cases = Readonly<Record<string, (world: World) => Effect.Effect<Case, unknown>>>

/** Each takes from its caller the permission to ask. */
export const ends: Cases = {
  "its key is revoked": (world) =>
    withKey(world, ({ id }) =>
      Effect.map(revoke(world.running, id, { apiKey: world.team.apiKey }), ok)
    ),
  "its key reaches its end": (world) =>
    withKey(world, () => Effect.sleep(`${secondsToEnd} seconds`), {
      expires_at: new Date(Date.now() + secondsToEnd * 1_000).toISOString()
    }),
  "its key gets an earlier end": (world) =>
    withKey(world, ({ id }) =>
      Effect.gen(function* () {
        const expires_at = new Date(Date.now() + 1_500).toISOString()
        ok(yield* patch(world.running, id, { expires_at }, keyed(world)))
        yield* Effect.sleep("500 millis")
      })
    ),
  "its key gets other networks": (world) =>
    withKey(world, ({ id }) =>
      Effect.map(patch(world.running, id, { networks: ["203.0.113.0/24"] }, keyed(world)), ok)
    ),
  "its person signs out": (world) => withSession(world, (cookie) => signOut(world.running, cookie)),
  "its person signs out everywhere": (world) =>
    withSession(world, (cookie) => signOut(world.running, cookie, paths.sessions)),
  "the password is changed elsewhere": (world) =>
    withSession(world, () =>
      Effect.map(
        change(world.running, world.team.cookie, world.team.password, "another password of hers"),
        ok
      )
    ),
  "its person is removed": (world) =>
    withMember(world, (id) =>
      Effect.map(
        asked(world.running, world.team.cookie, `${peoplePaths.people}/${id}`, {
          method: "DELETE"
        }),
        ok
      )
    ),
  "its key's account is suspended": (world) => withKey(world, () => suspend(world)),
  "its person's account is suspended": (world) => withSession(world, () => suspend(world))
}

const keyed = ({ team: { apiKey } }: World) => ({
  apiKey,
  headers: { "content-type": "application/json" }
})

/** Each changes something, and the caller may still read. */
export const changes: Cases = {
  "its key gets the scope read": (world) =>
    withKey(world, ({ id }) =>
      Effect.map(patch(world.running, id, { scopes: ["read"] }, keyed(world)), ok)
    ),
  "its key gets a later end": (world) =>
    withKey(
      world,
      ({ id }) =>
        Effect.gen(function* () {
          ok(yield* patch(world.running, id, { expires_at: "2099-01-01T00:00:00Z" }, keyed(world)))
          yield* Effect.sleep(`${secondsToEnd} seconds`)
        }),
      { expires_at: new Date(Date.now() + secondsToEnd * 1_000).toISOString() }
    ),
  "its person may only read from now on": (world) =>
    withMember(world, (id) =>
      Effect.map(changeRole(world.running, world.team.cookie, id, "read_only"), ok)
    )
}
