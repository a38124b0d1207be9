/** Asks before an account is suspended, or let in again: what that does, and from when on. */
import type { AdminAccount } from "@rcpt/api/Admin"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { accountsKey, changeAccess } from "./adminQueries.ts"
import type { Access } from "./adminQueries.ts"

interface AccessDialogProps {
  /** Undefined: it is closed. */
  readonly account: AdminAccount | undefined
  readonly onChanged: (account: AdminAccount, access: Access) => void
  readonly onClose: () => void
}

const words: Readonly<Record<Access, { title: string; action: string; does: string }>> = {
  suspend: {
    title: "Suspend this account?",
    action: "Suspend account",
    does:
      "is locked out at once: its API keys are answered 401, and its sessions end. Lists that run " +
      "go on, for they are paid for. Its credits stay as they are."
  },
  resume: {
    title: "Let this account in again?",
    action: "Resume account",
    does: "may work again. Its API keys are good as before; people sign in anew."
  }
}

export const accessFor = ({ suspended_at }: AdminAccount): Access =>
  suspended_at === null ? "suspend" : "resume"

export const AccessDialog = ({ account, onChanged, onClose }: AccessDialogProps) => {
  const queryClient = useQueryClient()
  const access = account ? accessFor(account) : "suspend"
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (of: AdminAccount) => changeAccess(of.id, accessFor(of)),
    onSuccess: async (_message, of) => {
      await queryClient.invalidateQueries({ queryKey: accountsKey })
      onChanged(of, accessFor(of))
    }
  })
  const { title, action, does } = words[access]
  return (
    <ConfirmDialog
      open={account !== undefined}
      title={title}
      action={action}
      danger={access === "suspend"}
      pending={isPending}
      error={error}
      onConfirm={() => account && mutate(account)}
      onCancel={() => {
        onClose()
        reset()
      }}
    >
      <p>
        <strong className="breaks">{account?.email}</strong> {does}
      </p>
    </ConfirmDialog>
  )
}
