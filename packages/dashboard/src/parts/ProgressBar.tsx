/** The browser's own `<progress>`, with a text below it. */
import type { ReactNode } from "react"

interface ProgressBarProps {
  /** Such as "Rows verified". */
  readonly label: string
  readonly done: number
  readonly total: number
  /** Shown below the bar, such as the rate and the time left. */
  readonly children?: ReactNode
}

export const ProgressBar = ({ label, done, total, children }: ProgressBarProps) => (
  <div className="progress">
    <progress aria-label={label} value={done} max={Math.max(1, total)} />
    {children && <div className="progress-text numeric">{children}</div>}
  </div>
)
