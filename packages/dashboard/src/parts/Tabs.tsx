/**
 * Tabs with panels. Arrow keys move between tabs, as in the ARIA Authoring Practices, and the panel
 * changes at once.
 */
import { useId, useRef } from "react"
import type { KeyboardEvent, ReactNode } from "react"

export interface Tab<Key extends string> {
  readonly key: Key
  readonly label: ReactNode
  readonly panel: ReactNode
}

interface TabsProps<Key extends string> {
  /** Names the tabs for screen readers. */
  readonly label: string
  readonly tabs: ReadonlyArray<Tab<Key>>
  readonly chosen: Key
  readonly onChoose: (key: Key) => void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export const Tabs = <Key extends string>({ label, tabs, chosen, onChoose }: TabsProps<Key>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosenIndex = tabs.findIndex(({ key }) => key === chosen)

  const move = (event: KeyboardEvent): void => {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: tabs.length - 1 }
    const step = steps[event.key]
    const target =
      step === undefined ? ends[event.key] : (chosenIndex + step + tabs.length) % tabs.length
    const tab = target === undefined ? undefined : tabs[target]
    if (target === undefined || tab === undefined) return
    event.preventDefault()
    onChoose(tab.key)
    list.current?.querySelectorAll("button")[target]?.focus()
  }

  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            className="tab"
            aria-selected={key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {tabs[chosenIndex]?.panel}
      </div>
    </div>
  )
}
