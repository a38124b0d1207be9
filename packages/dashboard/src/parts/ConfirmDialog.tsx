/**
 * The question before an action that cannot be undone. If the action fails, the dialog stays open with the
 * error.
 */
import type { UseMutationResult } from "@tanstack/react-query"
import type { ReactNode } from "react"

import { phrases } from "../words/phrases.tsx"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { ErrorNotice } from "./Notice.tsx"

interface ConfirmDialogProps {
  readonly open: boolean
  /** A question, such as "Revoke this key?" */
  readonly title: string
  /** The consequences. */
  readonly children: ReactNode
  /** The verb, such as "Revoke key". */
  readonly action: string
  /** The text of the other button. It is needed if the action itself is "Cancel". */
  readonly dismiss?: string
  /** True if the action deletes something or locks someone out. */
  readonly danger?: boolean
  /** The action, which `onConfirm` starts. */
  readonly mutation: Pick<UseMutationResult<unknown, Error, never>, "isPending" | "error" | "reset">
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export const ConfirmDialog = ({
  open,
  title,
  children,
  action,
  dismiss = phrases.cancel,
  danger = false,
  mutation: { isPending, error, reset },
  onConfirm,
  onClose
}: ConfirmDialogProps) => {
  const close = (): void => {
    onClose()
    reset()
  }
  return (
    <Dialog open={open} title={title} onClose={close}>
      <div>{children}</div>
      {error && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        {/* This button comes first, so that it has the focus and Enter does no harm. */}
        <Button onClick={close}>{dismiss}</Button>
        <Button variant={danger ? "danger" : "primary"} pending={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
