/** A bar on standard error, for a person who waits; where that is no terminal, nothing. */
import { Effect } from "effect"

const widthMax = 30
const percentWidth = " 100 %".length

/** `share`: from 0 to 1. `columns`: what there is for it; without any, only the number is left. */
export const barOf = (share: number, columns = Infinity): string => {
  const width = Math.max(0, Math.min(widthMax, columns - percentWidth))
  const done = Math.min(1, Math.max(0, share))
  const full = Math.floor(done * width)
  return `${"█".repeat(full)}${"░".repeat(width - full)} ${Math.floor(done * 100)} %`
}

/** Back to the start of the line, and everything behind it erased. */
export const lineAnew = "\r\u001B[K"

export interface ProgressBar {
  readonly show: (share: number) => Effect.Effect<void>
  /** Leaves nothing behind. */
  readonly end: Effect.Effect<void>
}

/** `what`: what the share is of. */
export const progressBar = (what: string): ProgressBar => {
  let shown = ""
  const write = (text: string) =>
    Effect.sync(() => void (process.stderr.isTTY && process.stderr.write(text)))
  return {
    show: (share) =>
      Effect.suspend(() => {
        const bar = barOf(share)
        if (bar === shown) return Effect.void
        shown = bar
        return write(`${lineAnew}${bar} ${what}`)
      }),
    end: Effect.suspend(() => (shown === "" ? Effect.void : write(lineAnew)))
  }
}
