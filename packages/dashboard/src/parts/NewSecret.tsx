/**
 * The place of a new secret. It gets the focus, and is part of the page and not a dialog, because Escape would
 * hide what is never shown again.
 */
import { useEffect, useRef } from "react"
import type { ReactNode } from "react"

interface NewSecretProps {
  /** Another one takes the focus again. */
  readonly id: string
  /** Such as "New API key: ci". */
  readonly label: string
  readonly children: ReactNode
}

export const NewSecret = ({ id, label, children }: NewSecretProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus()
  }, [id])
  return (
    <div ref={element} className="new-secret" tabIndex={-1} role="group" aria-label={label}>
      {children}
    </div>
  )
}
