/** The dialog that changes the role of a person. */
import type { Person } from "@rcpt/api/People"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { accountQuery } from "../api/account.ts"
import type { Role } from "../api/roleLacks.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { words } from "../words/people.tsx"
import { phrases } from "../words/phrases.tsx"
import { changeRole, peopleQuery } from "./peopleQueries.ts"
import { roleChoices } from "./roleWords.ts"

const { role: said } = words

interface RoleFormProps {
  readonly person: Person
  readonly onClose: () => void
}

const RoleForm = ({ person, onClose }: RoleFormProps) => {
  const [role, setRole] = useState<Role>(person.role)
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: changeRole,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
      onClose()
    }
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate({ id: person.id, role })
      }}
    >
      <p className="breaks">{said.keeps(person.email)}</p>
      <RadioGroup legend={said.legend} choices={roleChoices} value={role} onChoose={setRole} />
      {error && <ErrorNotice error={error} />}
      <div className="row form-actions">
        <Button onClick={onClose}>{phrases.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {said.save}
        </Button>
      </div>
    </form>
  )
}

interface RoleDialogProps {
  readonly person: Person | undefined
  readonly onClose: () => void
}

export const RoleDialog = ({ person, onClose }: RoleDialogProps) => (
  <Dialog open={person !== undefined} title={said.title} onClose={onClose}>
    {person && <RoleForm person={person} onClose={onClose} />}
  </Dialog>
)
