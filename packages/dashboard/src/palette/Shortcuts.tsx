/** The list of keyboard shortcuts, and the switch for those without a modifier. */
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import type { PalettePage } from "./paletteItems.ts"
import { pageLetters, turnShortcuts, useShortcutsOn } from "./shortcutKeys.ts"

import "./Palette.css"

interface ShortcutsProps {
  readonly pages: ReadonlyArray<PalettePage>
  readonly onClose: () => void
}

interface RowProps {
  readonly keys: ReadonlyArray<string>
  readonly joint: string
  readonly says: string
}

const Row = ({ keys, joint, says }: RowProps) => (
  <div>
    <dt>
      {keys.map((key, index) => (
        <span key={key}>
          {index > 0 && <span className="muted"> {joint} </span>}
          <kbd>{key}</kbd>
        </span>
      ))}
    </dt>
    <dd>{says}</dd>
  </div>
)

const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl"

export const Shortcuts = ({ pages, onClose }: ShortcutsProps) => {
  const areOn = useShortcutsOn()
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcuts">
        <Row keys={[modifier, "K"]} joint="+" says="Search pages, lists, receipts, addresses" />
        <Row keys={["?"]} joint="" says="This list" />
        {pages.map(({ href, label }) => {
          const letter = pageLetters[href]
          return letter && <Row key={href} keys={["g", letter]} joint="then" says={label} />
        })}
      </dl>
      <div className="choice">
        <input
          type="checkbox"
          id="shortcuts-on"
          checked={areOn}
          onChange={({ target }) => turnShortcuts(target.checked)}
        />
        <label htmlFor="shortcuts-on">Use single-key shortcuts</label>
        <p className="field-hint">
          Turn them off if you speak to your computer or press keys by accident. {modifier}+K stays.
        </p>
      </div>
      <div className="dialog-actions">
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
