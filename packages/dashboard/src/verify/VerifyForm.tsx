/** One box, how thoroughly, and what it costs. What is typed is asked only by the button or Enter. */
import { useState } from "react"
import type { FormEvent } from "react"

import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { DeepNotice } from "./DeepNotice.tsx"
import { priceOf } from "./price.ts"
import { isSame, questionPath } from "./Question.ts"
import type { Mode, Question } from "./Question.ts"

interface VerifyFormProps {
  /** Of the URL. */
  readonly asked: Question
  readonly isPending: boolean
  /** About the address that was asked, from the service. */
  readonly error: string | undefined
  readonly onVerify: (question: Question) => void
}

const modes: ReadonlyArray<{ value: Mode; label: string; hint: string }> = [
  {
    value: "fast",
    label: "Fast",
    hint: "Spelling, DNS, lists and records, in a moment. The mail server is not contacted."
  },
  {
    value: "deep",
    label: "Deep",
    hint: "Also asks the recipient's mail server, without sending mail. Takes seconds, or longer."
  }
]

/** What is being typed; another URL (Back, a link) puts its own in place of it. */
const useDraft = (asked: Question) => {
  const path = questionPath(asked)
  const [draft, setDraft] = useState({ ...asked, path })
  if (draft.path !== path) setDraft({ ...asked, path })
  const change = (changed: Partial<Question>): void => setDraft({ ...draft, ...changed })
  return [draft, change] as const
}

export const VerifyForm = ({ asked, isPending, error, onVerify }: VerifyFormProps) => {
  const [{ email, mode }, change] = useDraft(asked)
  const [isBlank, setBlank] = useState(false)
  const question = { email: email.trim(), mode }
  const isAsked = isSame(question, asked)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBlank(question.email === "")
    if (question.email !== "" && !(isAsked && isPending)) onVerify(question)
  }
  return (
    <form className="card verify-form" onSubmit={submit} noValidate aria-label="Verify an address">
      <Input
        label="Email address"
        name="address"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="name@example.com"
        value={email}
        error={isBlank ? "Type an address first." : isAsked ? error : undefined}
        onChange={(event) => {
          setBlank(false)
          change({ email: event.target.value })
        }}
      />
      <RadioGroup
        legend="Mode"
        choices={modes}
        value={mode}
        onChoose={(mode) => change({ mode })}
      />
      {mode === "deep" && <DeepNotice />}
      <div className="verify-submit">
        <Button type="submit" variant="primary" pending={isAsked && isPending}>
          Verify
        </Button>
        <p className="muted" aria-live="polite">
          <strong>Cost:</strong> {priceOf(question)}
        </p>
      </div>
    </form>
  )
}
