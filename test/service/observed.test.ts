/**
 * A service at its work, with everything on by which it is observed: its log, its metrics and a collector
 * of traces, metrics and log. None of them ever has an address, or what a customer asked about.
 */
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { asSuperuser } from "../support/freshDatabase.ts"
import { openAccount } from "../support/openAccount.ts"
import * as service from "../support/service.ts"
import type { Running } from "../support/service.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { env as sessionEnv, owner, signIn, tryToSignIn } from "./accounts/sessions/sessionWorld.ts"
import { formOf, formType, list, mode, path as bulk } from "./jobs/jobsHttpWorld.ts"
import * as metricsWorld from "./platform/metrics/metricsWorld.ts"
import { collector, spansWith } from "./platform/traceCollector.ts"

const verify = "/api/v1/verify"
const batch = "/api/v1/verify/batch"

/** In every address that is asked about here. No word of the service contains it. */
const local = "zyxomma"

/** Of a customer: nobody but the addresses below names them. */
const domains = ["d00421.lab.test", "d00422.lab.test", "d00423.lab.test", "d00424.lab.test"]
const missing = "nobody-has-this.test"
const hook = "hooks.of-a-customer.test"

/** What no log, metric or trace may have. */
const secrets = [local, ...domains, missing, hook, owner.email, owner.password]

const addresses = [
  ...domains.map((domain, n) => `${local}${n}@${domain}`),
  `${local}@${missing}`,
  `${local}@servfail.test`,
  `${local}@@${domains[0]}`,
  `${local} ${domains[1]}`
]

/** Mail servers that refuse, stall, break off and repeat what they are told. */
const troubled = ["acme", "takesall", "grey", "busy", "blocking", "norelay", "refusing"]
const faults = ["close-rcpt", "mixed"]
const deepAddresses = [
  ...domains.map((domain) => `${local}@${domain}`),
  ...troubled.map((name) => `${local}@${name}.test`),
  ...faults.map((name) => `${local}@${name}.faults.test`)
]

const json = { "content-type": "application/json" }

const upload = ({ get }: Running, content: string, how: string) =>
  get(bulk, {
    method: "POST",
    headers: { "content-type": formType },
    body: formOf([mode(how), list(content, `${local}.csv`)]).toString()
  })

const finished = (running: Running, job: unknown) =>
  running.get(`/api/v1/jobs/${(job as { readonly id: string }).id}`).pipe(
    Effect.repeat({
      until: ({ json }) => (json as { readonly status: string }).status === "complete",
      schedule: Schedule.spaced("100 millis")
    })
  )

/** What customers do, and what goes wrong for them. */
const work = (running: Running) =>
  Effect.gen(function* () {
    const { get } = running
    const ask = (address: string, more = "") =>
      get(`${verify}?email=${encodeURIComponent(address)}${more}`)
    for (const address of addresses) yield* ask(address)
    yield* Effect.forEach(deepAddresses, (address) => ask(address, "&mode=deep&timeout=5000"), {
      concurrency: 4
    })
    const emails = JSON.stringify({ emails: addresses, mode: "deep" })
    yield* get(batch, { method: "POST", headers: json, body: emails })
    for (const how of ["fast", "deep"]) {
      const lines = domains.map((domain, n) => `${local}${n}@${domain}\n`)
      const { json: job } = yield* upload(running, `email\n${lines.join("")}`, how)
      yield* finished(running, job)
    }
  })

const mistakes = (running: Running) =>
  Effect.gen(function* () {
    const { get } = running
    const [address = ""] = addresses
    yield* get(`${verify}?email=${address}&mode=${local}`)
    yield* get(`${verify}?email=${address}`, { apiKey: `${local}-no-key` })
    yield* get(`${verify}/${address}?email=${address}`)
    yield* get(`${verify}?email=${address}`, { method: "DELETE" })
    yield* get(batch, { method: "POST", headers: json, body: `{"emails": ["${address}"` })
    yield* get(batch, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ emails: [address, 1] })
    })
    yield* upload(running, `name\n${address}\n`, "fast")
    yield* upload(running, `email\n"${address}\n`, "fast")
    const { apiKey } = yield* openAccount(running.databaseUrl!)
    yield* get(`${verify}?email=${address}`, { apiKey })
    const headers = { "idempotency-key": local }
    for (const email of addresses.slice(0, 2)) yield* get(`${verify}?email=${email}`, { headers })
    yield* tryToSignIn(running, { ...owner, password: `${local} ${local}` })
    const { cookie } = yield* signIn(running, owner)
    yield* get("/api/v1/webhook", {
      method: "PUT",
      apiKey: null,
      headers: { ...json, cookie, "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ url: `https://${hook}:2/${local}` })
    })
  })

/** Postgres refuses rows, and shows them in its error; then a whole table is gone. */
const breakDown = (running: Running) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`alter table job_chunk add constraint none check (false) not valid`
    assert.strictEqual((yield* upload(running, `email\n${addresses[0]}\n`, "fast")).status, 500)
    yield* sql`alter table es.event add constraint none check (false) not valid`
    const { status } = yield* running.get(`${verify}?email=${addresses[1]}&mode=deep`)
    assert.strictEqual(status, 500)
    yield* sql`alter table account rename to account_gone`
    yield* tryToSignIn(running, owner)
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(asSuperuser(running.databaseUrl!)) })))

/** Without standard output, where the first start names the owner. */
const logOf = ({ output, stdout }: Running): string => {
  const announced = new Set(stdout().split("\n"))
  return output()
    .split("\n")
    .filter((line) => !announced.has(line))
    .join("\n")
}

/** The lines or parts of a text that have a secret, which a failing test then shows. */
const leaks = (text: string, separator: string): ReadonlyArray<string> =>
  text
    .split(separator)
    .filter((part) => secrets.some((secret) => part.toLowerCase().includes(secret)))

describe("A service that is observed", () => {
  it.live("says nothing of whom its customers ask about: in no log, metric or trace", () =>
    Effect.gen(function* () {
      const traces = yield* collector
      const running = yield* service.start({
        lab: true,
        env: {
          ...sessionEnv,
          ...metricsWorld.env,
          RCPT_LOG: "trace",
          RCPT_GREYLIST_RETRIES: "1s",
          OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
          OTEL_METRIC_EXPORT_INTERVAL: "1000"
        }
      })
      yield* work(running)
      yield* mistakes(running)
      yield* breakDown(running)
      const { text } = yield* metricsWorld.fetchText(metricsWorld.urlOf(running))
      yield* spansWith(traces, ["http.request", "smtp.session", "ledger.commit", "job.chunk"])
      yield* running.kill("SIGTERM")

      // What was asked for is there, so that the rest of the test means something.
      const log = logOf(running)
      for (const words of ["Request failed", "SqlError", '"level":"DEBUG"', '"traceId":"'])
        assert.include(log, words)
      assert.match(text, /^rcpt_verifications_total\{.*channel="job",mode="deep".*\} [1-9]/m)
      assert.isTrue(traces.bodies.some((body) => body.includes("db.query.text")))
      for (const signal of ["traces", "metrics", "logs"])
        assert.include(traces.paths, `/v1/${signal}`)

      assert.deepStrictEqual(leaks(text, "\n"), [])
      assert.deepStrictEqual(leaks(log, "\n"), [])
      assert.deepStrictEqual(leaks(traces.bodies.join("\n"), "{"), [])
    }).pipe(Effect.scoped)
  )
})
