/**
 * What a running list does now and how long that will take, as far as it is known. A pure function of what the service
 * says and of the last seconds, so a reload loses only the pace.
 */
import type { BulkJob, JobFacets } from "@rcpt/api/Jobs"

import { words } from "../words/job.tsx"

/** Milliseconds between two samples of the finished rows. */
export const sampleInterval = 1_000

/** Samples that are kept. Older ones are dropped, because the pace changes with the domains of the rows. */
export const samplesMax = 20

/** Samples without a new row, after which the pace is 0. */
const idleSamples = 8

/** Samples for a pace: two are too few. */
const paceSamplesMin = 3

/** Samples for a time: a shorter pace says little of what follows. */
const timeSamplesMin = 10

/** The pace of the second half of the samples may differ so much from that of the first one. */
const paceRatioMax = 2

export type Outlook =
  /** All rows that are left wait for their mail servers. `until`: ISO 8601; absent: they are asked now. */
  | { readonly is: "waiting"; readonly addresses: number; readonly until?: string }
  /** All other rows wait until a new address may ask again. `until`: ISO 8601. */
  | { readonly is: "capped"; readonly rows: number; readonly until: string }
  /** The pace is not known yet. */
  | { readonly is: "checking"; readonly rows: number }
  /** No row was finished for a while. */
  | { readonly is: "idle"; readonly secondsLeft?: number }
  /** `secondsLeft` is absent if it is not known. */
  | { readonly is: "running"; readonly perSecond: number; readonly secondsLeft?: number }

interface Seen {
  readonly job: Pick<BulkJob, "mode" | "total_rows" | "processed_rows">
  readonly facets:
    | Pick<
        JobFacets,
        | "processed_rows"
        | "waiting_addresses"
        | "waiting_rows"
        | "next_retry_at"
        | "capped_rows"
        | "capped_until"
        | "expected_time"
      >
    | undefined
  /** Finished rows, once a second; the last is the newest. */
  readonly samples: ReadonlyArray<number>
  /** Epoch milliseconds. */
  readonly now: number
}

const perSecondIn = (samples: ReadonlyArray<number>): number => {
  const [first = 0, last = 0] = [samples.at(0), samples.at(-1)]
  return (last - first) / (((samples.length - 1) * sampleInterval) / 1_000)
}

const isSteady = (samples: ReadonlyArray<number>): boolean => {
  if (samples.length < timeSamplesMin) return false
  const half = Math.floor(samples.length / 2)
  const [before, after] = [samples.slice(0, half + 1), samples.slice(half)].map(perSecondIn)
  return Math.max(before! / after!, after! / before!) <= paceRatioMax
}

export const outlookOf = ({ job, facets, samples, now }: Seen): Outlook => {
  const {
    waiting_addresses: addresses = 0,
    waiting_rows: waitingRows = 0,
    next_retry_at: at,
    capped_rows: cappedRows = 0,
    capped_until: cappedUntil
  } = facets ?? {}
  // Both numbers are of one answer. The job's own may be newer.
  const isAllWaiting =
    facets !== undefined && addresses > 0 && facets.processed_rows + waitingRows >= job.total_rows
  if (isAllWaiting)
    return {
      is: "waiting",
      addresses,
      ...(at !== undefined && Date.parse(at) > now && { until: at })
    }
  const isAllCapped =
    facets !== undefined && facets.processed_rows + waitingRows + cappedRows >= job.total_rows
  if (isAllCapped && cappedUntil !== undefined && Date.parse(cappedUntil) > now)
    return { is: "capped", rows: cappedRows, until: cappedUntil }
  const rows = Math.max(0, job.total_rows - job.processed_rows - waitingRows)
  // In deep mode the slowest mail server decides, whose pace the service knows.
  const left = facets?.expected_time && { secondsLeft: facets.expected_time.seconds }
  const last = samples.at(-1)
  if (last !== undefined && samples.at(-idleSamples) === last && samples.length >= idleSamples)
    return { is: "idle", ...left }
  const perSecond = samples.length < paceSamplesMin ? 0 : perSecondIn(samples)
  if (perSecond === 0) return { is: "checking", rows }
  const isKnown = job.mode === "fast" && isSteady(samples)
  return { is: "running", perSecond, ...(isKnown ? { secondsLeft: rows / perSecond } : left) }
}

/** Seconds. */
const minute = 60
const hour = 3_600

/** A time that is known only about, such as "about 40 seconds". */
export const timeLeftText = (seconds: number): string => {
  if (seconds < 10) return words.time.fewSeconds
  if (seconds < 55) return words.time.seconds(Math.ceil(seconds / 10) * 10)
  if (seconds < hour - minute / 2) return words.time.minutes(Math.round(seconds / minute))
  return words.time.hours(Math.round(seconds / hour))
}
