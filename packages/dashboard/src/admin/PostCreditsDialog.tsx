/**
 * The dialog that grants credits to an account, or adjusts them. The form creates one idempotency key when
 * it opens, so a second press, or a retry after a lost connection, never posts twice.
 */
import type { AdminAccount, Posted } from "@rcpt/api/Admin"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { FormEvent } from "react"

import { refreshCredits } from "../api/account.ts"
import { ApiError, fieldError } from "../api/ApiError.ts"
import { newIdempotencyKey } from "../api/request.ts"
import { AmountList } from "../parts/AmountList.tsx"
import { Button } from "../parts/Button.tsx"
import { Credits, creditsText } from "../parts/Credits.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { words } from "../words/admin.tsx"
import { minusSign } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"
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
 * The error of a posting. 422 means that an attempt without a response had succeeded, and that the form
 * was changed before the next one.
 */
const PostingError = ({ error }: { readonly error: unknown }) =>
  error instanceof ApiError && error.status === 422 ? (
    <ErrorNotice error={error} sentence={said.keyReused} />
  ) : (
    <ErrorNotice error={error} />
  )

export interface PostingTarget {
  readonly kind: PostingKind
  readonly account: AdminAccount
}

interface PostCreditsDialogProps {
  /** The dialog is closed while this is undefined. */
  readonly target: PostingTarget | undefined
  readonly onPosted: (posted: Posted, target: PostingTarget) => void
  readonly onClose: () => void
}

export const PostCreditsDialog = ({ target, ...rest }: PostCreditsDialogProps) => (
  <Dialog
    open={target !== undefined}
    title={target ? said[target.kind].title : ""}
    onClose={rest.onClose}
  >
    {target && <PostCreditsForm target={target} {...rest} />}
  </Dialog>
)

interface FormProps extends PostCreditsDialogProps {
  readonly target: PostingTarget
}

const usePosting = ({ target, onPosted }: Pick<FormProps, "target" | "onPosted">) => {
  const [idempotencyKey] = useState(newIdempotencyKey)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly credits: number; readonly reason: string }) =>
      postCredits({ ...body, account: target.account.id, kind: target.kind, idempotencyKey }),
    onSuccess: async (posted) => {
      void refreshCredits()
      await queryClient.invalidateQueries({ queryKey: accountsKey })
      onPosted(posted, target)
    }
  })
}

const PostCreditsForm = ({ target, onPosted, onClose }: FormProps) => {
  const [values, setValues] = useState({ credits: "", reason: "" })
  const [isRefused, setRefused] = useState(false)
  const { mutate, isPending, error } = usePosting({ target, onPosted })
  const credits = wholeNumber(values.credits)
  const errors = {
    credits:
      isRefused && credits === undefined
        ? said.notWhole
        : fieldError(error, "credits", said.creditsSubject),
    reason: fieldError(error, "reason", said.reasonSubject)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefused(credits === undefined)
    if (!isPending && credits !== undefined) mutate({ credits, reason: values.reason })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p className="breaks">
        <strong>{target.account.email}</strong>
      </p>
      <AmountList
        rows={[{ label: said.available, value: <Credits amount={target.account.credits} /> }]}
      />
      <Input
        label={said.credits}
        hint={said[target.kind].hint}
        inputMode={target.kind === "grant" ? "numeric" : "text"}
        autoComplete="off"
        required
        className="mono"
        error={errors.credits}
        value={values.credits}
        onChange={(event) => setValues({ ...values, credits: event.target.value })}
      />
      <Input
        label={said.reason}
        hint={said.reasonHint}
        autoComplete="off"
        required
        error={errors.reason}
        value={values.reason}
        onChange={(event) => setValues({ ...values, reason: event.target.value })}
      />
      {error && !errors.credits && !errors.reason && <PostingError error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{phrases.cancel}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {actionOf(target.kind, credits)}
        </Button>
      </div>
    </form>
  )
}
