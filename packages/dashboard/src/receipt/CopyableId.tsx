/** An id that is shown in full, with a button to copy it. */
import { CopyButton } from "../parts/CopyButton.tsx"

interface CopyableIdProps {
  readonly label: string
  /** Such as "hold id", for the button "Copy hold id". */
  readonly name: string
  readonly text: string
}

export const CopyableId = ({ label, name, text }: CopyableIdProps) => (
  <div className="receipt-id">
    <dt>{label}</dt>
    <dd className="mono breaks">{text}</dd>
    <dd className="receipt-copy">
      <CopyButton text={text} label={`Copy ${name}`} />
    </dd>
  </div>
)
