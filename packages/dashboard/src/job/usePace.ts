/** How fast a job goes, as seen from here in the last seconds: looked at once a second, all the time. */
import { useEffect, useRef, useState } from "react"

export interface Pace {
  /** Rows; 0: nothing has moved for a while. */
  readonly perSecond: number
}

/** Milliseconds. */
const lookEvery = 1_000

/** Looks that count: the pace of a job changes with the domains that it comes to. */
const looksMax = 20

/** Looks without a new row, after which a job stands still, whatever it did before. */
const stillLooks = 8

/** Looks before anything is said: two points make any line. */
const looksMin = 3

/** `undefined`: not known yet. `isLive`: what is seen now is how it stands. */
export const usePace = (processed: number, isLive: boolean): Pace | undefined => {
  const now = useRef(processed)
  useEffect(() => {
    now.current = processed
  }, [processed])
  const [looks, setLooks] = useState<ReadonlyArray<number>>([])
  useEffect(() => {
    const look = (): void =>
      // What is missed meanwhile comes all at once, and is no pace.
      setLooks((looks) => (isLive ? [...looks, now.current].slice(-looksMax) : []))
    const timer = setInterval(look, lookEvery)
    return () => clearInterval(timer)
  }, [isLive])
  const first = looks[0]
  const last = looks.at(-1)
  if (last !== undefined && looks.at(-stillLooks) === last) return { perSecond: 0 }
  if (first === undefined || last === undefined || looks.length < looksMin) return undefined
  return { perSecond: (last - first) / (((looks.length - 1) * lookEvery) / 1_000) }
}

/** Seconds of each unit, and by which step it is said. */
const minute = 60
const hour = 3_600

/** "about 40 seconds": never more exactly than it can be known. */
export const leftText = (seconds: number): string => {
  if (seconds < 10) return "a few seconds"
  if (seconds < 55) return `about ${Math.ceil(seconds / 10) * 10} seconds`
  if (seconds < hour - minute / 2) {
    const minutes = Math.round(seconds / minute)
    return minutes <= 1 ? "about a minute" : `about ${minutes} minutes`
  }
  const hours = Math.round(seconds / hour)
  return hours <= 1 ? "about an hour" : `about ${hours.toLocaleString("en")} hours`
}
