/** Asks before a key is revoked, with the consequences and when the key was last used. */
import type { Key } from "@rcpt/api/Keys"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { words } from "../words/keys.tsx"
import { keysQuery, revokeKey } from "./keyQueries.ts"

interface RevokeKeyDialogProps {
  /** Undefined: the dialog is closed. */
  readonly revoking: Key | undefined
  readonly onRevoked: (key: Key) => void
  readonly onClose: () => void
}

const Consequences = ({ revoking: { name, last4, last_used_at } }: { readonly revoking: Key }) => (
  <div className="stack-tight">
    <p>
      {words.revocation.stops(<strong className="breaks">{name}</strong>, <code>{last4}</code>)}
    </p>
    <p>
      {last_used_at === null
        ? words.revocation.neverUsed
        : words.revocation.lastUsed(<DateTime at={last_used_at} show="ago" />)}
    </p>
  </div>
)

export const RevokeKeyDialog = ({ revoking, onRevoked, onClose }: RevokeKeyDialogProps) => {
  const queryClient = useQueryClient()
  const revocation = useMutation({
    mutationFn: revokeKey,
    onSuccess: async (_message, key) => {
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
      onRevoked(key)
    }
  })
  return (
    <ConfirmDialog
      open={revoking !== undefined}
      title={words.revocation.title}
      action={words.revocation.action}
      danger
      mutation={revocation}
      onConfirm={() => revoking && revocation.mutate(revoking)}
      onClose={onClose}
    >
      {revoking && <Consequences revoking={revoking} />}
    </ConfirmDialog>
  )
}
