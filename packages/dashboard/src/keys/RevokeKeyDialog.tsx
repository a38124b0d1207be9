/** Asks before a key is revoked: what stops working by it, and whether something uses it still. */
import type { Key } from "@rcpt/api/Keys"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { keysQuery, revokeKey } from "./keyQueries.ts"

interface RevokeKeyDialogProps {
  /** Undefined: it is closed. */
  readonly revoking: Key | undefined
  readonly onRevoked: (key: Key) => void
  readonly onClose: () => void
}

const Consequences = ({ revoking: { name, last4, last_used_at } }: { readonly revoking: Key }) => (
  <div className="stack-tight">
    <p>
      <strong className="breaks">{name}</strong> (ends in <code>{last4}</code>) stops working at
      once: every request with it is answered 401. Lists that it has started go on. This cannot be
      undone.
    </p>
    <p>
      {last_used_at === null ? (
        "It was never used, up to a minute ago."
      ) : (
        <>
          It was last used <DateTime at={last_used_at} show="ago" />.
        </>
      )}
    </p>
  </div>
)

export const RevokeKeyDialog = ({ revoking, onRevoked, onClose }: RevokeKeyDialogProps) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: revokeKey,
    onSuccess: async (_message, key) => {
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
      onRevoked(key)
    }
  })
  return (
    <ConfirmDialog
      open={revoking !== undefined}
      title="Revoke this key?"
      action="Revoke key"
      danger
      pending={isPending}
      error={error}
      onConfirm={() => revoking && mutate(revoking)}
      onCancel={() => {
        onClose()
        reset()
      }}
    >
      {revoking && <Consequences revoking={revoking} />}
    </ConfirmDialog>
  )
}
