/** The dialog that asks for the password before a change that needs it, and then lets the change go on. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { ApiError, sentenceOf } from "../api/ApiError.ts"
import { providerPath } from "../api/leaveToSignIn.ts"
import { usePasswordQuestion } from "../api/passwordAgain.ts"
import { confirmPassword, sessionQuery } from "../api/session.ts"
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

/** Who signed in at the provider proves there who they are, in another tab, so that nothing on this page is lost. */
const AtProvider = ({ name, onAnswer }: PasswordFormProps & { readonly name: string }) => (
  <div className="stack">
    <p>{words.again.atProvider(name)}</p>
    <p>
      <a href={providerPath({ fresh: "1" })} target="_blank" rel="noreferrer">
        {words.provider.signIn(name)}
      </a>
    </p>
    <div className="dialog-actions">
      <Button onClick={() => onAnswer(false)}>{phrases.cancel}</Button>
      <Button variant="primary" onClick={() => onAnswer(true)}>
        {words.again.action}
      </Button>
    </div>
  </div>
)

export const PasswordAgain = () => {
  const question = usePasswordQuestion()
  const provider = useQuery({ ...sessionQuery, enabled: question !== undefined }).data?.provider
  return (
    <Dialog
      open={question !== undefined}
      title={provider === undefined ? words.again.title : words.again.titleAtProvider}
      onClose={() => question?.answer(false)}
    >
      {question &&
        (provider === undefined ? (
          <PasswordForm onAnswer={question.answer} />
        ) : (
          <AtProvider name={provider} onAnswer={question.answer} />
        ))}
    </Dialog>
  )
}
