/** The question before a person is removed. Whoever removes themselves is signed out. */
import type { Person } from "@rcpt/api/People"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useLocation } from "wouter"

import { signInPath } from "../api/leaveToSignIn.ts"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { words } from "../words/people.tsx"
import { peopleQuery, removePerson } from "./peopleQueries.ts"

const { removal: said } = words

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
      title={person?.current ? said.leaveTitle : said.title}
      action={person?.current ? said.leaveAction : said.action}
      danger
      mutation={removal}
      onConfirm={() => person && removal.mutate(person)}
      onClose={onClose}
    >
      {said.consequences(<strong className="breaks">{person?.email}</strong>)}
    </ConfirmDialog>
  )
}
