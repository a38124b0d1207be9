/** The dialog for the address and the role of somebody who is invited. The link is passed to `onMade`. */
import type { MadeInvitation } from "@rcpt/api/People"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import type { Role } from "../api/roleLacks.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { TextFieldForm } from "../parts/TextFieldForm.tsx"
import { invite, peopleQuery } from "./peopleQueries.ts"
import { roleChoices } from "./roleWords.ts"

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
      field={{ name: "email", subject: "The address" }}
      input={{
        label: "Email",
        type: "text",
        inputMode: "email",
        maxLength: 254,
        hint: "They will sign in with this address. No mail is sent: you get a link to hand on."
      }}
      action="Make link"
      pending={isPending}
      error={error}
      onSubmit={(email) => mutate(email)}
      otherActions={<Button onClick={onClose}>Cancel</Button>}
    >
      <RadioGroup legend="Role" choices={roleChoices} value={role} onChoose={setRole} />
    </TextFieldForm>
  )
}

export const InviteDialog = ({ open, onClose, onMade }: InviteDialogProps) => (
  <Dialog open={open} title="Invite a person" onClose={onClose}>
    <InviteForm onClose={onClose} onMade={onMade} />
  </Dialog>
)
