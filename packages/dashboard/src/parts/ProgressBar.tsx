/** The browser's own `<progress>`, with a text below it. */
import type { ReactNode } from "react"

interface ProgressBarProps {
  /** The name for screen readers, such as "Rows verified". */
  readonly label: string
  readonly done: number
  readonly total: number
  /** The text below the bar, such as the rate and the time left. */
  readonly children?: ReactNode
}

export const ProgressBar = ({ label, done, total, children }: ProgressBarProps) => (
  <div className="progress">
    <progress aria-label={label} value={done} max={Math.max(1, total)} />
    {children && <div className="progress-text numeric">{children}</div>}
  </div>
)
