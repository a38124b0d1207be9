/** The form for a new rule. The service says which values it takes; its error is shown at the field. */
import type { NewRule } from "@rcpt/api/Rules"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"

import { fieldError } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { CheckboxGroup } from "../parts/CheckboxGroup.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { Select } from "../parts/Select.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/rules.tsx"
import { addRule, refreshRules } from "./ruleQueries.ts"

const { form: said } = words

type Match = NewRule["match"]

const empty = { action: "block", match: "domain", value: "", below: false, note: "" } as const

interface Fields {
  readonly action: NewRule["action"]
  readonly match: Match
  readonly value: string
  /** Whether names below the value are meant too. */
  readonly below: boolean
  readonly note: string
}

const matchChoices = (Object.keys(words.matches) as ReadonlyArray<Match>).map((value) => ({
  value,
  label: words.matches[value].label
}))

/** Names of DNS, which may have names below them. */
const isName = (match: Match): boolean => match === "domain" || match === "mail_host"

const ruleOf = ({ below, ...rule }: Fields): NewRule => ({
  ...rule,
  ...(below && isName(rule.match) && { subdomains: true })
})

interface InputsProps {
  readonly fields: Fields
  readonly error: unknown
  readonly onChange: (change: Partial<Fields>) => void
}

const Inputs = ({
  fields: { action, match, value, below, note },
  error,
  onChange
}: InputsProps) => (
  <>
    <RadioGroup
      legend={said.action}
      choices={[
        { value: "block", label: words.actions.block, hint: said.blockHint },
        { value: "allow", label: words.actions.allow, hint: said.allowHint }
      ]}
      value={action}
      onChoose={(action) => onChange({ action })}
    />
    <Select
      label={said.match}
      choices={matchChoices}
      value={match}
      onChoose={(match) => onChange({ match })}
    />
    <Input
      label={said.value}
      hint={words.matches[match].hint}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      required
      error={fieldError(error, "value", said.valueSubject)}
      value={value}
      onChange={({ target }) => onChange({ value: target.value })}
    />
    {isName(match) && (
      <CheckboxGroup
        legend={said.reach}
        choices={[{ value: "below", label: said.below }]}
        chosen={below ? ["below"] : []}
        onChoose={(chosen) => onChange({ below: chosen.length > 0 })}
      />
    )}
    <Input
      label={said.note}
      autoComplete="off"
      error={fieldError(error, "note", said.noteSubject)}
      value={note}
      onChange={({ target }) => onChange({ note: target.value })}
    />
  </>
)

interface RuleFormProps {
  readonly onAdded: () => void
  readonly onClose: () => void
}

export const RuleForm = ({ onAdded, onClose }: RuleFormProps) => {
  const [fields, setFields] = useState<Fields>(empty)
  const { mutate, isPending, error } = useMutation({
    mutationFn: addRule,
    onSuccess: async () => {
      await refreshRules()
      onAdded()
    }
  })
  const isAtField = ["value", "note"].some((name) => fieldError(error, name, "") !== undefined)
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate(ruleOf(fields))
      }}
    >
      <Inputs
        fields={fields}
        error={error}
        onChange={(change) => setFields({ ...fields, ...change })}
      />
      {error && !isAtField && <ErrorNotice error={error} />}
      <div className="row form-actions">
        <Button onClick={onClose}>{phrases.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {said.save}
        </Button>
      </div>
    </form>
  )
}
