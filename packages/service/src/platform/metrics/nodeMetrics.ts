/** The metrics of a node of several processes: those of its supervisor, and of all workers that answer. */
import { Effect, Layer } from "effect"
import type { Scope } from "effect"

import type { Config } from "../Config.ts"
import type { Supervisor } from "../processes/Supervisor.ts"
import { serve } from "./listener.ts"
import type { MetricsNotServed } from "./listener.ts"
import { topic } from "./metricsLayer.ts"
import * as processGauges from "./processGauges.ts"
import { scrape, together } from "./scrape.ts"
import type { Family } from "./scrape.ts"

/** Milliseconds. Longer than a worker asks for its gauges; Prometheus waits 10 s by default. */
const workersWaitMax = 5_000

const supervisorNumber = 0

/**
 * Opens the listener. It answers for the supervisor alone, until the returned function tells it whom to
 * ask besides.
 */
export const listen: Effect.Effect<
  (supervisor: Pick<Supervisor, "ask">) => void,
  MetricsNotServed,
  Config | Scope.Scope
> = Effect.gen(function* () {
  let asked: Pick<Supervisor, "ask"> | undefined
  const workers = Effect.promise(async () => (await asked?.ask(topic, workersWaitMax)) ?? [])
  yield* Layer.build(processGauges.ofProcess)
  const own = Effect.map(scrape(supervisorNumber), (families) =>
    families.filter(({ name }) => processGauges.processMetrics.has(name))
  )
  yield* serve(
    Effect.map(Effect.all([own, workers], { concurrency: 2 }), ([own, all]) =>
      // Workers are of the same program: what they answer has the type that they were asked for.
      together([own, ...(all as ReadonlyArray<ReadonlyArray<Family>>)])
    )
  )
  return (supervisor) => void (asked = supervisor)
})
