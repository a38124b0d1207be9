/** The finished rows of a job in the last seconds, sampled once a second. */
import { useEffect, useRef, useState } from "react"

import { sampleInterval, samplesMax } from "./outlook.ts"

export interface Seconds {
  readonly samples: ReadonlyArray<number>
  /** Epoch milliseconds: when the last sample was taken. */
  readonly now: number
}

/** `isLive` says that `processed` is up to date. */
export const usePace = (processed: number, isLive: boolean): Seconds => {
  const current = useRef(processed)
  useEffect(() => {
    current.current = processed
  }, [processed])
  const [seconds, setSeconds] = useState<Seconds>(() => ({ samples: [], now: Date.now() }))
  useEffect(() => {
    const sample = (): void =>
      setSeconds(({ samples }) => ({
        // After an interruption many rows arrive at once, which is not a pace: the samples start again.
        samples: isLive ? [...samples, current.current].slice(-samplesMax) : [],
        now: Date.now()
      }))
    const timer = setInterval(sample, sampleInterval)
    return () => clearInterval(timer)
  }, [isLive])
  return seconds
}
