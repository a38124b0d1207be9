/** Shown in place of missing content: a picture of what will be here, and the first step to it. */
import type { ReactNode } from "react"

import { EmptyPicture } from "./EmptyPicture.tsx"
import type { Picture } from "./EmptyPicture.tsx"

interface EmptyStateProps {
  readonly title: string
  readonly picture?: Picture
  readonly children: ReactNode
  readonly action?: ReactNode
}

export const EmptyState = ({ title, picture, children, action }: EmptyStateProps) => (
  <div className="empty">
    {picture && <EmptyPicture name={picture} />}
    <div className="empty-words">
      <p className="empty-title">{title}</p>
      <div className="empty-text">{children}</div>
      {action && <div className="row">{action}</div>}
    </div>
  </div>
)
