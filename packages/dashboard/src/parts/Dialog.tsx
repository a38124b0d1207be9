/**
 * The browser's own modal dialog. It traps the focus, closes on Escape and gives the focus back to the
 * element that had it before. Its content exists only while it is open, so a form in it starts empty each
 * time.
 */
import { useId, useLayoutEffect, useRef, useState } from "react"
import type { ComponentProps, ReactNode } from "react"

import { Button } from "./Button.tsx"

const isThere = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body

/**
 * Remembers the element that has the focus. The returned function gives it back after the next change of
 * the page. If the element is gone, such as the button of a deleted row, the heading of the page gets the
 * focus, not the start of the page.
 */
const keepFocus = (): (() => void) => {
  const opener = document.activeElement
  return () => {
    // The page under a dialog is inert until it has closed, and a button may leave with its row.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body && document.activeElement !== null) return
      const target = isThere(opener) ? opener : document.querySelector<HTMLElement>("h1")
      target?.focus({ preventScroll: true })
    })
  }
}

interface DialogProps {
  readonly open: boolean
  readonly title: string
  /** Called on Escape. The content calls it for its own buttons too. */
  readonly onClose: () => void
  readonly children: ReactNode
}

export const Dialog = ({ open, ...rest }: DialogProps) => (open ? <OpenDialog {...rest} /> : null)

const OpenDialog = ({ title, onClose, children }: Omit<DialogProps, "open">) => {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  // A layout effect, because it ends before the element leaves the page: the browser restores no focus
  // for a dialog that is gone.
  useLayoutEffect(() => {
    const dialog = element.current
    const giveBack = keepFocus()
    dialog?.showModal()
    return () => {
      dialog?.close()
      giveBack()
    }
  }, [])
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        // React decides when the dialog is closed.
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, "onClick" | "children"> {
  readonly label: string
  /** The title of the dialog, by default the label. */
  readonly title?: string
  /** The content of the dialog, which `close` closes. */
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
export const DialogButton = ({ label, title = label, children, ...button }: DialogButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} title={title} onClose={close}>
        {children(close)}
      </Dialog>
    </>
  )
}
