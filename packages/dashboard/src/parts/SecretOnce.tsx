/** A secret that is shown only once, such as a new API key. */
import type { ReactNode } from "react"

import { words } from "../words/parts.tsx"
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
      {children ?? words.secretOnce}
    </p>
    <div className="row-between">
      <code className="breaks">{secret}</code>
      <CopyButton text={secret} label={words.copy.secret(label)} />
    </div>
  </div>
)
