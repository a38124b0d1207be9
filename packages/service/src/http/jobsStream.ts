/**
 * A job as it goes on, as server-sent events (WHATWG HTML §9.2). An event is made when the client has
 * taken the one before, so who reads slowly gets fewer of them, and each says what stands then.
 */
import { BulkJob } from "@rcpt/api/Jobs"
import { tooManyRequests } from "@rcpt/api/Problem"
import { isFinished } from "@rcpt/domain/Job"
import { Clock, Duration, Effect, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

import { toBulkJob } from "../jobs/JobRecord.ts"
import type { JobRecord } from "../jobs/JobRecord.ts"
import type { OwnJob } from "../jobs/Jobs.ts"
import { lookEvery, Progress } from "../jobs/Progress.ts"
import type { Following } from "../jobs/Progress.ts"
import { Closing } from "./closing.ts"
import { Leave } from "./gate.ts"

/** Proxies close a connection on which nothing is said for a minute or, some of them, for 30 s. */
const keepAliveEvery = Duration.seconds(15)

/** Seconds; somebody has closed one of his windows by then, or not. */
const crowdedFor = 5

/** Milliseconds after which a client comes back: soon, or, when there is nothing more to say, tomorrow. */
const retry = { running: 2_000, finished: 86_400_000 }

const headers = {
  // What is kept is old; and a proxy that gathers bytes (nginx) would keep events back.
  "cache-control": "no-store",
  "x-accel-buffering": "no"
}

const inWords = Schema.encodeSync(Schema.fromJsonString(BulkJob))

const eventOf = (job: JobRecord, isFirst: boolean): string => {
  const wait = isFinished(job) ? retry.finished : isFirst ? retry.running : undefined
  const lines = [
    ...(wait === undefined ? [] : [`retry: ${wait}`]),
    `id: ${job.version}`,
    `data: ${inWords(toBulkJob(job))}`
  ]
  return `${lines.join("\n")}\n\n`
}

const comment = ": still there\n\n"

interface Told {
  readonly version: number
  /** When, in epoch milliseconds. */
  readonly at: number
  readonly isLast: boolean
}

const nothingYet: Told = { version: 0, at: 0, isLast: false }

const nextOf = (following: Following, closing: Closing["Service"], told: Told) =>
  Effect.gen(function* () {
    if (told.isLast) return undefined
    const since = (yield* Clock.currentTimeMillis) - told.at
    yield* Effect.sleep(Duration.millis(Duration.toMillis(lookEvery) - since))
    const news = yield* Effect.raceFirst(
      following.after(told.version, keepAliveEvery),
      Effect.as(closing.begun, "gone" as const)
    )
    if (news === "gone") return undefined
    if (news === undefined) return [comment, told] as const
    const at = yield* Clock.currentTimeMillis
    const next: Told = { version: news.version, at, isLast: isFinished(news) }
    return [eventOf(news, told.version === 0), next] as const
  })

/** Of a job that was found a moment ago. */
const eventsOf = (own: OwnJob) =>
  Effect.gen(function* () {
    const closing = yield* Closing
    const following = yield* Progress.use(({ follow }) => follow(own))
    return Stream.unfold(nothingYet, (told) => nextOf(following, closing, told))
  }).pipe(
    Effect.catchTag("JobNotFound", () => Effect.succeed(Stream.empty)),
    Stream.unwrap,
    Stream.orDie
  )

export const streamJob = (own: OwnJob) =>
  Effect.gen(function* () {
    const progress = yield* Progress
    if (progress.isCrowded(own.account)) return yield* Effect.fail(tooManyRequests(crowdedFor))
    // What comes from here on lasts for hours and does next to nothing.
    const leave = yield* Leave
    const services = yield* Effect.context<Closing | Progress>()
    const text = Stream.fromEffectDrain(leave).pipe(
      Stream.concat(eventsOf(own)),
      Stream.encodeText,
      Stream.provideContext(services)
    )
    return HttpServerResponse.stream(text, { contentType: "text/event-stream", headers })
  })
