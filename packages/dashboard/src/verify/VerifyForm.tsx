/** The form: an address, a mode, and the price. A check starts only by the button or Enter. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { FormEvent } from "react"

import { noticesQuery } from "../api/overview.ts"
import { isSandbox } from "../api/sandbox.ts"
import { Button } from "../parts/Button.tsx"
import { Input } from "../parts/Input.tsx"
import { Notice } from "../parts/Notice.tsx"
import { RadioGroup } from "../parts/RadioGroup.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/verify.tsx"
import { oneLineOf } from "./typed.ts"
import { isSameRequest, requestPath } from "./verifyRequest.ts"
import type { Mode, VerifyRequest } from "./verifyRequest.ts"

const { form: said, price } = words

/** Ids of notices about deep mode. */
const deepNotices: ReadonlySet<string> = new Set(["deep_off", "port25"])

/** A warning before a deep check is paid for, if it cannot find out more than a fast one at the moment. */
const DeepNotice = () => {
  const { data } = useQuery(noticesQuery)
  const notice = data?.notices.find((one) => one.for === "everybody" && deepNotices.has(one.id))
  return (
    notice && (
      <Notice kind="warning" title={notice.says} live>
        {notice.advice}
      </Notice>
    )
  )
}

interface VerifyFormProps {
  /** The request in the URL. */
  readonly current: VerifyRequest
  readonly isPending: boolean
  /** The service's error about the address of `current`. */
  readonly error: string | undefined
  readonly onVerify: (request: VerifyRequest) => void
}

const modes: ReadonlyArray<{ value: Mode; label: string; hint: string }> = [
  { value: "fast", label: phrases.mode.fast, hint: said.fastHint },
  { value: "deep", label: phrases.mode.deep, hint: said.deepHint }
]

/** The price that is shown before a check starts. */
const priceOf = ({ email, mode }: VerifyRequest): string =>
  isSandbox(email) ? price.sandbox : price[mode]

/** The typed request. When the URL changes (Back, a link), its request replaces the draft. */
const useDraft = (current: VerifyRequest) => {
  const path = requestPath(current)
  const [draft, setDraft] = useState({ ...current, path })
  if (draft.path !== path) setDraft({ ...current, path })
  const change = (changed: Partial<VerifyRequest>): void => setDraft({ ...draft, ...changed })
  return [draft, change] as const
}

export const VerifyForm = ({ current, isPending, error, onVerify }: VerifyFormProps) => {
  const [{ email, mode }, change] = useDraft(current)
  const [isBlank, setBlank] = useState(false)
  const request = { email: email.trim(), mode }
  const isCurrent = isSameRequest(request, current)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBlank(request.email === "")
    if (request.email !== "" && !(isCurrent && isPending)) onVerify(request)
  }
  return (
    <form className="card verify-form" onSubmit={submit} noValidate aria-label={said.label}>
      <Input
        label={said.address}
        name="address"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={said.placeholder}
        value={email}
        error={isBlank ? said.blank : isCurrent ? error : undefined}
        onChange={(event) => {
          setBlank(false)
          change({ email: event.target.value })
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData("text/plain").trim()
          if (!/[\r\n]/.test(pasted)) return
          event.preventDefault()
          change({ email: oneLineOf(pasted) })
        }}
      />
      <RadioGroup
        legend={said.mode}
        choices={modes}
        value={mode}
        onChoose={(mode) => change({ mode })}
      />
      {mode === "deep" && <DeepNotice />}
      <div className="verify-submit">
        <Button type="submit" variant="primary" pending={isCurrent && isPending}>
          {said.verify}
        </Button>
        <p className="muted" aria-live="polite">
          <strong>{said.cost}</strong> {priceOf(request)}
        </p>
      </div>
    </form>
  )
}
