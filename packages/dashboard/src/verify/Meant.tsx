/** The offer of what was probably meant, in place of a check that would be charged for a malformed address. */
import { useLocation } from "wouter"

import { handOver } from "../bulk/chosenListState.ts"
import { pastedList } from "../bulk/listFile.ts"
import { Button } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { words } from "../words/verify.tsx"
import type { Typed } from "./typed.ts"
import type { Mode, VerifyRequest } from "./verifyRequest.ts"

const { meant: said } = words

interface MeantProps {
  readonly typed: Exclude<Typed, { readonly is: "address" }>
  readonly mode: Mode
  readonly onVerify: (request: VerifyRequest) => void
  readonly onAsTyped: () => void
}

export const Meant = ({ typed, mode, onVerify, onAsTyped }: MeantProps) => {
  const [, navigate] = useLocation()
  const makeList = (emails: ReadonlyArray<string>): void => {
    const file = pastedList(emails.join("\n"), new Date())
    if (file === undefined) return
    handOver({ file, mode })
    navigate("/bulk")
  }
  const asTyped = (
    <Button variant="quiet" onClick={onAsTyped}>
      {said.asTyped}
    </Button>
  )
  if (typed.is === "several")
    return (
      <EmptyState
        picture="list"
        title={said.several(typed.emails.length)}
        action={
          <div className="row">
            <Button variant="primary" onClick={() => makeList(typed.emails)}>
              {said.makeList}
            </Button>
            {asTyped}
          </div>
        }
      >
        {said.severalText}
      </EmptyState>
    )
  const { email } = typed
  return (
    <EmptyState
      picture="check"
      title={said.one}
      action={
        <div className="row">
          <Button variant="primary" onClick={() => onVerify({ email, mode })}>
            {said.verify}
          </Button>
          {asTyped}
        </div>
      }
    >
      {said.oneText(<b className="breaks">{email}</b>)}
    </EmptyState>
  )
}
