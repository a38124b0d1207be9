/** Shown in place of missing content: what will be here, and the first step to it. */
import type { ReactNode } from "react"

interface EmptyStateProps {
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    <div className="empty-text">{children}</div>
    {action && <div className="row">{action}</div>}
  </div>
)
