/** A proxy with its committed configuration in front of the real service, and what clients send through it. */
import * as Settlements from "@rcpt/service/jobs/Settlements"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Fiber } from "effect"
import type { Scope } from "effect"

import { ownerPassword } from "../service/accounts/sessions/sessionWorld.ts"
import * as jobs from "../service/jobs/jobsHttpWorld.ts"
import { formOf, formType, list, path } from "../service/jobs/jobsHttpWorld.ts"
import { until } from "../service/jobs/jobsStreamWorld.ts"
import { emailsTo, rowsFrom, submitted } from "../service/jobs/jobsWorld.ts"
import { freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import { host, open, send } from "../support/tlsClient.ts"
import type { TlsProxy } from "../support/tlsClient.ts"
import { assert } from "../support/vitest.ts"

const fileOctetsMax = 33_554_432

export const owner = { email: "owner@rcpt.test", password: ownerPassword }

/** As in compose.yaml: the proxy's address alone is trusted. */
export const behindProxy = {
  RCPT_PUBLIC_URL: `https://${host}`,
  RCPT_TRUSTED_PROXIES: "127.0.0.1/32",
  RCPT_RATE_LIMIT: "off",
  RCPT_OWNER_EMAIL: owner.email,
  RCPT_OWNER_PASSWORD: owner.password
}

/** `base` without a trailing slash. */
export const upstream = (base: string): string => new URL(base).host

/** Makes a proxy, not started. `upstreams`: `host:port`. */
export type Create = (
  upstreams: ReadonlyArray<string>
) => Effect.Effect<TlsProxy, never, Scope.Scope>

/** One node, and a proxy that is not started. */
export const oneNode = (create: Create) =>
  Effect.gen(function* () {
    const port = yield* Effect.orDie(freePort)
    const node = yield* service.start({ lab: true, port, env: behindProxy })
    return { node, proxy: yield* create([upstream(node.base)]) }
  })

/** A list of this many octets, with one row for every 8 KiB. */
const listOf = (octets: number): Buffer => {
  const row = "ann@acme.test,".padEnd(8_191, "x") + "\n"
  return Buffer.from("email,note\n" + row.repeat(octets / row.length + 1)).subarray(0, octets)
}

/** Asks for the price of a list of this many octets, which charges nothing. */
export const price = (proxy: TlsProxy, apiKey: string, octets: number) =>
  send(proxy, `${path}?dry_run=true`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": formType },
    body: formOf([list(listOf(octets))])
  })

/** The largest list is taken, and a larger one refused in the words of the service. */
export const takesListsOf32MB = (proxy: TlsProxy, apiKey: string) =>
  Effect.gen(function* () {
    const accepted = yield* price(proxy, apiKey, fileOctetsMax)
    assert.strictEqual(accepted.status, 200, accepted.text)
    const refused = yield* price(proxy, apiKey, fileOctetsMax + 1)
    assert.deepStrictEqual(JSON.parse(refused.text), {
      error: "file must be at most 32 MB (33,554,432 bytes)"
    })
  })

/** The text of a progress stream. The rows of its job settle only after its first event has arrived. */
export const progressThrough = (create: Create) =>
  Effect.gen(function* () {
    const { running, node, customer } = yield* jobs.start()
    const proxy = yield* create([upstream(running.base)])
    yield* proxy.start
    const rows = 20
    const { account, apiKey } = yield* customer(rows)
    const { id } = yield* Effect.provide(submitted({ account, emails: emailsTo(rows) }), node)
    const stream = yield* open(proxy, `/api/v1/jobs/${id}/stream`, {
      headers: { "x-api-key": apiKey }
    })
    yield* until(() => stream.text().includes('"status":"pending"'), "no first event")
    yield* Settlements.Settlements.use(({ settle }) =>
      settle({ job: id, rows: rowsFrom(Array.from({ length: rows }, (_, row) => row)) })
    ).pipe(Effect.provide(node))
    return yield* stream.whole
  })

/** Two nodes on one database. The first stops as slowly as a balancer needs. */
export const twoNodes = Effect.gen(function* () {
  const databaseUrl = yield* freshDatabase()
  const apiKey = generate()
  const start = Effect.gen(function* () {
    const port = yield* Effect.orDie(freePort)
    const env = { ...behindProxy, RCPT_SMTP: "off", RCPT_SHUTDOWN_DELAY: "5s" }
    return yield* service.start({ isNode: true, databaseUrl, apiKey, port, env })
  })
  return [yield* start, yield* start] as const
})

/** A GET and a POST, one after the other. */
export const both = (proxy: TlsProxy, apiKey: string) =>
  Effect.gen(function* () {
    const got = yield* send(proxy, "/api/v1/account", { headers: { "x-api-key": apiKey } })
    const posted = yield* price(proxy, apiKey, 100_000)
    return [got.status, posted.status]
  })

/** What two clients are answered while a node restarts: the statuses. */
export const untilRestarted = (proxy: TlsProxy, node: service.Running) =>
  Effect.gen(function* () {
    const statuses: Array<number> = []
    let isRestarted = false
    const client = both(proxy, node.apiKey).pipe(
      Effect.map((answered) => statuses.push(...answered)),
      Effect.repeat({ until: () => isRestarted })
    )
    const clients = yield* Effect.forkScoped(Effect.all([client, client], { concurrency: 2 }))
    yield* node.kill("SIGTERM")
    yield* node.restart
    isRestarted = true
    yield* Fiber.join(clients)
    return statuses
  })

export interface SignIn {
  readonly email?: string
  readonly password?: string
  /** The client's address. */
  readonly from: string
  /** What the client says its address is. */
  readonly forged?: string
}

/**
 * An address may be wrong 30 times, whichever accounts it tries and whatever it says its address is. Another address is
 * not concerned.
 */
export const locksOutNobodyElse = (proxy: TlsProxy) =>
  Effect.gen(function* () {
    const signedIn = yield* signIn(proxy, { from: "127.0.0.3" })
    assert.strictEqual(signedIn.status, 200, signedIn.text)
    assert.match(signedIn.headers["set-cookie"]!.join(), /; Secure/)
    const guesses = yield* Effect.forEach(Array.from({ length: 40 }).keys(), (index) =>
      signIn(proxy, {
        from: "127.0.0.2",
        email: `n${index}@nobody.test`,
        forged: `192.0.2.${index + 1}`
      })
    )
    assert.strictEqual(guesses.at(-1)!.status, 429)
    const other = yield* signIn(proxy, { from: "127.0.0.3", email: "new@nobody.test" })
    assert.strictEqual(other.status, 401, other.text)
  })

export const signIn = (proxy: TlsProxy, { from, forged, ...given }: SignIn) =>
  send(proxy, "/api/v1/session", {
    method: "POST",
    from,
    headers: {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      ...(forged && { "x-forwarded-for": forged })
    },
    body: JSON.stringify({ ...owner, ...given })
  })
