/** Asks before an account is suspended or resumed, with the consequences. */
import type { AdminAccount } from "@rcpt/api/Admin"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { words } from "../words/admin.tsx"
import { accountsKey, changeAccess } from "./adminQueries.ts"
import type { Access } from "./adminQueries.ts"

interface AccessDialogProps {
  /** Undefined: the dialog is closed. */
  readonly account: AdminAccount | undefined
  readonly onChanged: (account: AdminAccount, access: Access) => void
  readonly onClose: () => void
}

export const accessFor = ({ suspended_at }: AdminAccount): Access =>
  suspended_at === null ? "suspend" : "resume"

export const AccessDialog = ({ account, onChanged, onClose }: AccessDialogProps) => {
  const queryClient = useQueryClient()
  const access = account ? accessFor(account) : "suspend"
  const change = useMutation({
    mutationFn: (changing: AdminAccount) => changeAccess(changing.id, accessFor(changing)),
    onSuccess: async (_message, changed) => {
      await queryClient.invalidateQueries({ queryKey: accountsKey })
      onChanged(changed, accessFor(changed))
    }
  })
  const { title, action, effect } = words.access[access]
  return (
    <ConfirmDialog
      open={account !== undefined}
      title={title}
      action={action}
      danger={access === "suspend"}
      mutation={change}
      onConfirm={() => account && change.mutate(account)}
      onClose={onClose}
    >
      <p>{effect(<strong className="breaks">{account?.email}</strong>)}</p>
    </ConfirmDialog>
  )
}
