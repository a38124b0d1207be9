/** Checkboxes for a choice of several, each with a hint. */
import { useId } from "react"

import { Icon } from "./Icon.tsx"

interface CheckboxChoice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
}

interface CheckboxGroupProps<Value extends string> {
  readonly legend: string
  readonly choices: ReadonlyArray<CheckboxChoice<Value>>
  readonly chosen: ReadonlyArray<Value>
  readonly error?: string | undefined
  readonly onChoose: (chosen: ReadonlyArray<Value>) => void
}

export const CheckboxGroup = <Value extends string>({
  legend,
  choices,
  chosen,
  error,
  onChoose
}: CheckboxGroupProps<Value>) => {
  const id = useId()
  const toggle = (value: Value): void =>
    onChoose(
      choices
        .map((choice) => choice.value)
        .filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one)))
    )
  return (
    <fieldset
      className="choice-group"
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>{legend}</legend>
      {choices.map(({ value, label, hint }) => (
        <div className="choice" key={value}>
          <input
            type="checkbox"
            id={`${id}-${value}`}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
            aria-describedby={hint ? `${id}-${value}-hint` : undefined}
          />
          <label htmlFor={`${id}-${value}`}>{label}</label>
          {hint && (
            <p className="field-hint" id={`${id}-${value}-hint`}>
              {hint}
            </p>
          )}
        </div>
      ))}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
