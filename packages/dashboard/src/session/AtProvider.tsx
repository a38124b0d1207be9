/** The button that leads to the provider of OpenID Connect, and what stands on the page after it has refused somebody. */
import type { SignUpOffer } from "@rcpt/api/Session"

import { providerPath } from "../api/leaveToSignIn.ts"
import { Button } from "../parts/Button.tsx"
import { Notice } from "../parts/Notice.tsx"
import { words } from "../words/session.tsx"

const isKnown = (why: string): why is keyof typeof words.provider.refused =>
  Object.hasOwn(words.provider.refused, why)

/** `why`: a word in the address of the page. A word that nobody knows was not written by the service. */
export const refusedSentence = (why: string | null, name = ""): string | undefined => {
  if (why === "away" && name !== "") return words.provider.away(name)
  return why !== null && isKnown(why) ? words.provider.refused[why] : undefined
}

interface ProviderButtonProps {
  readonly provider: NonNullable<SignUpOffer["provider"]>
  /** The page to go on with. */
  readonly next: string
}

export const ProviderButton = ({ provider: { name, ready }, next }: ProviderButtonProps) => (
  <div className="stack">
    {!ready && <Notice kind="warning">{words.provider.away(name)}</Notice>}
    <Button
      variant="primary"
      className="provider-button"
      onClick={() => window.location.assign(providerPath({ next }))}
    >
      {words.provider.signIn(name)}
    </Button>
  </div>
)
