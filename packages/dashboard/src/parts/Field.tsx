/**
 * A label, a control and what is to be known about it. The control is told which ids describe it, so
 * that a hint and an error are read out with it.
 */
import { useId } from "react"
import type { ReactNode } from "react"

import { Icon } from "./Icon.tsx"

export interface FieldWords {
  readonly label: string
  readonly hint?: ReactNode
  /** Said in place of nothing: the control is marked as wrong, too. */
  readonly error?: string | undefined
}

export interface ControlIds {
  readonly id: string
  readonly "aria-describedby": string | undefined
  readonly "aria-invalid": true | undefined
}

interface FieldProps extends FieldWords {
  readonly children: (ids: ControlIds) => ReactNode
}

export const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error === undefined ? undefined : true
      })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      )}
    </div>
  )
}
