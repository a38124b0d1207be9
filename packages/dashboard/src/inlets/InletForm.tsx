/** The form for a new inlet. The service says which values it takes; its error is shown at the field. */
import type { Inlet, InletKind } from "@rcpt/api/Inlet"

import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { Select } from "../parts/Select.tsx"
import { words } from "../words/inlets.tsx"
import { makeInlet, refreshInlets } from "./inletQueries.ts"

const { form: said } = words

const kinds = (Object.keys(words.kinds) as ReadonlyArray<InletKind>).map((value) => ({
  value,
  label: words.kinds[value].label
}))

interface Fields {
  readonly kind: InletKind
  readonly name: string
  readonly signing_key: string
}

const empty: Fields = { kind: "amazon_ses", name: "", signing_key: "" }

interface InletFormProps {
  readonly onMade: (inlet: Inlet) => void
  readonly onClose: () => void
}

export const InletForm = ({ onMade, onClose }: InletFormProps) => {
  const form = useForm({
    initial: empty,
    problems: { name: said.nameSubject, signing_key: said.keySubject },
    send: ({ signing_key, ...inlet }) =>
      makeInlet({ ...inlet, ...(signing_key !== "" && { signing_key }) }),
    onDone: async (inlet) => {
      await refreshInlets()
      onMade(inlet)
    }
  })
  return (
    <Form form={form} action={said.save} onCancel={onClose}>
      <Select label={said.kind} choices={kinds} {...form.choice("kind")} />
      <Input label={said.name} hint={said.nameHint} required {...form.text("name")} />
      <Input
        label={said.key}
        hint={words.kinds[form.values.kind].key}
        {...form.verbatim("signing_key")}
      />
    </Form>
  )
}
