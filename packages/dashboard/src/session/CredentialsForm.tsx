/** The form with email and password, for signing in and signing up. */
import type { Credentials } from "@rcpt/api/Session"
import type { ReactNode } from "react"

import { ApiError } from "../api/ApiError.ts"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { words } from "../words/session.tsx"
import type { currentPassword, newPassword } from "./passwordInputs.ts"

interface CredentialsFormProps<A> {
  readonly send: (credentials: Credentials) => Promise<A>
  readonly onDone: (answer: A, credentials: Credentials) => void
  /** The text of the button. */
  readonly action: string
  readonly password: typeof currentPassword | typeof newPassword
  /** Is shown nowhere in the form, but password managers need it. */
  readonly knownEmail?: string
  /** Called with the email while it is typed. */
  readonly onEmail?: (email: string) => void
  /** Replaces the usual sentence for an error. */
  readonly sentenceFor?: (error: unknown) => string
  /** Replaces the usual notice of an error, where it returns something. */
  readonly noticeFor?: (error: unknown, credentials: Credentials) => ReactNode
}

/** Whether the password is right, and the account has a second factor. */
const isCodeNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "code_needed"

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
  const form = useForm({
    initial: { email: knownEmail ?? "", password: "", code: "", isCodeAsked: false },
    problems: { password: words.passwordSubject },
    send: ({ email, password, code, isCodeAsked }) =>
      send({ email, password, ...(isCodeAsked && { code }) }).catch((error) => {
        if (isCodeNeeded(error)) form.set({ code: "", isCodeAsked: true })
        throw error
      }),
    meta: { mayBeSignedOut: true },
    onDone: (answer, { email, password }) => onDone(answer, { email, password })
  })
  const notice = (error: unknown) =>
    isCodeNeeded(error)
      ? null
      : (noticeFor?.(error, form.values) ?? (
          <ErrorNotice error={error} {...(sentenceFor && { sentence: sentenceFor(error) })} />
        ))
  const email = form.text("email")
  return (
    <Form form={form} action={action} wide noticeFor={notice}>
      {knownEmail === undefined ? (
        <Input
          label={words.email}
          type="email"
          name="email"
          required
          {...email}
          autoComplete="username"
          onChange={(event) => {
            email.onChange(event)
            onEmail?.(event.target.value)
          }}
        />
      ) : (
        <input
          hidden
          type="email"
          name="email"
          autoComplete="username"
          readOnly
          value={email.value}
        />
      )}
      <Input label={words.password} {...form.text("password")} {...passwordInput} />
      {form.values.isCodeAsked && (
        <Input
          label={words.code}
          name="code"
          hint={words.codeHint}
          required
          {...form.text("code")}
          autoComplete="one-time-code"
        />
      )}
    </Form>
  )
}
