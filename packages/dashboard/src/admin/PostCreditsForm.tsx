/**
 * The form that grants credits to an account, or adjusts them. The form creates one idempotency key when
 * it opens, so a second press, or a retry after a lost connection, never posts twice.
 */
import type { AdminAccount, Posted } from "@rcpt/api/Admin"
import { useState } from "react"

import { refreshCredits } from "../api/account.ts"
import { ApiError } from "../api/ApiError.ts"
import { queryClient } from "../api/queryClient.ts"
import { newIdempotencyKey } from "../api/request.ts"
import { AmountList } from "../parts/AmountList.tsx"
import { Credits, creditsText } from "../parts/Credits.tsx"
import { Form, useForm } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { words } from "../words/admin.tsx"
import { minusSign } from "../words/numbers.ts"
import { accountsKey, postCredits } from "./adminQueries.ts"
import type { PostingKind } from "./adminQueries.ts"

const { posting: said } = words

const plain = /^\d+$/
const grouped = /^\d{1,3}(?:,\d{3})+$/

/**
 * The typed number of credits, or `undefined` if it is not a whole number. "1.000" and "1,5" mean
 * different numbers in different countries, so only digits, with or without commas between thousands, are
 * accepted.
 */
const wholeNumber = (typed: string): number | undefined => {
  const text = typed.trim().replace("−", "-")
  const sign = text.startsWith("-") ? -1 : 1
  const digits = text.replace(/^[-+]/, "")
  return plain.test(digits) || grouped.test(digits)
    ? sign * Number(digits.replaceAll(",", ""))
    : undefined
}

/** The typed number of credits as text, or "credits" until a number is typed. */
const amount = (credits: number | undefined): string =>
  credits === undefined ? said.someCredits : minusSign(creditsText(credits))

/** The text of the button that posts. */
const actionOf = (kind: PostingKind, credits: number | undefined): string =>
  kind === "adjust" && credits !== undefined && credits < 0
    ? said.remove(amount(-credits))
    : said[kind].action(amount(credits))

/**
 * The notice of a failed posting. 422 means that an attempt without a response had succeeded, and that the form
 * was changed before the next one.
 */
const noticeFor = (error: unknown) =>
  error instanceof ApiError && error.status === 422 ? (
    <ErrorNotice error={error} sentence={said.keyReused} />
  ) : (
    <ErrorNotice error={error} />
  )

interface PostCreditsFormProps {
  readonly account: AdminAccount
  readonly kind: PostingKind
  readonly onPosted: (posted: Posted) => void
  readonly onClose: () => void
}

export const PostCreditsForm = ({ account, kind, onPosted, onClose }: PostCreditsFormProps) => {
  const [idempotencyKey] = useState(newIdempotencyKey)
  const [isRefused, setRefused] = useState(false)
  const form = useForm({
    initial: { credits: "", reason: "" },
    problems: { credits: said.creditsSubject, reason: said.reasonSubject },
    send: ({ credits, reason }) =>
      postCredits({
        credits: wholeNumber(credits) ?? 0,
        reason,
        account: account.id,
        kind,
        idempotencyKey
      }),
    onDone: async (posted) => {
      void refreshCredits()
      await queryClient.invalidateQueries({ queryKey: accountsKey })
      onPosted(posted)
    }
  })
  const credits = wholeNumber(form.values.credits)
  const submit = () => {
    setRefused(credits === undefined)
    if (credits !== undefined) form.submit()
  }
  return (
    <Form
      form={{ ...form, submit }}
      action={actionOf(kind, credits)}
      onCancel={onClose}
      noticeFor={noticeFor}
    >
      <p className="breaks">
        <strong>{account.email}</strong>
      </p>
      <AmountList rows={[{ label: said.available, value: <Credits amount={account.credits} /> }]} />
      <Input
        label={said.credits}
        hint={said[kind].hint}
        inputMode={kind === "grant" ? "numeric" : "text"}
        required
        className="mono"
        {...form.text("credits")}
        {...(isRefused && credits === undefined && { error: said.notWhole })}
      />
      <Input label={said.reason} hint={said.reasonHint} required {...form.text("reason")} />
    </Form>
  )
}
