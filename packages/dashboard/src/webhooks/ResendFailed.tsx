/** Sends again all deliveries of a time that have failed, such as those while a receiver was away. */
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { whole } from "../words/numbers.ts"
import { words } from "../words/webhooks.tsx"
import { refreshWebhooks, resendFailed } from "./webhookQueries.ts"

const { resending: said } = words

const dayMillis = 86_400_000

/** As `datetime-local` has it: minutes of the user's own clock, without a zone. */
const localMinute = (millis: number): string => {
  const date = new Date(millis)
  return new Date(millis - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const outcomeOf = (resent: number, left: number): string => {
  if (resent === 0) return said.none
  const sent = said.sent(whole(resent), resent === 1)
  return left === 0 ? sent : `${sent} ${said.left(whole(left))}`
}

const RangeForm = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const [since, setSince] = useState(() => localMinute(Date.now() - dayMillis))
  const [until, setUntil] = useState("")
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      resendFailed(id, {
        since: new Date(since).toISOString(),
        ...(until !== "" && { until: new Date(until).toISOString() })
      }),
    onSuccess: refreshWebhooks
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
      <p>{said.text}</p>
      <Input
        label={said.since}
        type="datetime-local"
        required
        value={since}
        onChange={(event) => setSince(event.target.value)}
      />
      <Input
        label={said.until}
        hint={said.untilHint}
        type="datetime-local"
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
      {error && <ErrorNotice error={error} />}
      <p role="status">{data && !isPending ? outcomeOf(data.resent, data.left) : ""}</p>
      <div className="row form-actions">
        <Button onClick={onClose}>{said.close}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {said.action}
        </Button>
      </div>
    </form>
  )
}

export const ResendFailed = ({ id }: { readonly id: string }) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {said.open}
      </Button>
      <Dialog open={isOpen} title={said.title} onClose={close}>
        <RangeForm id={id} onClose={close} />
      </Dialog>
    </>
  )
}
