/** The form to change the password, which asks for the current one. */
import { passwordChars } from "@rcpt/domain/limits"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { useAccount } from "../api/account.ts"
import { ApiError, fieldError, sentenceOf } from "../api/ApiError.ts"
import { changePassword, sessionsQuery } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { passwordHint } from "../session/newPassword.ts"
import { words } from "../words/settings.tsx"

const { password: said } = words

const empty = { current: "", next: "" }

/** Whether the current password is wrong (403). The error is shown at its field. */
const isWrongCurrent = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403

const newError = (error: unknown) => fieldError(error, "new", said.nextSubject)

interface FieldsProps {
  readonly passwords: typeof empty
  readonly onChange: (passwords: typeof empty) => void
  readonly email: string
  readonly error: unknown
  readonly pending: boolean
}

const Fields = ({ passwords, onChange, email, error, pending }: FieldsProps) => (
  <>
    {/* Password managers need the user name. */}
    <input hidden type="email" name="email" autoComplete="username" readOnly value={email} />
    <Input
      label={said.current}
      type="password"
      name="current-password"
      autoComplete="current-password"
      required
      error={isWrongCurrent(error) ? sentenceOf(error) : undefined}
      value={passwords.current}
      onChange={(event) => onChange({ ...passwords, current: event.target.value })}
    />
    <Input
      label={said.next}
      type="password"
      name="new-password"
      autoComplete="new-password"
      hint={passwordHint}
      error={newError(error)}
      required
      minLength={passwordChars.min}
      value={passwords.next}
      onChange={(event) => onChange({ ...passwords, next: event.target.value })}
    />
    <div className="row">
      <Button type="submit" variant="primary" pending={pending}>
        {said.action}
      </Button>
    </div>
  </>
)

export const ChangePassword = () => {
  const [passwords, setPasswords] = useState(empty)
  const queryClient = useQueryClient()
  const { data: account } = useAccount()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => changePassword({ current: passwords.current, new: passwords.next }),
    onSuccess: () => {
      setPasswords(empty)
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    }
  })
  return (
    <Card title={said.title} lead={said.lead}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) mutate()
        }}
      >
        {isSuccess && (
          <Notice kind="success" live>
            {said.changed}
          </Notice>
        )}
        {error && !isWrongCurrent(error) && !newError(error) && <ErrorNotice error={error} />}
        <Fields
          passwords={passwords}
          onChange={setPasswords}
          email={account?.email ?? ""}
          error={error}
          pending={isPending}
        />
      </form>
    </Card>
  )
}
