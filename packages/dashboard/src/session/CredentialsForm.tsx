/** An address and a password, for whoever has an account and for whoever opens one. */
import type { Credentials } from "@rcpt/api/Session"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { ComponentProps } from "react"

import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"

export interface CredentialsFormProps {
  readonly send: (credentials: Credentials) => Promise<unknown>
  readonly onDone: () => void
  /** What the button says. */
  readonly action: string
  /** Whether the password is a known one or a new one, for the browser; and what is asked of it. */
  readonly password: Pick<ComponentProps<typeof Input>, "autoComplete" | "hint" | "minLength">
  /** In place of the service's own sentence about an error. */
  readonly sentenceFor?: (error: unknown) => string
}

export const CredentialsForm = ({
  send,
  onDone,
  action,
  password: asked,
  sentenceFor
}: CredentialsFormProps) => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    meta: { mayBeSignedOut: true },
    onSuccess: onDone
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate({ email, password })
      }}
    >
      {error && (
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
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...asked}
      />
      <Button type="submit" variant="primary" pending={isPending}>
        {action}
      </Button>
    </form>
  )
}
