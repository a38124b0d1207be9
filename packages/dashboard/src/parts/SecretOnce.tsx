/** A secret that is shown only once, such as a new API key. */
import { useEffect, useRef } from "react"
import type { ReactNode } from "react"

import { words } from "../words/parts.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { Icon } from "./Icon.tsx"

interface NewSecretProps {
  /** The id of the secret. Another id takes the focus again. */
  readonly id: string
  /** The name of the place, such as "New API key: ci". */
  readonly label: string
  readonly children: ReactNode
}

/**
 * The place of a new secret. It gets the focus, and is part of the page and not a dialog, because Escape would
 * hide what is never shown again.
 */
export const NewSecret = ({ id, label, children }: NewSecretProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus()
  }, [id])
  return (
    <div ref={element} className="new-secret" tabIndex={-1} role="group" aria-label={label}>
      {children}
    </div>
  )
}

interface SecretOnceProps {
  /** The name of the secret, such as "API key". */
  readonly label: string
  readonly secret: string
  /** The note above the secret. By default it says that it is shown only once. */
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
