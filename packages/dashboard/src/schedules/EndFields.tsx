/** The fields of a source or a sink: its kind, and what that kind needs. */
import type { ScheduleSinkRequest, ScheduleSourceRequest } from "@rcpt/api/Schedule"
import type { ReactNode } from "react"

import { Checkbox } from "../parts/Checkbox.tsx"
import { Field } from "../parts/Field.tsx"
import { Input } from "../parts/Input.tsx"
import { Select } from "../parts/Select.tsx"
import type { KindWords } from "../words/schedules.tsx"

/** What a person has typed. A checkbox is `true` or empty. */
export interface End<Kind extends string> {
  readonly kind: Kind
  readonly values: Readonly<Record<string, string>>
  readonly secret: string
}

const longFields = ["query", "statement"]
const switches = ["blocklist"]
const numbers = ["lists"]
const optional = ["email_column", "key_column"]

const valueOf = (name: string, text: string): unknown => {
  if (switches.includes(name)) return text === "true"
  return numbers.includes(name)
    ? text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number)
    : text
}

/** The source or sink for the API. What the kind does not have, or is empty, is left out. */
export const requestOf = <Request extends ScheduleSourceRequest | ScheduleSinkRequest>(
  { kind, values, secret }: End<Request["kind"]>,
  { fields, secret: takesSecret }: KindWords
): Request =>
  ({
    kind,
    ...Object.fromEntries(
      Object.keys(fields).flatMap((name) => {
        const text = values[name]?.trim() ?? ""
        return text === "" && !switches.includes(name) ? [] : [[name, valueOf(name, text)]]
      })
    ),
    ...(takesSecret && secret !== "" && { secret })
  }) as Request

interface EndFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One setting of a kind. */
const EndField = ({ name, label, hint, value, onChange }: EndFieldProps) => {
  if (switches.includes(name))
    return (
      <Checkbox isOn={value === "true"} onSwitch={(isOn) => onChange(isOn ? "true" : "")}>
        {label}
      </Checkbox>
    )
  const typed = {
    value,
    required: !optional.includes(name),
    autoCapitalize: "none",
    spellCheck: false,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(target.value)
  }
  return longFields.includes(name) ? (
    <Field label={label} hint={hint}>
      {(ids) => <textarea {...ids} {...typed} className="control" rows={3} />}
    </Field>
  ) : (
    <Input label={label} hint={hint} {...typed} autoComplete="off" />
  )
}

interface EndFieldsProps<Kind extends string> {
  readonly legend: string
  readonly kinds: Readonly<Record<Kind, KindWords>>
  readonly end: End<Kind>
  readonly onChange: (end: End<Kind>) => void
}

export const EndFields = <Kind extends string>({
  legend,
  kinds,
  end,
  onChange
}: EndFieldsProps<Kind>) => {
  const { fields, secret } = kinds[end.kind]
  const choices = (Object.keys(kinds) as Array<Kind>).map((value) => ({
    value,
    label: kinds[value].label
  }))
  return (
    <>
      <Select
        label={legend}
        choices={choices}
        value={end.kind}
        onChoose={(kind) => onChange({ ...end, kind })}
      />
      {Object.entries(fields).map(([name, texts]) => (
        <EndField
          key={name}
          name={name}
          {...texts}
          value={end.values[name] ?? ""}
          onChange={(value) => onChange({ ...end, values: { ...end.values, [name]: value } })}
        />
      ))}
      {secret && (
        <Input
          label={secret.label}
          hint={secret.hint}
          type="password"
          // A browser would else offer the person's own password.
          autoComplete="new-password"
          value={end.secret}
          onChange={({ target }) => onChange({ ...end, secret: target.value })}
        />
      )}
    </>
  )
}
