/**
 * The browser's own modal dialog: it traps the focus, closes on Escape and restores the focus. Its
 * content exists only while it is open, so a form in it starts empty each time.
 */
import { useEffect, useId, useRef } from "react"
import type { ReactNode } from "react"

interface DialogProps {
  readonly open: boolean
  readonly title: string
  /** Called on Escape. The content calls it for its own buttons. */
  readonly onClose: () => void
  readonly children: ReactNode
}

export const Dialog = ({ open, ...rest }: DialogProps) => (open ? <OpenDialog {...rest} /> : null)

const OpenDialog = ({ title, onClose, children }: Omit<DialogProps, "open">) => {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        // React decides when it is closed.
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
