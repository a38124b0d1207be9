/** A secret that is shown now and never again: an API key, the secret of a webhook. */
import type { ReactNode } from "react"

import { CopyButton } from "./CopyButton.tsx"
import { Icon } from "./Icon.tsx"

interface SecretOnceProps {
  /** As in "API key". */
  readonly label: string
  readonly secret: string
  /** Where to put it. Default: that it is shown once. */
  readonly children?: ReactNode
}

export const SecretOnce = ({ label, secret, children }: SecretOnceProps) => (
  <div className="secret" role="group" aria-label={label}>
    <p className="secret-note">
      <Icon name="warning" />
      {children ?? "Copy it now: it is not shown again."}
    </p>
    <div className="secret-line">
      <code className="breaks">{secret}</code>
      <CopyButton text={secret} label={`Copy ${label}`} />
    </div>
  </div>
)
