/**
 * Whether another node can be reached. One that cannot, though it runs and has the database, keeps its actors
 * until it is found out, and whoever needs them waits. Effect's own check takes up to a minute for a network
 * that loses packets, and did take 13 s.
 */
import { Duration, Effect, Layer, Schedule } from "effect"
import { RunnerHealth, Runners } from "effect/cluster"

/** Far more than the longest turn of an event loop under load; three in a row are no accident. */
const answerWaitMax = Duration.millis(1_500)
const tries = 3
const pause = Duration.millis(250)

export const layer: Layer.Layer<RunnerHealth.RunnerHealth, never, Runners.Runners> = Layer.effect(
  RunnerHealth.RunnerHealth,
  Effect.map(Runners.Runners, ({ ping }) =>
    RunnerHealth.RunnerHealth.of({
      isAlive: (address) =>
        ping(address).pipe(
          Effect.timeout(answerWaitMax),
          Effect.retry({ times: tries - 1, schedule: Schedule.spaced(pause) }),
          Effect.isSuccess
        )
    })
  )
)
