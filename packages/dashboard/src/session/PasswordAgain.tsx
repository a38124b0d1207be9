/** The dialog that asks for the password before a change that needs it, and then lets the change go on. */
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"

import { ApiError, sentenceOf } from "../api/ApiError.ts"
import { usePasswordQuestion } from "../api/passwordAgain.ts"
import { confirmPassword } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/session.tsx"

interface PasswordFormProps {
  readonly onAnswer: (isEntered: boolean) => void
}

/** Whether the password is wrong (403). The error is shown at the field. */
const isWrong = (error: unknown): boolean => error instanceof ApiError && error.status === 403

const PasswordForm = ({ onAnswer }: PasswordFormProps) => {
  const [password, setPassword] = useState("")
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => confirmPassword({ password }),
    onSuccess: () => onAnswer(true)
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
      <p>{words.again.why}</p>
      <Input
        label={words.password}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isWrong(error) ? sentenceOf(error) : undefined}
      />
      {error && !isWrong(error) && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        <Button onClick={() => onAnswer(false)}>{phrases.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {words.again.action}
        </Button>
      </div>
    </form>
  )
}

export const PasswordAgain = () => {
  const question = usePasswordQuestion()
  return (
    <Dialog
      open={question !== undefined}
      title={words.again.title}
      onClose={() => question?.answer(false)}
    >
      {question && <PasswordForm onAnswer={question.answer} />}
    </Dialog>
  )
}
