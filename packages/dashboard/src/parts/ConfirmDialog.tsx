/** Asks before something that cannot be taken back. It stays open, with the error, when that fails. */
import type { ReactNode } from "react"

import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { ErrorNotice } from "./Notice.tsx"

interface ConfirmDialogProps {
  readonly open: boolean
  /** A question, such as "Revoke this key?" */
  readonly title: string
  /** What will be so afterwards. */
  readonly children: ReactNode
  /** The verb, such as "Revoke key". */
  readonly action: string
  /** The other one: needed where the verb is "Cancel" itself. */
  readonly dismiss?: string
  /** Something is lost by it. */
  readonly danger?: boolean
  readonly pending?: boolean
  readonly error?: unknown
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export const ConfirmDialog = ({
  open,
  title,
  children,
  action,
  dismiss = "Cancel",
  danger = false,
  pending = false,
  error,
  onConfirm,
  onCancel
}: ConfirmDialogProps) => (
  <Dialog open={open} title={title} onClose={onCancel}>
    <div>{children}</div>
    {error != null && <ErrorNotice error={error} />}
    <div className="dialog-actions">
      {/* First, so that it has the focus: Enter does no harm. */}
      <Button onClick={onCancel}>{dismiss}</Button>
      <Button variant={danger ? "danger" : "primary"} pending={pending} onClick={onConfirm}>
        {action}
      </Button>
    </div>
  </Dialog>
)
