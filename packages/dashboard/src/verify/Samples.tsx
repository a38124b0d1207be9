/** Sandbox addresses to try, each of which returns the result in its name. */
import { sandboxAddress } from "../api/sandbox.ts"
import { Button } from "../parts/Button.tsx"
import { Section } from "../parts/Card.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/verify.tsx"
import type { Mode, VerifyRequest } from "./verifyRequest.ts"

const { samples: said } = words

const samples = [
  ["valid", "fast"],
  ["disposable", "fast"],
  ["did_you_mean", "fast"],
  ["dns_error", "fast"],
  ["mailbox_not_found", "deep"],
  ["catch_all", "deep"]
] as const satisfies ReadonlyArray<readonly [localPart: keyof typeof said, mode: Mode]>

export const Samples = ({ onVerify }: { readonly onVerify: (request: VerifyRequest) => void }) => (
  <Section title={said.title} lead={said.lead(<a href="/docs">{said.reference}</a>)}>
    <ul className="verify-samples">
      {samples.map(([localPart, mode]) => (
        <li key={localPart}>
          <Button
            small
            className="verify-sample"
            onClick={() => onVerify({ email: sandboxAddress(localPart), mode })}
          >
            {sandboxAddress(localPart)}
          </Button>
          <span className="muted">{said.result(phrases.mode[mode], said[localPart])}</span>
        </li>
      ))}
    </ul>
  </Section>
)
