/**
 * Lets the metrics of this process be scraped: by its own listener or, as one of several processes of a
 * node, by that of their supervisor.
 */
import { Effect, Layer } from "effect"

import type { Config } from "../Config.ts"
import { processes } from "../processes/Processes.ts"
import { serve } from "./listener.ts"
import type { MetricsNotServed } from "./listener.ts"
import * as processGauges from "./processGauges.ts"
import { scrape } from "./scrape.ts"

/** What the supervisor asks its workers for. */
export const topic = "metrics"

const scraped: Layer.Layer<never, MetricsNotServed, Config> = Layer.effectDiscard(
  Effect.flatMap(processes, ({ number, siblings }) => {
    if (siblings === undefined) return serve(scrape(number))
    return Effect.sync(() => siblings.answer(topic, scrape(number)))
  })
)

export const layer = Layer.merge(scraped, processGauges.layer)
