/**
 * Brings newer lists while the service runs. One process of a node fetches them, if that is wanted; all
 * processes look into the folder, where `rcpt lists refresh` may have left some too. Each node has its own
 * folder, and so for a day or two its own lists.
 */
import { stat } from "node:fs/promises"

import { Lists } from "@rcpt/verifier/lists/Lists"
import { listSources } from "@rcpt/verifier/lists/listSources"
import { refreshedPath } from "@rcpt/verifier/lists/refreshedLists"
import { refreshLists } from "@rcpt/verifier/lists/refreshLists"
import type { RefreshOutcome } from "@rcpt/verifier/lists/refreshLists"
import { Duration, Effect, Schedule } from "effect"
import { FetchHttpClient } from "effect/http"

import { Config } from "../platform/Config.ts"
import { listsFolder } from "./verifierLayer.ts"

/** The time between two looks, each of which is four questions to the file system. */
export const lookEvery = Duration.minutes(1)

/** The wait after a refresh that failed, where lists are fetched by the week. */
const tryAgainAfter = Duration.hours(6)

/** The times when the lists were written last; 0 stands for the bundled one. */
const stampOf = (folder: string): Effect.Effect<string> =>
  Effect.map(
    Effect.forEach(listSources, ({ name }) =>
      Effect.promise(() =>
        stat(refreshedPath(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0
        )
      )
    ),
    (times) => times.join()
  )

/** Reads lists again once they have changed in the folder. */
export const watchLists = (
  folder: string,
  every: Duration.Duration = lookEvery
): Effect.Effect<never, never, Lists> =>
  Effect.gen(function* () {
    const { reload } = yield* Lists
    let known = yield* stampOf(folder)
    const look = Effect.gen(function* () {
      const found = yield* stampOf(folder)
      if (found === known) return
      known = found
      yield* reload
      yield* Effect.logInfo("Lists were read again: newer ones are in the data folder")
    })
    return yield* Effect.repeat(look, Schedule.spaced(every)).pipe(Effect.andThen(Effect.never))
  })

interface Renewal {
  readonly folder: string
  readonly every: Duration.Duration
  /** The mirrors, by the name of their list. */
  readonly urls?: Readonly<Record<string, string>>
}

const told = (outcome: RefreshOutcome) =>
  outcome._tag === "refused" || outcome._tag === "failed"
    ? Effect.logWarning(`The list ${outcome.name} stays as it is: ${outcome.why}`)
    : Effect.void

/** Fetches the lists now and whenever the time is over; one that is not trusted stays as it was. */
export const keepListsFresh = ({ every, ...options }: Renewal): Effect.Effect<never> =>
  Effect.gen(function* () {
    const outcomes = yield* refreshLists(options)
    yield* Effect.forEach(outcomes, told)
    const hasFailed = outcomes.some(({ _tag }) => _tag === "failed")
    yield* Effect.sleep(hasFailed ? Duration.min(every, tryAgainAfter) : every)
  }).pipe(Effect.provide(FetchHttpClient.layer), Effect.forever)

/** Each process runs this loop. */
export const watching = Config.use(({ dataDir }) => watchLists(listsFolder(dataDir)))

/** One process of a node runs this loop. */
export const fetching = Config.use(({ dataDir, listsRefresh: every }) =>
  every === "off" ? Effect.never : keepListsFresh({ folder: listsFolder(dataDir), every })
)
