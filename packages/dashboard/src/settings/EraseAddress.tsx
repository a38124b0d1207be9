/** Erasing one address from everything that the account has, after a question, with a receipt. */
import type { ErasureReceipt } from "@rcpt/api/Erasure"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { toSentence } from "../api/ApiError.ts"
import { fieldError } from "../api/fieldError.ts"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { Notice } from "../parts/Notice.tsx"
import { TextFieldForm } from "../parts/TextFieldForm.tsx"
import { eraseAddress, placeLabel } from "./erasureQueries.ts"

const Receipt = ({ id, found, erased, kept }: ErasureReceipt) => (
  <div className="stack">
    <Notice kind={found ? "success" : "info"} live>
      {found ? "The address is erased." : "Nothing was found."}
    </Notice>
    {found && (
      <Leaders
        rows={erased.map(({ place, count }) => ({
          label: placeLabel(place),
          value: count.toLocaleString()
        }))}
      />
    )}
    <h3>What stays</h3>
    <ul className="stack-tight muted">
      {kept.map(({ what, why }) => (
        <li key={what}>
          {toSentence(what)} {toSentence(why)}
        </li>
      ))}
    </ul>
    {id !== null && (
      <p className="muted">
        Receipt <code className="breaks">{id}</code>
      </p>
    )}
  </div>
)

export const EraseAddress = () => {
  const [asked, setAsked] = useState<string>()
  // A form that opens again is empty.
  const [forms, setForms] = useState(0)
  const queryClient = useQueryClient()
  const erasing = useMutation({
    mutationFn: eraseAddress,
    onSuccess: () => {
      setAsked(undefined)
      setForms((count) => count + 1)
      return queryClient.invalidateQueries()
    },
    onError: (error) => {
      if (fieldError(error, "email", "") !== undefined) setAsked(undefined)
    }
  })
  const { data, error, isPending, mutate, reset } = erasing
  return (
    <Card
      title="Erase an address"
      lead="Removes a person from your lists, results and stored replies, in every spelling of the address. Charges stay as they are: the ledger holds no address."
    >
      {data && <Receipt {...data} />}
      <TextFieldForm
        key={forms}
        field={{ name: "email", subject: "The address" }}
        input={{ label: "Address to erase", type: "text", inputMode: "email", maxLength: 254 }}
        action="Erase address"
        pending={isPending}
        error={asked === undefined ? error : null}
        onSubmit={(email) => {
          reset()
          setAsked(email)
        }}
      />
      <ConfirmDialog
        open={asked !== undefined}
        title="Erase this address?"
        action="Erase"
        danger
        mutation={erasing}
        onConfirm={() => asked !== undefined && mutate(asked)}
        onClose={() => setAsked(undefined)}
      >
        Rows with <strong className="breaks">{asked}</strong> lose all of their cells, names
        included. They keep their verdict and stay counted. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}
