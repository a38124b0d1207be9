/** The card of the first steps, which is shown until all are done or it is hidden. */
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"

import { useAccount } from "../api/account.ts"
import { overviewQuery } from "../api/overview.ts"
import { recall, remember } from "../api/remembered.ts"
import { sandboxAddress } from "../api/sandbox.ts"
import { keysQuery } from "../keys/keyQueries.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { Icon } from "../parts/Icon.tsx"
import { usageQuery } from "../usage/usageQuery.ts"
import { useChecks } from "../verify/useChecks.ts"
import { requestPath } from "../verify/verifyRequest.ts"
import { words } from "../words/overview.tsx"

const { checklist: said } = words

interface Step {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly href: string
  readonly isDone: boolean
}

interface Facts {
  readonly hasChecked: boolean
  readonly hasList: boolean
  readonly hasKey: boolean
  readonly hasWebhook: boolean
}

const stepsOf = ({ hasChecked, hasList, hasKey, hasWebhook }: Facts): ReadonlyArray<Step> => [
  {
    ...said.check,
    href: requestPath({ email: sandboxAddress("valid"), mode: "fast" }),
    isDone: hasChecked
  },
  {
    ...said.list,
    href: "/bulk",
    isDone: hasList
  },
  {
    ...said.key,
    href: "/keys",
    isDone: hasKey
  },
  {
    ...said.webhook,
    href: "/webhooks",
    isDone: hasWebhook
  }
]

interface ChecklistState {
  /** Undefined if the card is hidden, all steps are done, or they are not known yet. */
  readonly steps: ReadonlyArray<Step> | undefined
  readonly isPending: boolean
  readonly hide: () => void
}

const hidden = "hidden"
const checked = "checked"

/**
 * The first steps of an account, done once the service has seen them. The service counts no check of a
 * sandbox address, so this browser remembers it.
 */
export const useChecklist = (): ChecklistState => {
  const { data: account } = useAccount()
  const { data: overview } = useQuery(overviewQuery)
  const usage = useQuery(usageQuery)
  const keys = useQuery(keysQuery)
  const { checks } = useChecks()
  const [isHidden, setHidden] = useState(false)
  const email = account?.email ?? ""
  const has = (what: string): boolean => recall(`${what} ${email}`) !== undefined
  const hasChecked = checks.some(({ result }) => result !== undefined)
  useEffect(() => {
    if (hasChecked && email !== "") remember(`${checked} ${email}`, "yes")
  }, [hasChecked, email])
  const hide = (): void => {
    remember(`${hidden} ${email}`, "yes")
    setHidden(true)
  }
  const isPending = account === undefined || usage.isPending || keys.isPending
  if (isPending || isHidden || has(hidden) || !usage.data || !keys.data)
    return { steps: undefined, isPending, hide }
  const steps = stepsOf({
    hasChecked:
      hasChecked ||
      has(checked) ||
      usage.data.some(({ single_checks, api_checks }) => single_checks + api_checks > 0),
    hasList:
      usage.data.some(({ bulk_checks }) => bulk_checks > 0) || (overview?.jobs.length ?? 0) > 0,
    hasKey: keys.data.length > 0,
    hasWebhook: account.webhook_url !== undefined
  })
  const isComplete = steps.every(({ isDone }) => isDone)
  return { steps: isComplete ? undefined : steps, isPending, hide }
}

interface ChecklistProps {
  readonly steps: ReadonlyArray<Step>
  readonly onHide: () => void
}

const Item = ({ step: { title, text, action, href, isDone } }: { readonly step: Step }) => (
  <li className={isDone ? "checklist-done" : undefined}>
    <h3>
      <span className="checklist-mark">{isDone && <Icon name="check" />}</span>
      {title}
      <span className="visually-hidden">{isDone ? said.done : said.notDone}</span>
    </h3>
    {!isDone && (
      <>
        <p className="muted">{text}</p>
        <ButtonLink small href={href}>
          {action}
        </ButtonLink>
      </>
    )}
  </li>
)

export const Checklist = ({ steps, onHide }: ChecklistProps) => (
  <Card
    title={said.title}
    lead={said.lead(steps.filter(({ isDone }) => isDone).length, steps.length)}
    actions={
      <Button small variant="quiet" onClick={onHide}>
        {said.hide}
      </Button>
    }
  >
    <ul className="checklist">
      {steps.map((step) => (
        <Item key={step.href} step={step} />
      ))}
    </ul>
  </Card>
)
