/** The parts of a 429: a sentence that counts down, and a button that waits until it may be pressed. */
import { useEffect, useState } from "react"
import type { ReactNode } from "react"

import { ApiError } from "../api/ApiError.ts"
import { words } from "../words/parts.tsx"
import { Button } from "./Button.tsx"

const { retry: said } = words

const millisPerSecond = 1_000

/**
 * Seconds until a request that was refused with 429 may be sent again, rounded up; 0 is now. `now` is in
 * epoch milliseconds.
 */
const secondsLeft = (error: unknown, now: number): number => {
  if (!(error instanceof ApiError) || error.status !== 429) return 0
  const { at, retryAfter = 1 } = error
  return Math.max(0, Math.ceil((at - now) / millisPerSecond + retryAfter))
}

/** The seconds left, counted down once a second. */
const useSecondsLeft = (error: unknown): number => {
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

/** The wait as text: `1:05 min` from a minute on, below that `42 s`. */
const waitText = (seconds: number): string =>
  seconds < 60
    ? `${seconds} s`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`

/** The countdown. Screen readers hear how long it takes and when it is over, not each second. */
export const RetryAfter = ({ error }: { readonly error: unknown }) => {
  const left = useSecondsLeft(error)
  return (
    <>
      <span aria-hidden="true">
        {left > 0 ? said.waits(<b className="numeric">{waitText(left)}</b>) : said.over}
      </span>
      <span className="visually-hidden">{left > 0 ? said.waitsSpoken : said.overSpoken}</span>
    </>
  )
}

interface RetryButtonProps {
  readonly error: unknown
  readonly pending?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** The button that tries again. It keeps its focus while it waits, so it is not disabled. */
export const RetryButton = ({ error, pending = false, onClick, children }: RetryButtonProps) => {
  const isWaiting = useSecondsLeft(error) > 0
  return (
    <Button
      small
      pending={pending}
      aria-disabled={isWaiting || undefined}
      onClick={() => !isWaiting && onClick()}
    >
      {children}
    </Button>
  )
}
