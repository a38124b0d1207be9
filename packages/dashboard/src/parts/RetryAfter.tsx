/** What a 429 looks like: a sentence that counts down, and a button that waits until it may be pressed. */
import type { ReactNode } from "react"

import { words } from "../words/parts.tsx"
import { Button } from "./Button.tsx"
import { useSecondsLeft } from "./useSecondsLeft.ts"

const { retry: said } = words

/** `1:05` from a minute on; below that `42 s`. */
const waitText = (seconds: number): string =>
  seconds < 60
    ? `${seconds} s`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`

/** Screen readers hear how long it takes and when it is over, not each second. */
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

/** Keeps its focus while it waits, so it is not disabled. */
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
