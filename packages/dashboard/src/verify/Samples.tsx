/** For who has no address at hand: those of the sandbox, which answer as they are called. */
import { sandboxAddress } from "../api/sandbox.ts"
import { Button } from "../parts/Button.tsx"
import { Section } from "../parts/Card.tsx"
import type { Mode, Question } from "./Question.ts"

const samples: ReadonlyArray<readonly [localPart: string, mode: Mode, says: string]> = [
  ["valid", "fast", "nothing speaks against it"],
  ["disposable", "fast", "a throwaway provider"],
  ["did_you_mean", "fast", "a typing error"],
  ["dns_error", "fast", "DNS fails, so nobody can say"],
  ["mailbox_not_found", "deep", "the mail server knows no such mailbox"],
  ["catch_all", "deep", "the mail server accepts everybody"]
]

export const Samples = ({ onVerify }: { readonly onVerify: (question: Question) => void }) => (
  <Section
    title="Try one for free"
    lead={
      <>
        Addresses of the sandbox answer as they are called, on any day and without credits. The{" "}
        <a href="/docs">API reference</a> has all of them.
      </>
    }
  >
    <ul className="verify-samples">
      {samples.map(([localPart, mode, says]) => (
        <li key={localPart}>
          <Button
            small
            className="verify-sample"
            onClick={() => onVerify({ email: sandboxAddress(localPart), mode })}
          >
            {sandboxAddress(localPart)}
          </Button>
          <span className="muted">
            {mode === "deep" ? "Deep" : "Fast"}: {says}
          </span>
        </li>
      ))}
    </ul>
  </Section>
)
