/** The form for a new rule. The service says which values it takes; its error is shown at the field. */
import type { NewRule } from "@rcpt/api/Rules"

import { CheckboxGroup } from "../parts/CheckboxGroup.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { Select } from "../parts/Select.tsx"
import { words } from "../words/rules.tsx"
import { addRule, refreshRules } from "./ruleQueries.ts"

const { form: said } = words

type Match = NewRule["match"]

interface Fields {
  readonly action: NewRule["action"]
  readonly match: Match
  readonly value: string
  /** Whether names below the value are meant too. */
  readonly below: boolean
  readonly note: string
}

const empty: Fields = { action: "block", match: "domain", value: "", below: false, note: "" }

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

interface RuleFormProps {
  readonly onAdded: () => void
  readonly onClose: () => void
}

export const RuleForm = ({ onAdded, onClose }: RuleFormProps) => {
  const form = useForm({
    initial: empty,
    problems: { value: said.valueSubject, note: said.noteSubject },
    send: (fields) => addRule(ruleOf(fields)),
    onDone: async () => {
      await refreshRules()
      onAdded()
    }
  })
  const { match } = form.values
  return (
    <Form form={form} action={said.save} onCancel={onClose}>
      <RadioGroup
        legend={said.action}
        choices={[
          { value: "block", label: words.actions.block, hint: said.blockHint },
          { value: "allow", label: words.actions.allow, hint: said.allowHint }
        ]}
        {...form.choice("action")}
      />
      <Select label={said.match} choices={matchChoices} {...form.choice("match")} />
      <Input
        label={said.value}
        hint={words.matches[match].hint}
        required
        {...form.verbatim("value")}
      />
      {isName(match) && (
        <CheckboxGroup
          legend={said.reach}
          choices={[{ value: "below", label: said.below }]}
          {...form.flag("below")}
        />
      )}
      <Input label={said.note} {...form.text("note")} />
    </Form>
  )
}
