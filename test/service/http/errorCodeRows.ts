/** Requests for the error codes that no row of the contract gets: each returns what came back. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { rulesMax } from "@rcpt/domain/Rules"
import * as checkpoint from "@rcpt/store/tree/checkpoint"
import { Effect } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../support/service.ts"
import type { Answer, NoAnswer, Running } from "../../support/service.ts"
import type { TcpProxy } from "../../support/tcpProxy.ts"
import { tempFolder } from "../../support/tempFolder.ts"
import * as keys from "../accounts/keysWorld.ts"
import {
  anywhere,
  asked,
  openPerson,
  paths,
  post,
  signIn,
  withSecondFactor
} from "../accounts/sessions/sessionWorld.ts"
import { ledgerEnv } from "./contractLedgerRows.ts"
import { blockTld, sent, slow } from "./contractRows.ts"
import * as inlets from "./errorCodeInletRows.ts"
import * as schedules from "./errorCodeScheduleRows.ts"
import * as webhooks from "./errorCodeWebhookRows.ts"
import { exchange } from "./rawHttp.ts"
import { silentRequests } from "./silentRequests.ts"

export interface Refused {
  readonly status: number
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A service for one request at a time, of a name of its own, without a ledger key. */
export interface Worlds {
  readonly running: Running
  readonly strict: Running
  readonly strictDatabase: TcpProxy
  readonly probe: Running
  /** Where people sign in at a provider, which is away. */
  readonly company: Running
}

export type Provoke = (worlds: Worlds) => Effect.Effect<Refused, unknown, Scope.Scope>

export const refusedOf = ({ status, headers, text }: Answer): Refused => ({
  status,
  headers: Object.fromEntries(headers),
  body: text
})

const got = (answer: Effect.Effect<Answer, NoAnswer>) => Effect.map(answer, refusedOf)

const raw =
  (text: string): Provoke =>
  ({ running }) =>
    exchange(running.base, [text])

/** The answer with this status, as soon as there is one. */
const until = (status: number, ask: Effect.Effect<Answer, NoAnswer>) =>
  Effect.map(Effect.repeat(ask, { until: (answer) => answer.status === status }), refusedOf)

const json = { "content-type": "application/json" }
const host = "Host: 127.0.0.1\r\n"

/** The beginning of an upload, with all of its headers. */
const uploadOf = ({ apiKey }: Running) =>
  `POST /api/v1/verify/bulk HTTP/1.1\r\n${host}X-API-Key: ${apiKey}\r\n` +
  "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n" +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\r\n'

const uploadsMax = 10

const tooManyUploads: Provoke = ({ running }) =>
  Effect.gen(function* () {
    yield* silentRequests(running.base, uploadOf(running), uploadsMax)
    return yield* exchange(running.base, [uploadOf(running)])
  })

/** A list of 33 MB in one cell. */
const fileTooLarge: Provoke = ({ running }) =>
  got(
    running.get("/api/v1/verify/bulk", {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=b" },
      body:
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\r\n' +
        `${"ann@acme.test\r\n".repeat(2_300_000)}\r\n--b--\r\n`
    })
  )

const keysMax = 100

const tooManyKeys: Provoke = ({ strict }) =>
  Effect.gen(function* () {
    const name = JSON.stringify({ name: "one of many" })
    return yield* Effect.map(
      Effect.repeat(keys.post(strict, name), {
        until: ({ status }) => status !== 201,
        times: keysMax
      }),
      refusedOf
    )
  })

const tooManyRules: Provoke = ({ strict }) =>
  Effect.gen(function* () {
    yield* SqlClient.SqlClient.use(
      (sql) => sql`
        insert into account_rule (account_id, rule_id, action, match, value, subdomains, note)
        select account_id, gen_random_uuid(), 'block', 'domain', n || '.example', false, ''
        from account, generate_series(1, ${rulesMax}) n`
    ).pipe(Effect.provide(keys.sqlOf(strict)), Effect.orDie)
    return yield* got(strict.get("/api/v1/rules", { method: "POST", ...sent(blockTld) }))
  })

const signInWith =
  (more: object): Provoke =>
  ({ running }) =>
    Effect.gen(function* () {
      const { person } = yield* withSecondFactor(running)
      const { email, password } = person
      const headers = anywhere()
      return yield* got(post(running, paths.session, { email, password, ...more }, { headers }))
    })

const passwordNeeded: Provoke = ({ running }) =>
  Effect.gen(function* () {
    const person = yield* openPerson(running)
    const { cookie } = yield* signIn(running, person)
    yield* SqlClient.SqlClient.use(
      (sql) => sql`update session set confirmed_at = now() - interval '1 hour'
        where account_id = ${person.account}`
    ).pipe(Effect.provide(keys.sqlOf(running)))
    const request = { method: "POST", body: JSON.stringify({ name: "a" }) }
    return yield* got(asked(running, cookie, keys.path, request))
  })

const proofOfNewest = ({ get }: Running) =>
  Effect.gen(function* () {
    yield* get("/api/v1/verify?email=ann@acme.test")
    const { json: page } = yield* get("/api/v1/ledger?limit=1")
    return yield* got(get(`/api/v1/ledger/${Object(page).entries[0].id}/proof`))
  })

