/** One checkbox with its label, for a thing that is on or off. */
import { useId } from "react"

interface CheckboxProps {
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
  readonly children: string
}

export const Checkbox = ({ isOn, onSwitch, children }: CheckboxProps) => {
  const id = useId()
  return (
    <div className="choice">
      <input
        type="checkbox"
        id={id}
        checked={isOn}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      <label htmlFor={id}>{children}</label>
    </div>
  )
}
