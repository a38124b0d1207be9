/**
 * The question before an action that cannot be undone. If the action fails, the dialog stays open with the
 * error.
 */
import { useMutation } from "@tanstack/react-query"
import type { UseMutationResult } from "@tanstack/react-query"
import { useState } from "react"
import type { ComponentProps, ReactNode } from "react"

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

interface ConfirmButtonProps<Answer> extends Pick<
  ComponentProps<typeof Button>,
  "variant" | "small" | "aria-label"
> {
  readonly label: string
  readonly title: string
  /** The verb, by default the label. */
  readonly action?: string
  readonly dismiss?: string
  /** By default as the button says. */
  readonly danger?: boolean
  /** The action. */
  readonly run: () => Promise<Answer>
  /** Called when it has succeeded. A promise is waited for before the dialog closes. */
  readonly onDone?: (answer: Answer) => unknown
  readonly children: ReactNode
}

/** A button that asks first. The dialog closes when the action has succeeded. */
export const ConfirmButton = <Answer,>({
  label,
  title,
  action = label,
  dismiss = phrases.cancel,
  variant = "secondary",
  danger = variant === "danger",
  run,
  onDone,
  children,
  ...button
}: ConfirmButtonProps<Answer>) => {
  const mutation = useMutation({ mutationFn: run, ...(onDone && { onSuccess: onDone }) })
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <Button {...button} variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={title}
        action={action}
        dismiss={dismiss}
        danger={danger}
        mutation={mutation}
        onConfirm={() => mutation.mutate(undefined, { onSuccess: close })}
        onClose={close}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
