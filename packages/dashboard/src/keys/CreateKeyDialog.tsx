/** The dialog for the name and the access of a new API key. The key itself is passed to `onCreated`. */
import type { IssuedKey } from "@rcpt/api/Keys"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { useAccount } from "../api/account.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { TextFieldForm } from "../parts/TextFieldForm.tsx"
import { words } from "../words/keys.tsx"
import { phrases } from "../words/phrases.tsx"
import { accessChoices, accessLevels } from "./access.ts"
import type { Access } from "./access.ts"
import { createKey, keysQuery } from "./keyQueries.ts"

interface CreateKeyDialogProps {
  readonly open: boolean
  readonly onCreated: (issued: IssuedKey) => void
  readonly onClose: () => void
}

export const CreateKeyDialog = ({ open, onClose, onCreated }: CreateKeyDialogProps) => (
  <Dialog open={open} title={words.creation.title} onClose={onClose}>
    <CreateKeyForm onClose={onClose} onCreated={onCreated} />
  </Dialog>
)

/** A key can do what its account can. For an owner's key that is more than most apps need. */
const choicesFor = (isAdmin: boolean) =>
  accessChoices.map((value) => {
    const { label, hint } = accessLevels[value]
    return {
      value,
      label,
      hint: value === "full" && isAdmin ? `${hint} ${words.access.ownerHint}` : hint
    }
  })

const CreateKeyForm = ({ onClose, onCreated }: Omit<CreateKeyDialogProps, "open">) => {
  const [access, setAccess] = useState<Access>("full")
  const queryClient = useQueryClient()
  const { data: account } = useAccount()
  const choices = choicesFor(account?.is_admin === true)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (name: string) => createKey({ name, scopes: accessLevels[access].scopes }),
    onSuccess: (issued) => {
      onCreated(issued)
      return queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
    }
  })
  return (
    <TextFieldForm
      field={{ name: "name", subject: words.creation.nameSubject }}
      input={{ label: words.creation.name, hint: words.creation.nameHint }}
      action={words.create}
      pending={isPending}
      error={error}
      onSubmit={(name) => mutate(name)}
      otherActions={<Button onClick={onClose}>{phrases.cancel}</Button>}
    >
      <RadioGroup
        legend={words.creation.access}
        choices={choices}
        value={access}
        onChoose={setAccess}
      />
    </TextFieldForm>
  )
}
