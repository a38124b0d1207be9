/**
 * The card that erases one address from everything that the account has. It asks first, and shows a
 * receipt.
 */
import type { ClosedAccount, ErasedPlace, ErasureReceipt } from "@rcpt/api/Erasure"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"

import { fieldError, toSentence } from "../api/ApiError.ts"
import { queryClient } from "../api/queryClient.ts"
import { request } from "../api/request.ts"
import { AmountList } from "../parts/AmountList.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { Form, useFields } from "../parts/Form.tsx"
import { Input } from "../parts/Input.tsx"
import { Notice } from "../parts/Notice.tsx"
import { whole } from "../words/numbers.ts"
import { words } from "../words/settings.tsx"

const { erasure: said } = words

/** Erases an address from the account's data. */
const eraseAddress = (email: string): Promise<ErasureReceipt> =>
  request("/account/data", { method: "DELETE", query: { email } })

export const closeAccount = (): Promise<ClosedAccount> => request("/account", { method: "DELETE" })

/** The name of a place on the receipt. A newer service may have places that this page does not know. */
const placeLabel = (place: ErasedPlace): string =>
  words.erasure.places[place] ?? (place as string).replaceAll("_", " ")

const Receipt = ({ id, found, erased, kept }: ErasureReceipt) => (
  <div className="stack">
    <Notice kind={found ? "success" : "info"} live>
      {found ? said.erased : said.nothing}
    </Notice>
    {found && (
      <AmountList
        rows={erased.map(({ place, count }) => ({
          label: placeLabel(place),
          value: whole(count)
        }))}
      />
    )}
    <h3>{said.stays}</h3>
    <ul className="stack-tight muted" lang="en">
      {kept.map(({ what, why }) => (
        <li key={what}>
          {toSentence(what)} {toSentence(why)}
        </li>
      ))}
    </ul>
    {id !== null && <p className="muted">{said.receipt(<code className="breaks">{id}</code>)}</p>}
  </div>
)

export const EraseAddress = () => {
  const [asked, setAsked] = useState<string>()
  const erasing = useMutation({
    mutationFn: eraseAddress,
    onSuccess: () => {
      setAsked(undefined)
      fields.set({ email: "" })
      return queryClient.invalidateQueries()
    },
    onError: (error) => {
      if (fieldError(error, "email", "") !== undefined) setAsked(undefined)
    }
  })
  const { data, error, isPending, mutate, reset } = erasing
  const fields = useFields({ email: "" }, asked === undefined ? error : null, {
    email: said.addressSubject
  })
  const submit = () => {
    reset()
    setAsked(fields.values.email)
  }
  return (
    <Card title={said.title} lead={said.lead}>
      {data && <Receipt {...data} />}
      <Form form={{ ...fields, isPending, submit }} action={said.open}>
        <Input
          label={said.address}
          type="text"
          inputMode="email"
          maxLength={254}
          required
          {...fields.text("email")}
        />
      </Form>
      <ConfirmDialog
        open={asked !== undefined}
        title={said.question}
        action={said.action}
        danger
        mutation={erasing}
        onConfirm={() => asked !== undefined && mutate(asked)}
        onClose={() => setAsked(undefined)}
      >
        {said.consequences(<strong className="breaks">{asked}</strong>)}
      </ConfirmDialog>
    </Card>
  )
}
