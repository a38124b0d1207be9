/** Scrapes of a real service, as a Prometheus makes them. */
import { Effect, Schedule } from "effect"

import type { Running } from "../../../support/service.ts"
import { assert } from "../../../support/vitest.ts"
import { readMetrics } from "./readMetrics.ts"
import type { Metric } from "./readMetrics.ts"

/** Any free port; the service says which. */
export const env = { RCPT_METRICS_PORT: "0" }

export const urlOf = ({ output }: Pick<Running, "output">): string => {
  const url = /Metrics are served on (http:\S+\/metrics)/.exec(output())?.[1]
  if (url === undefined) throw new Error(`no metrics are served:\n${output()}`)
  return url
}

export const fetchText = (url: string, init: RequestInit = {}) =>
  Effect.promise(async (signal) => {
    const response = await fetch(url, { ...init, signal })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })

export type Metrics = ReadonlyMap<string, Metric>

export const scrape = (running: Pick<Running, "output">): Effect.Effect<Metrics> =>
  Effect.map(fetchText(urlOf(running)), ({ status, headers, text }) => {
    assert.strictEqual(status, 200, text)
    assert.strictEqual(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
    return readMetrics(text)
  })

/** Scrapes until it holds: what is counted after an answer may be a moment behind it. */
export const scrapeUntil = (
  running: Pick<Running, "output">,
  holds: (metrics: Metrics) => boolean
): Effect.Effect<Metrics> =>
  scrape(running).pipe(
    Effect.repeat({ until: holds, schedule: Schedule.spaced("100 millis") }),
    Effect.timeoutOrElse({
      duration: "30 seconds",
      orElse: () => Effect.die(new Error("the metrics never say so"))
    })
  )
