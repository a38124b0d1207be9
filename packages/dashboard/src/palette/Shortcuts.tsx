/** The list of keyboard shortcuts, and the switch for those without a modifier. */
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { words } from "../words/palette.tsx"
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

const { shortcuts: said } = words

const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl"

export const Shortcuts = ({ pages, onClose }: ShortcutsProps) => {
  const areOn = useShortcutsOn()
  return (
    <Dialog open title={said.title} onClose={onClose}>
      <dl className="shortcuts">
        <Row keys={[modifier, "K"]} joint="+" says={said.search} />
        <Row keys={["?"]} joint="" says={said.this} />
        {pages.map(({ href, label }) => {
          const letter = pageLetters[href]
          return letter && <Row key={href} keys={["g", letter]} joint={said.then} says={label} />
        })}
      </dl>
      <div className="choice">
        <input
          type="checkbox"
          id="shortcuts-on"
          checked={areOn}
          onChange={({ target }) => turnShortcuts(target.checked)}
        />
        <label htmlFor="shortcuts-on">{said.use}</label>
        <p className="field-hint">{said.hint(modifier)}</p>
      </div>
      <div className="dialog-actions">
        <Button variant="primary" onClick={onClose}>
          {said.close}
        </Button>
      </div>
    </Dialog>
  )
}
