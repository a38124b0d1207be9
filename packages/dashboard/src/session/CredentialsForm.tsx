/** The form with email and password, for signing in and signing up. */
import type { Credentials } from "@rcpt/api/Session"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { ComponentProps } from "react"

import { fieldError } from "../api/fieldError.ts"
import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"

export interface CredentialsFormProps {
  readonly send: (credentials: Credentials) => Promise<unknown>
  readonly onDone: () => void
  /** The text of the button. */
  readonly action: string
  /** `autoComplete` tells the browser whether it is a current or a new password. */
  readonly password: Pick<ComponentProps<typeof Input>, "autoComplete" | "hint" | "minLength">
  /** Replaces the usual sentence for an error. */
  readonly sentenceFor?: (error: unknown) => string
}

export const CredentialsForm = ({
  send,
  onDone,
  action,
  password: passwordInput,
  sentenceFor
}: CredentialsFormProps) => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    meta: { mayBeSignedOut: true },
    onSuccess: onDone
  })
  const passwordError = fieldError(error, "password", "The password")
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate({ email, password })
      }}
    >
      {error && passwordError === undefined && (
        <ErrorNotice error={error} {...(sentenceFor && { sentence: sentenceFor(error) })} />
      )}
      <Input
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Input
        label="Password"
        type="password"
        name="password"
        error={passwordError}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...passwordInput}
      />
      <Button type="submit" variant="primary" pending={isPending}>
        {action}
      </Button>
    </form>
  )
}
