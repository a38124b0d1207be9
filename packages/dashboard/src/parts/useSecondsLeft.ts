/** How long to wait before a request that was refused with 429 may be sent again. */
import { useEffect, useState } from "react"

import { ApiError } from "../api/ApiError.ts"

const millisPerSecond = 1_000

/** Seconds, rounded up; 0: now. `now`: epoch milliseconds. */
export const secondsLeft = (error: unknown, now: number): number => {
  if (!(error instanceof ApiError) || error.status !== 429) return 0
  const { at, retryAfter = 1 } = error
  return Math.max(0, Math.ceil((at - now) / millisPerSecond + retryAfter))
}

/** Counts down once a second. */
export const useSecondsLeft = (error: unknown): number => {
  const [left, setLeft] = useState(() => secondsLeft(error, Date.now()))
  useEffect(() => {
    const count = (): void => setLeft(secondsLeft(error, Date.now()))
    count()
    if (secondsLeft(error, Date.now()) === 0) return
    const timer = setInterval(count, millisPerSecond)
    return () => clearInterval(timer)
  }, [error])
  return left
}
