/** Something that one quotes letter by letter: all of it is shown, and one press copies it. */
import { CopyButton } from "../parts/CopyButton.tsx"

interface CopyableIdProps {
  readonly label: string
  /** As in "Copy hold id". */
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
