/**
 * Gives an account credits, or corrects them. The form makes one idempotency key when it opens, so a
 * second press, or a try after a lost connection, never posts twice.
 */
import type { AdminAccount, Posted } from "@rcpt/api/Admin"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { FormEvent } from "react"

import { refreshCredits } from "../api/account.ts"
import { ApiError } from "../api/ApiError.ts"
import { fieldError } from "../api/fieldError.ts"
import { newIdempotencyKey } from "../api/idempotencyKey.ts"
import { Button } from "../parts/Button.tsx"
import { Credits, creditsText } from "../parts/Credits.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Input } from "../parts/Input.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { accountsKey, postCredits } from "./adminQueries.ts"
import type { PostingKind } from "./adminQueries.ts"
import { wholeNumber } from "./wholeNumber.ts"

interface KindWords {
  readonly title: string
  readonly hint: string
  /** Of the button; `credits`: as they were typed, when that is a number. */
  readonly action: (credits: number | undefined) => string
}

const amount = (credits: number | undefined): string =>
  credits === undefined ? "credits" : creditsText(credits).replace("-", "−")

const words: Readonly<Record<PostingKind, KindWords>> = {
  grant: {
    title: "Grant credits",
    hint: "A whole number from 1.",
    action: (credits) => `Grant ${amount(credits)}`
  },
  adjust: {
    title: "Adjust credits",
    hint: "A whole number: below 0 takes off, and never more than there is.",
    action: (credits) =>
      credits !== undefined && credits < 0
        ? `Take off ${amount(-credits)}`
        : `Add ${amount(credits)}`
  }
}

/** An attempt of which no answer came had arrived, and then something else was typed. */
const reused =
  "The first attempt has arrived after all, with other credits. Close this, and look at the balance before you try again."

const PostingError = ({ error }: { readonly error: unknown }) =>
  error instanceof ApiError && error.status === 422 ? (
    <ErrorNotice error={error} sentence={reused} />
  ) : (
    <ErrorNotice error={error} />
  )

export interface Asked {
  readonly kind: PostingKind
  readonly account: AdminAccount
}

interface PostCreditsDialogProps {
  /** Undefined: it is closed. */
  readonly asked: Asked | undefined
  readonly onPosted: (posted: Posted, asked: Asked) => void
  readonly onClose: () => void
}

export const PostCreditsDialog = ({ asked, ...rest }: PostCreditsDialogProps) => (
  <Dialog
    open={asked !== undefined}
    title={asked ? words[asked.kind].title : ""}
    onClose={rest.onClose}
  >
    {asked && <PostCreditsForm asked={asked} {...rest} />}
  </Dialog>
)

interface FormProps extends PostCreditsDialogProps {
  readonly asked: Asked
}

const notWhole = "Credits must be a whole number, in digits."

const usePosting = ({ asked, onPosted }: Pick<FormProps, "asked" | "onPosted">) => {
  const [idempotencyKey] = useState(newIdempotencyKey)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (typed: { readonly credits: number; readonly reason: string }) =>
      postCredits({ ...typed, account: asked.account.id, kind: asked.kind, idempotencyKey }),
    onSuccess: async (posted) => {
      void refreshCredits()
      await queryClient.invalidateQueries({ queryKey: accountsKey })
      onPosted(posted, asked)
    }
  })
}

const PostCreditsForm = ({ asked, onPosted, onClose }: FormProps) => {
  const [typed, type] = useState({ credits: "", reason: "" })
  const [isRefused, refuse] = useState(false)
  const { mutate, isPending, error } = usePosting({ asked, onPosted })
  const credits = wholeNumber(typed.credits)
  const errors = {
    credits:
      isRefused && credits === undefined ? notWhole : fieldError(error, "credits", "Credits"),
    reason: fieldError(error, "reason", "The reason")
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    refuse(credits === undefined)
    if (!isPending && credits !== undefined) mutate({ credits, reason: typed.reason })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p className="breaks">
        <strong>{asked.account.email}</strong>
      </p>
      <Leaders
        rows={[{ label: "Available now", value: <Credits amount={asked.account.credits} /> }]}
      />
      <Input
        label="Credits"
        hint={words[asked.kind].hint}
        inputMode={asked.kind === "grant" ? "numeric" : "text"}
        autoComplete="off"
        required
        className="mono"
        error={errors.credits}
        value={typed.credits}
        onChange={(event) => type({ ...typed, credits: event.target.value })}
      />
      <Input
        label="Reason"
        hint="The account reads it in its ledger, where it stays for ever: no personal data."
        autoComplete="off"
        required
        error={errors.reason}
        value={typed.reason}
        onChange={(event) => type({ ...typed, reason: event.target.value })}
      />
      {error && !errors.credits && !errors.reason && <PostingError error={error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {words[asked.kind].action(credits)}
        </Button>
      </div>
    </form>
  )
}
