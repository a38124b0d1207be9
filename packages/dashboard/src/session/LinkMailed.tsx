/** A note that a link was mailed, with a button that mails another one after a minute, as the service does. */
import { useMutation } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { ReactNode } from "react"

import { Button } from "../parts/Button.tsx"
import { ErrorNotice, Notice } from "../parts/Notice.tsx"
import { words } from "../words/session.tsx"

const { mailed: said } = words

/** Milliseconds. The service mails nothing sooner (`linkAgainAfter` in mail/Outbox.ts). */
const againAfter = 60_000

interface LinkMailedProps {
  /** Where the link was mailed to, and for how long it works. */
  readonly children: ReactNode
  readonly send: () => Promise<unknown>
  /** True if the last link may be older than a minute. */
  readonly isOld?: boolean
}

export const LinkMailed = ({ children, send, isOld = false }: LinkMailedProps) => {
  const [mayAsk, setMayAsk] = useState(isOld)
  const { mutate, isPending, isSuccess, error, submittedAt } = useMutation({
    mutationFn: send,
    meta: { mayBeSignedOut: true },
    onSuccess: () => setMayAsk(false)
  })
  useEffect(() => {
    if (isOld && submittedAt === 0) return undefined
    const timer = setTimeout(() => setMayAsk(true), againAfter)
    return () => clearTimeout(timer)
  }, [isOld, submittedAt])
  return (
    <div className="stack">
      <Notice kind={isOld ? "warning" : "success"} title={said.title} live>
        {isSuccess ? said.sent : children}
      </Notice>
      {error && <ErrorNotice error={error} />}
      {mayAsk ? (
        <div className="row">
          <Button pending={isPending} onClick={() => mutate()}>
            {said.again}
          </Button>
        </div>
      ) : (
        <p className="small muted">{said.later}</p>
      )}
    </div>
  )
}
