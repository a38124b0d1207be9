/**
 * The progress of a job as server-sent events (WHATWG HTML §9.2). An event is made when the client has
 * taken the previous one, so a slow client gets fewer events, and each has the state of that moment.
 */
import { BulkJob } from "@rcpt/api/Jobs"
import { isFinished } from "@rcpt/domain/Job"
import { Clock, Duration, Effect, Schema, Stream } from "effect"

import type { JobRecord } from "../../jobs/JobRecord.ts"
import type { OwnJob } from "../../jobs/Jobs.ts"
import { lookEvery, Progress } from "../../jobs/Progress.ts"
import type { Following } from "../../jobs/Progress.ts"
import { Closing } from "../closing.ts"
import {
  crowded,
  eventStream,
  keepAliveComment,
  keepAliveEvery,
  reconnectAfter
} from "../eventStream.ts"

/** Milliseconds until a client reconnects; after the last event, not before the next day. */
const retry = { running: reconnectAfter, finished: 86_400_000 }

const encode = Schema.encodeSync(Schema.fromJsonString(BulkJob))

/** The job as whoever follows it sees it. */
type Shown = (job: JobRecord) => BulkJob

const eventOf = (job: JobRecord, isFirst: boolean, shown: Shown): string => {
  const retryAfter = isFinished(job) ? retry.finished : isFirst ? retry.running : undefined
  const lines = [
    ...(retryAfter === undefined ? [] : [`retry: ${retryAfter}`]),
    `id: ${job.version}`,
    `data: ${encode(shown(job))}`
  ]
  return `${lines.join("\n")}\n\n`
}

/** The event that was sent last. */
interface SentEvent {
  readonly version: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly isLast: boolean
}

const nothingSent: SentEvent = { version: 0, at: 0, isLast: false }

const nextOf = (following: Following, closing: Closing["Service"], shown: Shown, sent: SentEvent) =>
  Effect.gen(function* () {
    if (sent.isLast) return undefined
    const since = (yield* Clock.currentTimeMillis) - sent.at
    yield* Effect.sleep(Duration.millis(Duration.toMillis(lookEvery) - since))
    const news = yield* Effect.raceFirst(
      following.after(sent.version, keepAliveEvery),
      Effect.as(closing.draining, "gone" as const)
    )
    if (news === "gone") return undefined
    if (news === undefined) return [keepAliveComment, sent] as const
    const at = yield* Clock.currentTimeMillis
    const next: SentEvent = { version: news.version, at, isLast: isFinished(news) }
    return [eventOf(news, sent.version === 0, shown), next] as const
  })

/** Ends at once if the job was deleted since it was found. */
const eventsOf = (own: OwnJob, shown: Shown) =>
  Effect.gen(function* () {
    const closing = yield* Closing
    const following = yield* Progress.use(({ follow }) => follow(own))
    return Stream.unfold(nothingSent, (sent) => nextOf(following, closing, shown, sent))
  }).pipe(
    Effect.catchTag("JobNotFound", () => Effect.succeed(Stream.empty)),
    Stream.unwrap
  )

export const streamJob = (own: OwnJob, shown: Shown) =>
  Effect.gen(function* () {
    const progress = yield* Progress
    if (progress.isCrowded(own.account)) return yield* Effect.fail(crowded)
    return yield* eventStream(eventsOf(own, shown))
  })
