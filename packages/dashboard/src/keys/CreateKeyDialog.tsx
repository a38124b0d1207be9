/** Asks for the name of a new key and what it may do. Whoever opened it gets the key itself. */
import type { IssuedKey } from "@rcpt/api/Keys"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { useAccount } from "../api/account.ts"
import { fieldError } from "../api/fieldError.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { accessChoices, accessRows } from "./access.ts"
import type { Access } from "./access.ts"
import { createKey, keysQuery } from "./keyQueries.ts"

interface CreateKeyDialogProps {
  readonly open: boolean
  readonly onCreated: (issued: IssuedKey) => void
  readonly onClose: () => void
}

export const CreateKeyDialog = ({ open, onClose, onCreated }: CreateKeyDialogProps) => (
  <Dialog open={open} title="Create an API key" onClose={onClose}>
    <CreateKeyForm onClose={onClose} onCreated={onCreated} />
  </Dialog>
)

/** A key has what its account has; of an owner's that is more than most programs need. */
const forOwners = "And the administration of the service: this account owns it."

const choicesFor = (isAdmin: boolean) =>
  accessChoices.map((value) => {
    const { word, means } = accessRows[value]
    return {
      value,
      label: word,
      hint: value === "full" && isAdmin ? `${means} ${forOwners}` : means
    }
  })

const CreateKeyForm = ({ onClose, onCreated }: Omit<CreateKeyDialogProps, "open">) => {
  const [name, setName] = useState("")
  const [access, choose] = useState<Access>("full")
  const queryClient = useQueryClient()
  const { data: account } = useAccount()
  const choices = choicesFor(account?.is_admin === true)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => createKey({ name, scopes: accessRows[access].scopes }),
    onSuccess: (issued) => {
      onCreated(issued)
      return queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
    }
  })
  const nameError = fieldError(error, "name", "The name")
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
      <Input
        label="Name"
        hint="The program that will use it: you will know by it what to revoke."
        autoComplete="off"
        required
        error={nameError}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <RadioGroup legend="Access" choices={choices} value={access} onChoose={choose} />
      {error && nameError === undefined && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          Create key
        </Button>
      </div>
    </form>
  )
}
