/** Sends again all deliveries of a time that have failed, such as those while a receiver was away. */
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Input } from "../parts/Input.tsx"
import { ErrorNotice } from "../parts/Notice.tsx"
import { refreshWebhooks, resendFailed } from "./webhookQueries.ts"

const dayMillis = 86_400_000

/** As `datetime-local` has it: minutes of the user's own clock, without a zone. */
const localMinute = (millis: number): string => {
  const date = new Date(millis)
  return new Date(millis - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const count = new Intl.NumberFormat("en")

const outcomeOf = (resent: number, left: number): string => {
  if (resent === 0) return "No delivery of this time has failed."
  const sent = `${count.format(resent)} ${resent === 1 ? "delivery is" : "deliveries are"} sent again.`
  return left === 0 ? sent : `${sent} ${count.format(left)} are left: resend once more.`
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
      <p>All that have failed are sent again, in the order in which they happened.</p>
      <Input
        label="Since"
        type="datetime-local"
        required
        value={since}
        onChange={(event) => setSince(event.target.value)}
      />
      <Input
        label="Until (optional)"
        hint="Left empty: until now."
        type="datetime-local"
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
      {error && <ErrorNotice error={error} />}
      <p role="status">{data && !isPending ? outcomeOf(data.resent, data.left) : ""}</p>
      <div className="row form-actions">
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          Resend
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
        Resend failed
      </Button>
      <Dialog open={isOpen} title="Resend failed deliveries" onClose={close}>
        <RangeForm id={id} onClose={close} />
      </Dialog>
    </>
  )
}
