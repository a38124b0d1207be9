import { metricTable } from "@rcpt/service/platform/metrics/metricTable"
import { Effect } from "effect"

import { freshDatabase } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import { Service } from "../../../support/service.ts"
import * as tcpProxy from "../../../support/tcpProxy.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import { formOf, formType, list, mode, path } from "../../jobs/jobsHttpWorld.ts"
import { env, fetchText, scrape, scrapeUntil, urlOf } from "./metricsWorld.ts"
import { totalOf } from "./readMetrics.ts"

const verify = "/api/v1/verify"

layer(service.layer({ lab: true, env }), service.live)("A scrape", (it) => {
  it.effect("has what the service did, each time once", function* () {
    const running = yield* Service
    const before = yield* scrape(running)
    for (const address of ["ann@acme.test", "ann@nowhere.test", "ann@@acme.test"])
      yield* running.get(`${verify}?email=${address}`)
    yield* running.get(`${verify}?email=gone@gmail.com&mode=deep`)
    yield* running.get(`${verify}?email=ann@acme.test`, { apiKey: null })
    yield* running.get("/api/v1/jobs/019ab5b3-8f6e-7e65-b06a-0f1b5f3b4c5d")
    yield* running.get("/no/such/page/ann@acme.test")
    const body = formOf([mode("fast"), list("email\nann@acme.test\nbob@acme.test\nx@@y\n")])
    const headers = { "content-type": formType }
    yield* running.get(path, { method: "POST", headers, body: body.toString() })
    const after = yield* scrapeUntil(
      running,
      (metrics) => totalOf(metrics, "rcpt_jobs_finished_total", { status: "complete" }) === 1
    )
    const more = (name: string, labels: Readonly<Record<string, string>> = {}) =>
      totalOf(after, name, labels) - totalOf(before, name, labels)

    const requests = "rcpt_http_requests_total"
    assert.strictEqual(more(requests, { route: verify, status: "2xx" }), 4)
    assert.strictEqual(more(requests, { route: verify, status: "4xx" }), 1)
    assert.strictEqual(more(requests, { route: "/api/v1/jobs/:id", status: "4xx" }), 1)
    assert.strictEqual(more(requests, { route: "other", status: "4xx" }), 1)
    assert.strictEqual(more(requests, { route: path, method: "POST", status: "2xx" }), 1)
    assert.strictEqual(more("rcpt_http_request_duration_seconds_count", { route: verify }), 5)

    const verified = "rcpt_verifications_total"
    const ofRequests = { channel: "request", mode: "fast" }
    assert.strictEqual(more(verified, { ...ofRequests, status: "valid" }), 1)
    assert.strictEqual(more(verified, { ...ofRequests, status: "invalid" }), 2)
    assert.strictEqual(more(verified, { channel: "request", mode: "deep" }), 1)
    assert.strictEqual(more(verified, { channel: "job", mode: "fast" }), 3)
    assert.strictEqual(more("rcpt_verification_duration_seconds_count", { mode: "fast" }), 3)

    assert.isAtLeast(more("rcpt_dns_queries_total", { type: "mx", answer: "found" }), 1)
    assert.isAtLeast(more("rcpt_dns_queries_total", { type: "mx", answer: "no_domain" }), 1)
    const gmail = { provider: "google" }
    const refused = { ...gmail, phase: "rcpt", code: "5xx" }
    assert.isAtLeast(more("rcpt_smtp_replies_total", refused), 1)
    assert.strictEqual(more("rcpt_smtp_probes_total", { ...gmail, status: "undeliverable" }), 1)
    assert.strictEqual(totalOf(after, "rcpt_mx_groups", { ...gmail, circuit: "closed" }), 1)

    assert.isAtLeast(more("rcpt_ledger_commands_total"), 5)
    assert.isAtLeast(more("rcpt_append_duration_seconds_count", { outcome: "done" }), 5)
    assert.isAtLeast(more("rcpt_db_transaction_wait_seconds_count"), 1)
    assert.isAtLeast(more("rcpt_event_loop_delay_seconds_count"), 1)
    assert.isAbove(more("process_cpu_seconds_total"), 0)
  })

  it.effect("has the gauges of the process and of the database", function* () {
    const metrics = yield* scrape(yield* Service)
    assert.strictEqual(totalOf(metrics, "rcpt_database_up"), 1)
    assert.strictEqual(totalOf(metrics, "rcpt_nodes", { state: "alive" }), 1)
    assert.strictEqual(totalOf(metrics, "rcpt_cluster_healthy"), 1)
    assert.isAbove(totalOf(metrics, "rcpt_cluster_shards"), 0)
    for (const pool of ["read", "write"])
      assert.isAbove(totalOf(metrics, "rcpt_db_probe_seconds", { pool }), 0)
    const views = metrics.get("rcpt_projection_behind_commits")!.series
    assert.includeMembers(
      views.map(({ labels }) => labels["projection"]),
      ["usage", "ledger"]
    )
    assert.isAbove(totalOf(metrics, "process_resident_memory_bytes"), 10_000_000)
    const startedAt = totalOf(metrics, "process_start_time_seconds") * 1_000
    assert.closeTo(startedAt, Date.now(), 10 * 60_000)
  })

  it.effect("has nothing that the table of metrics does not have", function* () {
    const rows = new Map(
      Object.values(metricTable).map(({ type, row }) => [row.name, { type, row }])
    )
    for (const [name, { type, help, series }] of yield* scrape(yield* Service)) {
      const known = rows.get(name)
      assert.strictEqual(known?.type, type, name)
      assert.strictEqual(known?.row.help, help, name)
      const own = known?.row.of === "process" ? ["process"] : []
      const allowed = new Set([...own, ...Object.keys(known?.row.labels ?? {}), "le"])
      for (const { labels } of series)
        for (const label of Object.keys(labels)) assert.isTrue(allowed.has(label), label)
    }
  })

  it.effect("is a GET of /metrics, and nothing else is there", function* () {
    const running = yield* Service
    const url = urlOf(running)
    assert.strictEqual((yield* fetchText(`${url}?x=1`)).status, 200)
    assert.strictEqual((yield* fetchText(url, { method: "HEAD" })).text, "")
    const posted = yield* fetchText(url, { method: "POST" })
    assert.strictEqual(posted.status, 405)
    assert.strictEqual(posted.headers.get("allow"), "GET, HEAD")
    for (const wrong of ["/", "/metrics/x", "/api/v1/account", "/healthz"])
      assert.strictEqual((yield* fetchText(new URL(wrong, url).href)).status, 404, wrong)
    // The listener of the API does not have them.
    assert.strictEqual((yield* running.get("/metrics")).status, 404)
  })
})

describe("A database that does not answer", () => {
  it.live("is what a scrape says, in time, and old values are gone", () =>
    Effect.gen(function* () {
      const url = new URL(yield* freshDatabase())
      const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
      url.port = String(proxy.port)
      const running = yield* service.start({ databaseUrl: url.href, env })
      assert.strictEqual(totalOf(yield* scrape(running), "rcpt_database_up"), 1)
      yield* proxy.silence
      const metrics = yield* Effect.timeout(scrape(running), "30 seconds")
      assert.isTrue(metrics.has("rcpt_database_up"))
      assert.strictEqual(totalOf(metrics, "rcpt_database_up"), 0)
      assert.isFalse(metrics.has("rcpt_jobs"))
      assert.isFalse(metrics.has("rcpt_db_probe_seconds"))
      assert.isTrue(metrics.has("process_resident_memory_bytes"))
      yield* proxy.cut
      yield* proxy.mend
      yield* scrapeUntil(running, (now) => totalOf(now, "rcpt_database_up") === 1)
    }).pipe(Effect.scoped)
  )
})
