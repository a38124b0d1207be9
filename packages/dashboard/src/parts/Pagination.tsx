/** The buttons that move between pages: by number, or by cursor if the service has no page numbers. */
import { useId } from "react"

import { whole } from "../words/numbers.ts"
import { words } from "../words/parts.tsx"
import { Button } from "./Button.tsx"

const { pages: said } = words

interface PaginationProps {
  /** The name for screen readers, such as "Pages of results". */
  readonly label: string
  /** Counted from 1. */
  readonly page: number
  readonly totalPages?: number
  /** Whether there is another page, if the service does not count them. */
  readonly hasNext?: boolean
  readonly onMove: (page: number) => void
}

export const Pagination = ({
  label,
  page,
  totalPages,
  hasNext = page < (totalPages ?? 1),
  onMove
}: PaginationProps) => {
  const id = useId()
  if (page <= 1 && !hasNext) return null
  return (
    <nav className="pagination" aria-label={label}>
      <Button small icon="newer" disabled={page <= 1} onClick={() => onMove(page - 1)}>
        {said.previous}
      </Button>
      <p id={id} className="numeric" aria-live="polite">
        {said.page(whole(page), totalPages === undefined ? undefined : whole(totalPages))}
      </p>
      <Button
        small
        icon="older"
        className="button-after"
        disabled={!hasNext}
        onClick={() => onMove(page + 1)}
      >
        {said.next}
      </Button>
    </nav>
  )
}

interface CursorPaginationProps {
  readonly label: string
  /** The cursor of the current page, undefined on the first. It belongs in the URL, so that Back works. */
  readonly cursor: string | undefined
  /** The cursor of the next page. */
  readonly next: string | undefined
  readonly onMove: (cursor: string | undefined) => void
}

export const CursorPagination = ({ label, cursor, next, onMove }: CursorPaginationProps) => {
  if (cursor === undefined && next === undefined) return null
  return (
    <nav className="pagination" aria-label={label}>
      <Button small icon="newer" disabled={cursor === undefined} onClick={() => onMove(undefined)}>
        {said.newest}
      </Button>
      <Button
        small
        icon="older"
        className="button-after"
        disabled={next === undefined}
        onClick={() => onMove(next)}
      >
        {said.older}
      </Button>
    </nav>
  )
}
