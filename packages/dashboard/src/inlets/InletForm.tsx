/** The form for a new inlet. The service says which values it takes; its error is shown at the field. */
import type { Inlet, InletKind } from "@rcpt/api/Inlet"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"

import { fieldError } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { Select } from "../parts/Select.tsx"
import { words } from "../words/inlets.tsx"
import { phrases } from "../words/phrases.tsx"
import { makeInlet, refreshInlets } from "./inletQueries.ts"

const { form: said } = words

const kinds = (Object.keys(words.kinds) as ReadonlyArray<InletKind>).map((value) => ({
  value,
  label: words.kinds[value].label
}))

interface InletFormProps {
  readonly onMade: (inlet: Inlet) => void
  readonly onClose: () => void
}

export const InletForm = ({ onMade, onClose }: InletFormProps) => {
  const [kind, setKind] = useState<InletKind>("amazon_ses")
  const [name, setName] = useState("")
  const [key, setKey] = useState("")
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => makeInlet({ kind, name, ...(key !== "" && { signing_key: key }) }),
    onSuccess: async (inlet) => {
      await refreshInlets()
      onMade(inlet)
    }
  })
  const errors = {
    name: fieldError(error, "name", said.nameSubject),
    key: fieldError(error, "signing_key", said.keySubject)
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
      <Select label={said.kind} choices={kinds} value={kind} onChoose={setKind} />
      <Input
        label={said.name}
        hint={said.nameHint}
        autoComplete="off"
        required
        error={errors.name}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Input
        label={said.key}
        hint={words.kinds[kind].key}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.key}
        value={key}
        onChange={({ target }) => setKey(target.value)}
      />
      {error && errors.name === undefined && errors.key === undefined && (
        <ErrorNotice error={error} />
      )}
      <div className="row form-actions">
        <Button onClick={onClose}>{phrases.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {said.save}
        </Button>
      </div>
    </form>
  )
}
