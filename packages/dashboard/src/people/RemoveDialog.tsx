/** The question before a person is removed. Whoever removes themselves is signed out. */
import type { Person } from "@rcpt/api/People"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useLocation } from "wouter"

import { signInPath } from "../api/leaveToSignIn.ts"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { peopleQuery, removePerson } from "./peopleQueries.ts"

interface RemoveDialogProps {
  readonly person: Person | undefined
  readonly onClose: () => void
}

export const RemoveDialog = ({ person, onClose }: RemoveDialogProps) => {
  const [, navigate] = useLocation()
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: ({ id }: Person) => removePerson(id),
    onSuccess: async (_, { current }) => {
      if (current) {
        navigate(signInPath)
        return queryClient.clear()
      }
      await queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey })
      onClose()
    }
  })
  return (
    <ConfirmDialog
      open={person !== undefined}
      title={person?.current ? "Leave this account?" : "Remove this person?"}
      action={person?.current ? "Leave account" : "Remove person"}
      danger
      mutation={removal}
      onConfirm={() => person && removal.mutate(person)}
      onClose={onClose}
    >
      <strong className="breaks">{person?.email}</strong> is signed out everywhere at once, and the
      address, password and second factor are erased. API keys that they made keep working: revoke
      those that they know.
    </ConfirmDialog>
  )
}
