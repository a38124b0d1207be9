/**
 * A form field: a label, a control, a hint and an error. The control gets the ids of hint and error, so
 * that they are read out with it.
 */
import { useId } from "react"
import type { ReactNode } from "react"

import { Icon } from "./Icon.tsx"

export interface FieldTexts {
  readonly label: string
  readonly hint?: ReactNode
  /** The error, which also marks the control as invalid. */
  readonly error?: string | undefined
}

interface ControlIds {
  readonly id: string
  readonly "aria-describedby": string | undefined
  readonly "aria-invalid": true | undefined
}

interface FieldProps extends FieldTexts {
  readonly children: (ids: ControlIds) => ReactNode
}

export const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
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