/** A database that was set back to an earlier state is not signed any more. */
const entryNotSigned: Provoke = ({ running }) =>
  Effect.gen(function* () {
    const { json: page } = yield* running.get("/api/v1/ledger/checkpoints")
    const tree = checkpoint.parseCheckpoint(Object(page).checkpoints[0].note)!
    const file = join(yield* tempFolder(), "checkpoints.txt")
    const seed = Buffer.from(ledgerEnv.RCPT_LEDGER_KEY, "base64")
    writeFileSync(file, checkpoint.signCheckpoint({ ...tree, size: tree.size + 1_000 }, [{ seed }]))
    const env = { ...ledgerEnv, RCPT_CHECKPOINT_FILE: file }
    return yield* proofOfNewest(yield* service.start({ lab: true, env }))
  })

const overloaded: Provoke = ({ strict }) =>
  Effect.gen(function* () {
    yield* Effect.forkScoped(strict.get(slow), { startImmediately: true })
    return yield* until(503, strict.get("/api/v1/account"))
  })

/** After all that needs the database. */
const withoutDatabase =
  (status: number, path: string): Provoke =>
  ({ strict, strictDatabase }) =>
    Effect.andThen(strictDatabase.cut, until(status, strict.get(path)))

/** A database whose tables are not those that the service made. */
const withoutTable: Provoke = () =>
  Effect.gen(function* () {
    const running = yield* service.start({ lab: true })
    yield* SqlClient.SqlClient.use((sql) => sql`alter table job rename to job_gone`).pipe(
      Effect.provide(keys.sqlOf(running))
    )
    return yield* got(running.get("/api/v1/jobs"))
  })

const signUp = { email: "ann@rcpt.test", password: "correct horse stapler" }

export const provocations: ReadonlyArray<readonly [code: string, provoke: Provoke]> = [
  ["not_http", raw("NONSENSE\r\n\r\n")],
  ["host_refused", raw("GET / HTTP/1.1\r\n\r\n")],
  [
    "body_too_large",
    ({ running }) =>
      got(
        running.get("/api/v1/verify/batch", {
          method: "POST",
          headers: json,
          body: " ".repeat(1_100_000)
        })
      )
  ],
  [
    "unsupported_content_type",
    ({ running }) =>
      got(
        running.get("/api/v1/verify/batch", {
          method: "POST",
          headers: { "content-type": "text/csv" },
          body: "a"
        })
      )
  ],
  ["file_too_large", fileTooLarge],
  ["too_many_keys", tooManyKeys],
  ["too_many_rules", tooManyRules],
  ["webhook_disabled", ({ running }) => got(webhooks.webhookDisabled(running))],
  ["endpoint_disabled", ({ running }) => got(webhooks.endpointDisabled(running))],
  ["too_many_tests", ({ running }) => got(webhooks.tooManyTests(running))],
  ["too_many_endpoints", ({ running }) => got(webhooks.tooManyEndpoints(running))],
  ["event_not_proved", ({ running }) => got(inlets.notProved(running))],
  ["too_many_inlets", ({ running }) => got(inlets.tooManyInlets(running))],
  ["too_many_schedules", ({ running }) => got(schedules.tooManySchedules(running))],
  ["schedule_paused", ({ running }) => got(schedules.schedulePaused(running))],
  ["run_not_found", ({ running }) => got(schedules.runNotFound(running))],
  [
    "totp_on",
    ({ running }) => Effect.flatMap(withSecondFactor(running), ({ send }) => got(send("", {})))
  ],
  ["code_needed", signInWith({})],
  ["code_refused", signInWith({ code: "000 000" })],
  ["password_needed", passwordNeeded],
  [
    "passwords_off",
    ({ company }) =>
      Effect.flatMap(openPerson(company), ({ email, password }) =>
        got(post(company, paths.session, { email, password }))
      )
  ],
  [
    "passwords_off_here",
    ({ company }) =>
      got(post(company, "/api/v1/invitation/accept", { token: "-", password: "a good password" }))
  ],
  [
    "provider_join_ended",
    ({ company }) => got(post(company, "/api/v1/session/provider", { password: "a password" }))
  ],
  ["sign_up_closed", ({ strict }) => got(post(strict, paths.signUp, signUp))],
  ["entry_not_signed", entryNotSigned],
  ["ledger_not_signed", ({ strict }) => proofOfNewest(strict)],
  ["not_found", ({ running }) => got(running.get("/nowhere"))],
  ["method_not_allowed", ({ running }) => got(running.get("/docs", { method: "PATCH" }))],
  ["method_not_allowed", raw(`CONNECT a.test:443 HTTP/1.1\r\n${host}\r\n`)],
  ["upload_too_slow", ({ running }) => exchange(running.base, [uploadOf(running)])],
  ["request_timeout", raw(`POST /api/v1/session HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\n`)],
  ["too_many_uploads", tooManyUploads],
  ["expectation_failed", raw(`GET / HTTP/1.1\r\n${host}Expect: a miracle\r\n\r\n`)],
  [
    "wrong_host",
    ({ strict }) => exchange(strict.base, ["GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n"])
  ],
  ["headers_too_large", raw(`GET /${"a".repeat(20_000)} HTTP/1.1\r\n\r\n`)],
  ["rate_limited", ({ strict }) => until(429, strict.get("/api/v1/account", { apiKey: "rcpt_x" }))],
  ["probe_only_node", ({ probe }) => got(probe.get("/api/v1/account"))],
  ["overloaded", overloaded],
  ["not_ready", withoutDatabase(503, "/readyz")],
  ["unavailable", withoutDatabase(503, "/api/v1/jobs")],
  ["internal_error", withoutTable]
]
