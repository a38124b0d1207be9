/** A secret that is shown only once, such as a new API key. */
import type { ReactNode } from "react"

import { CopyButton } from "./CopyButton.tsx"
import { Icon } from "./Icon.tsx"

interface SecretOnceProps {
  /** Such as "API key". */
  readonly label: string
  readonly secret: string
  /** The note above the secret. Default: that it is shown only once. */
  readonly children?: ReactNode
}

export const SecretOnce = ({ label, secret, children }: SecretOnceProps) => (
  <div className="secret" role="group" aria-label={label}>
    <p className="secret-note">
      <Icon name="warning" />
      {children ?? "Copy it now. It is not shown again."}
    </p>
    <div className="row-between">
      <code className="breaks">{secret}</code>
      <CopyButton text={secret} label={`Copy ${label}`} />
    </div>
  </div>
)
