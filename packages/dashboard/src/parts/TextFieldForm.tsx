/**
 * A form with one text field. An error about the field is shown at the field, any other one below it. The
 * form holds the text, and begins with `initial` each time it opens.
 */
import { useState } from "react"
import type { ComponentProps, ReactNode } from "react"

import { fieldError } from "../api/ApiError.ts"
import { Button } from "./Button.tsx"
import { Input } from "./Input.tsx"
import { ErrorNotice } from "./Notice.tsx"

interface TextFieldFormProps {
  /** `name` is the field in the API; `subject` begins a sentence about it, as in "The name". */
  readonly field: { readonly name: string; readonly subject: string }
  readonly input: Omit<ComponentProps<typeof Input>, "error" | "value" | "onChange">
  readonly initial?: string
  /** The text of the submit button. */
  readonly action: string
  readonly pending: boolean
  readonly error: unknown
  readonly onSubmit: (text: string) => void
  /** Buttons before the submit button, such as a Cancel button. */
  readonly otherActions?: ReactNode
  /** More controls below the field. */
  readonly children?: ReactNode
}

export const TextFieldForm = ({
  field,
  input,
  initial = "",
  action,
  pending,
  error,
  onSubmit,
  otherActions,
  children
}: TextFieldFormProps) => {
  const [text, setText] = useState(initial)
  const textError = fieldError(error, field.name, field.subject)
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) onSubmit(text)
      }}
    >
      <Input
        autoComplete="off"
        required
        {...input}
        error={textError}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {children}
      {error != null && textError === undefined && <ErrorNotice error={error} />}
      <div className="row form-actions">
        {otherActions}
        <Button type="submit" variant="primary" pending={pending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
