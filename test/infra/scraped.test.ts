/** The dashboards over a real Prometheus that scrapes a real service while it works: no panel is empty. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Schedule } from "effect"

import * as daemon from "../interop/support/daemon.ts"
import { formOf, formType, list, mode } from "../service/jobs/jobsHttpWorld.ts"
import * as natsServer from "../support/natsServer.ts"
import { describeWith, natsServer as nats, prometheus } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, it } from "../support/vitest.ts"
import { panels } from "./support/dashboards.ts"
import { infra, textOf } from "./support/infraFiles.ts"

/** By title, and why it has no data. */
const emptyWithoutTrouble: Readonly<Record<string, string>> = {
  Pace: "the lab sets no limit for its groups"
}

const ip = "127.0.0.1"

/** The committed configuration, with the node and the interval of a test. */
const startPrometheus = (metricsPort: number) =>
  Effect.gen(function* () {
    const folder = yield* tempFolder()
    const port = yield* Effect.orDie(freePort)
    const config = textOf("prometheus/prometheus.yml")
      .replace("rcpt:9464", `${ip}:${metricsPort}`)
      .replace("localhost:9090", `${ip}:${port}`)
      .replace("rules/*.rules.yml", join(infra, "prometheus/rules/*.rules.yml"))
      .replaceAll(/(scrape_interval|evaluation_interval): 15s/g, "$1: 1s")
      .replace("scrape_timeout: 5s", "scrape_timeout: 1s")
    const file = join(folder, "prometheus.yml")
    writeFileSync(file, config)
    yield* daemon.start({
      program: "/usr/bin/prometheus",
      args: [
        `--config.file=${file}`,
        `--storage.tsdb.path=${join(folder, "data")}`,
        `--web.listen-address=${ip}:${port}`
      ],
      on: [{ ip, port }]
    })
    const base = `http://${ip}:${port}`
    // It listens before it has read its log.
    const isReady = Effect.promise(async () => (await fetch(`${base}/-/ready`)).ok)
    yield* Effect.repeat(isReady, {
      until: (ready) => ready,
      schedule: Schedule.spaced("100 millis")
    })
    return base
  })

interface Answer {
  readonly status: string
  readonly error?: string
  readonly data: { readonly result: ReadonlyArray<{ readonly value: readonly [number, string] }> }
}

/** How many series a query has that are numbers. */
const seriesOf = (base: string, expression: string) =>
  Effect.promise(async () => {
    const query = expression.replaceAll("$__rate_interval", "15s")
    const response = await fetch(`${base}/api/v1/query?query=${encodeURIComponent(query)}`)
    const { status, error, data } = (await response.json()) as Answer
    assert.strictEqual(status, "success", `${query}: ${error ?? ""}`)
    return data.result.filter(({ value: [, text] }) => text !== "NaN").length
  })

const work = ({ base, apiKey, get }: service.Running) =>
  Effect.gen(function* () {
    const emails = Array.from({ length: 20 }, (_, n) => `user${n}@d${10_000 + n}.lab.test`)
    for (const how of ["fast", "deep"])
      yield* Effect.promise(() =>
        fetch(`${base}/api/v1/verify/bulk`, {
          method: "POST",
          headers: { "x-api-key": apiKey, "content-type": formType },
          body: new Uint8Array(formOf([mode(how), list(["email", ...emails].join("\n"))]))
        })
      )
    let n = 0
    const check = Effect.suspend(() => {
      n += 1
      const email = n % 7 === 0 ? "ann@servfail.test" : `ann${n}@acme.test`
      return get(`/api/v1/verify?mode=${n % 3 === 0 ? "deep" : "fast"}&email=${email}`)
    })
    return yield* Effect.repeat(check, Schedule.spaced("50 millis"))
  })

const both = {
  ...prometheus,
  name: `${prometheus.name} and ${nats.name}`,
  found: prometheus.found && nats.found
}

describeWith(both, "Each panel of the dashboards", () => {
  it.live("has data while a service works", () =>
    Effect.gen(function* () {
      const { url } = yield* natsServer.started()
      const metricsPort = yield* Effect.orDie(freePort)
      const running = yield* service.start({
        lab: true,
        credits: 100_000,
        env: {
          RCPT_METRICS_PORT: String(metricsPort),
          RCPT_NATS_URL: url,
          RCPT_RATE_LIMIT: "off",
          RCPT_ENUMERATION_LIMIT: "off"
        }
      })
      yield* Effect.forkScoped(work(running))
      const base = yield* startPrometheus(metricsPort)
      const wanted = panels.filter(({ title }) => !Object.hasOwn(emptyWithoutTrouble, title))
      const empty = Effect.gen(function* () {
        const counted = yield* Effect.forEach(wanted, ({ title, expressions }) =>
          Effect.map(
            Effect.forEach(expressions, (expression) => seriesOf(base, expression)),
            (counts) => ({ title, isEmpty: counts.some((count) => count === 0) })
          )
        )
        return counted.filter(({ isEmpty }) => isEmpty).map(({ title }) => title)
      })
      const left = yield* Effect.repeat(empty, {
        until: (titles) => titles.length === 0,
        times: 60,
        schedule: Schedule.spaced("1 second")
      })
      assert.deepStrictEqual(left, [])
      // What is listed as empty is there, and asks what can be asked.
      for (const title of Object.keys(emptyWithoutTrouble)) {
        const panel = panels.find((one) => one.title === title)
        yield* Effect.forEach(panel!.expressions, (expression) => seriesOf(base, expression))
      }
    }).pipe(Effect.scoped)
  )
})
