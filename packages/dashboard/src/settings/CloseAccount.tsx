/** Closing the account, after a question. Then there is nobody who is signed in. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"

import { signInPath } from "../api/leaveToSignIn.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { words } from "../words/settings.tsx"
import { closeAccount } from "./erasureQueries.ts"

const { closing: said } = words

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
    <Card title={said.title} lead={said.lead}>
      <div className="row">
        <Button variant="danger" onClick={() => setOpen(true)}>
          {said.open}
        </Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        title={said.question}
        action={said.action}
        danger
        mutation={closing}
        onConfirm={() => closing.mutate()}
        onClose={() => setOpen(false)}
      >
        {said.consequences}
      </ConfirmDialog>
    </Card>
  )
}
