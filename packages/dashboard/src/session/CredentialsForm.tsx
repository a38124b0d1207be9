/** The form with email and password, for signing in and signing up. */
import type { codeNeededSentence } from "@rcpt/api/Problem"
import type { Credentials } from "@rcpt/api/Session"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { ComponentProps, ReactNode } from "react"

import { ApiError, fieldError } from "../api/ApiError.ts"
import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { words } from "../words/session.tsx"

interface CredentialsFormProps<A> {
  readonly send: (credentials: Credentials) => Promise<A>
  readonly onDone: (answer: A, credentials: Credentials) => void
  /** The text of the button. */
  readonly action: string
  /** `autoComplete` tells the browser whether it is a current or a new password. */
  readonly password: Pick<ComponentProps<typeof Input>, "autoComplete" | "hint" | "minLength">
  /** Is shown nowhere in the form, but password managers need it. */
  readonly knownEmail?: string
  /** Called with the email while it is typed. */
  readonly onEmail?: (email: string) => void
  /** Replaces the usual sentence for an error. */
  readonly sentenceFor?: (error: unknown) => string
  /** Replaces the usual notice of an error, where it returns something. */
  readonly noticeFor?: (error: unknown, credentials: Credentials) => ReactNode
}

const codeNeeded: typeof codeNeededSentence = "a code of your authenticator app is needed"

/** Whether the password is right, and the account has a second factor. */
const isCodeNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.message === codeNeeded

interface CodeInputProps {
  readonly code: string
  readonly onChange: (code: string) => void
}

const CodeInput = ({ code, onChange }: CodeInputProps) => (
  <Input
    label={words.code}
    name="code"
    autoComplete="one-time-code"
    hint={words.codeHint}
    required
    value={code}
    onChange={(event) => onChange(event.target.value)}
  />
)

export const CredentialsForm = <A,>({
  send,
  onDone,
  action,
  password: passwordInput,
  knownEmail,
  onEmail,
  sentenceFor,
  noticeFor
}: CredentialsFormProps<A>) => {
  const [email, setEmail] = useState(knownEmail ?? "")
  const [password, setPassword] = useState("")
  // Undefined until a code is asked for.
  const [code, setCode] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    meta: { mayBeSignedOut: true },
    onSuccess: onDone,
    onError: (failed) => {
      if (isCodeNeeded(failed)) setCode("")
    }
  })
  const passwordError = fieldError(error, "password", words.passwordSubject)
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate({ email, password, ...(code !== undefined && { code }) })
      }}
    >
      {error &&
        passwordError === undefined &&
        !isCodeNeeded(error) &&
        (noticeFor?.(error, { email, password }) ?? (
          <ErrorNotice error={error} {...(sentenceFor && { sentence: sentenceFor(error) })} />
        ))}
      {knownEmail === undefined ? (
        <Input
          label={words.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            onEmail?.(event.target.value)
          }}
        />
      ) : (
        <input hidden type="email" name="email" autoComplete="username" readOnly value={email} />
      )}
      <Input
        label={words.password}
        type="password"
        name="password"
        error={passwordError}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...passwordInput}
      />
      {code !== undefined && <CodeInput code={code} onChange={setCode} />}
      <Button type="submit" variant="primary" pending={isPending}>
        {action}
      </Button>
    </form>
  )
}
