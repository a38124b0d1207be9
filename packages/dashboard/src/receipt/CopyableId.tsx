/** An id that is shown in full, with a button to copy it. */
import { CopyButton } from "../parts/CopyButton.tsx"
import type { words } from "../words/receipt.tsx"

interface CopyableIdProps {
  readonly words: (typeof words.ids)[keyof typeof words.ids]
  readonly text: string
}

export const CopyableId = ({ words: { label, copy }, text }: CopyableIdProps) => (
  <div className="receipt-id">
    <dt>{label}</dt>
    <dd className="mono breaks">{text}</dd>
    <dd className="receipt-copy">
      <CopyButton text={text} label={copy} />
    </dd>
  </div>
)
