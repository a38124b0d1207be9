/** A new password, by whoever knows the one that it replaces. */
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { useAccount } from "../api/account.ts"
import { ApiError, sentenceOf } from "../api/ApiError.ts"
import { changePassword, sessionsQuery } from "../api/session.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { passwordHint, passwordMin } from "../session/newPassword.ts"

const none = { current: "", next: "" }

/** 403: the one that should be known is not. It is said at its field. */
const isWrongCurrent = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403

interface FormProps {
  readonly typed: typeof none
  readonly type: (typed: typeof none) => void
  readonly email: string
  readonly error: unknown
  readonly pending: boolean
}

const Fields = ({ typed, type, email, error, pending }: FormProps) => (
  <>
    {/* For password managers, which want to know whose password it is. */}
    <input hidden type="email" name="email" autoComplete="username" readOnly value={email} />
    <Input
      label="Current password"
      type="password"
      name="current-password"
      autoComplete="current-password"
      required
      error={isWrongCurrent(error) ? sentenceOf(error) : undefined}
      value={typed.current}
      onChange={(event) => type({ ...typed, current: event.target.value })}
    />
    <Input
      label="New password"
      type="password"
      name="new-password"
      autoComplete="new-password"
      hint={passwordHint}
      required
      minLength={passwordMin}
      value={typed.next}
      onChange={(event) => type({ ...typed, next: event.target.value })}
    />
    <div className="row">
      <Button type="submit" variant="primary" pending={pending}>
        Change password
      </Button>
    </div>
  </>
)

export const ChangePassword = () => {
  const [typed, type] = useState(none)
  const queryClient = useQueryClient()
  const { data: account } = useAccount()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => changePassword({ current: typed.current, new: typed.next }),
    onSuccess: () => {
      type(none)
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    }
  })
  return (
    <Card title="Password" lead="A new password signs all other sessions out. API keys stay.">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) mutate()
        }}
      >
        {isSuccess && (
          <Notice kind="success" live>
            The password is changed, and all other sessions have ended.
          </Notice>
        )}
        {error && !isWrongCurrent(error) && <ErrorNotice error={error} />}
        <Fields
          typed={typed}
          type={type}
          email={account?.email ?? ""}
          error={error}
          pending={isPending}
        />
      </form>
    </Card>
  )
}
