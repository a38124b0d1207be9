/** The dialog for the address and the role of somebody who is invited. The link is passed to `onMade`. */
import type { MadeInvitation } from "@rcpt/api/People"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import type { Role } from "../api/roleLacks.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { TextFieldForm } from "../parts/TextFieldForm.tsx"
import { words } from "../words/people.tsx"
import { phrases } from "../words/phrases.tsx"
import { invite, peopleQuery } from "./peopleQueries.ts"
import { roleChoices } from "./roleWords.ts"

const { invitation: said } = words

interface InviteDialogProps {
  readonly open: boolean
  readonly onMade: (invitation: MadeInvitation) => void
  readonly onClose: () => void
}

const InviteForm = ({ onMade, onClose }: Omit<InviteDialogProps, "open">) => {
  const [role, setRole] = useState<Role>("member")
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (email: string) => invite({ email, role }),
    onSuccess: (made) => {
      onMade(made)
      return queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey })
    }
  })
  return (
    <TextFieldForm
      field={{ name: "email", subject: said.emailSubject }}
      input={{
        label: said.email,
        type: "text",
        inputMode: "email",
        maxLength: 254,
        hint: said.emailHint
      }}
      action={said.action}
      pending={isPending}
      error={error}
      onSubmit={(email) => mutate(email)}
      otherActions={<Button onClick={onClose}>{phrases.cancel}</Button>}
    >
      <RadioGroup legend={said.role} choices={roleChoices} value={role} onChoose={setRole} />
    </TextFieldForm>
  )
}

export const InviteDialog = ({ open, onClose, onMade }: InviteDialogProps) => (
  <Dialog open={open} title={said.title} onClose={onClose}>
    <InviteForm onClose={onClose} onMade={onMade} />
  </Dialog>
)
