/** How far something is, by the browser's own `<progress>`; its words are read out as they change. */
import type { ReactNode } from "react"

interface ProgressBarProps {
  /** What is going on, as in "Rows verified". */
  readonly label: string
  readonly done: number
  readonly total: number
  /** Below it: the rate, the time left. Say it in whole steps, for all of it is read out. */
  readonly children?: ReactNode
}

export const ProgressBar = ({ label, done, total, children }: ProgressBarProps) => (
  <div className="progress">
    <progress aria-label={label} value={done} max={Math.max(1, total)} />
    {children && <div className="progress-words numeric">{children}</div>}
  </div>
)
