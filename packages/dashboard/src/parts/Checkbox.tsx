/** Yes or no, with its label beside it. */
import { useId } from "react"
import type { InputHTMLAttributes, ReactNode } from "react"

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  readonly label: string
  readonly hint?: ReactNode
}

export const Checkbox = ({ label, hint, ...rest }: CheckboxProps) => {
  const id = useId()
  return (
    <div className="choice">
      <input {...rest} type="checkbox" id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
