/** Sandbox addresses to try, each of which returns the result in its name. */
import { sandboxAddress } from "../api/sandbox.ts"
import { Button } from "../parts/Button.tsx"
import { Section } from "../parts/Card.tsx"
import type { Mode, VerifyRequest } from "./verifyRequest.ts"

const samples: ReadonlyArray<readonly [localPart: string, mode: Mode, result: string]> = [
  ["valid", "fast", "no problems found"],
  ["disposable", "fast", "a disposable address"],
  ["did_you_mean", "fast", "a likely typo"],
  ["dns_error", "fast", "DNS fails, so the verdict is unknown"],
  ["mailbox_not_found", "deep", "the mailbox does not exist"],
  ["catch_all", "deep", "the mail server accepts every address"]
]

export const Samples = ({ onVerify }: { readonly onVerify: (request: VerifyRequest) => void }) => (
  <Section
    title="Try one for free"
    lead={
      <>
        Sandbox addresses always return the result in their name and cost no credits. The{" "}
        <a href="/docs">API reference</a> lists all of them.
      </>
    }
  >
    <ul className="verify-samples">
      {samples.map(([localPart, mode, result]) => (
        <li key={localPart}>
          <Button
            small
            className="verify-sample"
            onClick={() => onVerify({ email: sandboxAddress(localPart), mode })}
          >
            {sandboxAddress(localPart)}
          </Button>
          <span className="muted">
            {mode === "deep" ? "Deep" : "Fast"}: {result}
          </span>
        </li>
      ))}
    </ul>
  </Section>
)
