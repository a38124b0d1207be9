/** The first steps, until all are done or the card is hidden. */
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { Icon } from "../parts/Icon.tsx"
import { words } from "../words/overview.tsx"
import type { Step } from "./useChecklist.ts"

const { checklist: said } = words

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
