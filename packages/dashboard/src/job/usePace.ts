/** The pace of a job in the last seconds, sampled once a second. */
import { useEffect, useRef, useState } from "react"

import { words } from "../words/job.tsx"

export interface Pace {
  /** Rows per second; 0 if no row was finished for a while. */
  readonly perSecond: number
}

/** Milliseconds between two samples. */
const sampleInterval = 1_000

/** Samples that are kept. Older ones are dropped, because the pace changes with the domains of the rows. */
const samplesMax = 20

/** Samples without a new row, after which the pace is 0. */
const idleSamples = 8

/** Samples for an estimate: two are too few. */
const samplesMin = 3

/** The pace of a job, or `undefined` until it is known. `isLive` says that `processed` is up to date. */
export const usePace = (processed: number, isLive: boolean): Pace | undefined => {
  const current = useRef(processed)
  useEffect(() => {
    current.current = processed
  }, [processed])
  const [samples, setSamples] = useState<ReadonlyArray<number>>([])
  useEffect(() => {
    const sample = (): void =>
      // After an interruption many rows arrive at once, which is not a pace: the samples start again.
      setSamples((samples) => (isLive ? [...samples, current.current].slice(-samplesMax) : []))
    const timer = setInterval(sample, sampleInterval)
    return () => clearInterval(timer)
  }, [isLive])
  const first = samples[0]
  const last = samples.at(-1)
  if (last !== undefined && samples.at(-idleSamples) === last) return { perSecond: 0 }
  if (first === undefined || last === undefined || samples.length < samplesMin) return undefined
  return { perSecond: (last - first) / (((samples.length - 1) * sampleInterval) / 1_000) }
}

/** Seconds. */
const minute = 60
const hour = 3_600

/** The time left, such as "about 40 seconds", rounded because it is an estimate. */
export const timeLeftText = (seconds: number): string => {
  if (seconds < 10) return words.time.fewSeconds
  if (seconds < 55) return words.time.seconds(Math.ceil(seconds / 10) * 10)
  if (seconds < hour - minute / 2) return words.time.minutes(Math.round(seconds / minute))
  return words.time.hours(Math.round(seconds / hour))
}
