/** Closing the account, after a question. Then there is nobody who is signed in. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { signInPath } from "../api/leaveToSignIn.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { closeAccount } from "./erasureQueries.ts"

export const CloseAccount = () => {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const closing = useMutation({
    mutationFn: closeAccount,
    onSuccess: () => {
      navigate(signInPath)
      queryClient.clear()
    }
  })
  return (
    <Card
      title="Close account"
      lead="Closes the account permanently and erases its data. Running lists must finish or be cancelled first."
    >
      <div className="row">
        <Button variant="danger" onClick={() => setOpen(true)}>
          Close account
        </Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        title="Close this account?"
        action="Close account permanently"
        danger
        mutation={closing}
        onConfirm={() => closing.mutate()}
        onClose={() => setOpen(false)}
      >
        API keys stop working, all sessions end, and lists, results and the webhook are erased. Any
        credits left are forfeited. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}
