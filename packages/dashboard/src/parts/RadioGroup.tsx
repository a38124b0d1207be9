/** Radio buttons, each with a hint. */
import { useId } from "react"

import type { Choice } from "./Select.tsx"

interface RadioChoice<Value extends string> extends Choice<Value> {
  readonly hint?: string
}

interface RadioGroupProps<Value extends string> {
  readonly legend: string
  readonly choices: ReadonlyArray<RadioChoice<Value>>
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

export const RadioGroup = <Value extends string>({
  legend,
  choices,
  value,
  onChoose
}: RadioGroupProps<Value>) => {
  const id = useId()
  return (
    <fieldset className="choice-group">
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <div className="choice" key={choice.value}>
          <input
            type="radio"
            name={id}
            id={`${id}-${choice.value}`}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
            aria-describedby={choice.hint ? `${id}-${choice.value}-hint` : undefined}
          />
          <label htmlFor={`${id}-${choice.value}`}>{choice.label}</label>
          {choice.hint && (
            <p className="field-hint" id={`${id}-${choice.value}-hint`}>
              {choice.hint}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  )
}
