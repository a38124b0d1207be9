/** A drop-down list, by the browser's own `<select>`. */
import type { SelectHTMLAttributes } from "react"

import { Field } from "./Field.tsx"
import type { FieldTexts } from "./Field.tsx"

export interface Choice<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

type SelectProps<Value extends string> = FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "value"> & {
    readonly choices: ReadonlyArray<Choice<Value>>
    readonly value: Value
    readonly onChoose: (value: Value) => void
  }

export const Select = <Value extends string>({
  label,
  hint,
  error,
  choices,
  onChoose,
  className = "",
  ...rest
}: SelectProps<Value>) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => (
      <select
        {...rest}
        {...ids}
        className={`control ${className}`}
        onChange={(event) => {
          const chosen = choices.find(({ value }) => value === event.target.value)
          if (chosen) onChoose(chosen.value)
        }}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Field>
)
