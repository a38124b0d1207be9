/**
 * Listens for Ctrl+K (Cmd+K on a Mac) and the shortcuts, and holds the dialogs that they open, whose code
 * is loaded then. The button in the header does the same for a pointer.
 */
import { Suspense, useEffect, useRef, useState } from "react"
import { useLocation } from "wouter"

import { loadPart } from "../api/loadPart.ts"
import { Icon } from "../parts/Icon.tsx"
import { asDialog, lazyPart, PartBoundary } from "../parts/LazyPart.tsx"
import { words } from "../words/palette.tsx"
import type { PalettePage } from "./paletteItems.ts"
import { commandOf, useShortcutsOn } from "./shortcutKeys.ts"
import type { Command } from "./shortcutKeys.ts"

const loadPalette = async () => (await import("./Palette.tsx")).Palette

const Palette = lazyPart(loadPalette)
const Shortcuts = lazyPart(async () => (await import("./Shortcuts.tsx")).Shortcuts)

/** Whether the focus is in a field, where a letter is text or chooses an option. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select"))

/**
 * Milliseconds after the first page until the palette is loaded. From then on, no key that is typed into
 * it is lost.
 */
const loadAfter = 1_000

/** Whether a dialog is open. It keeps all keys to itself except those of the palette. */
const isInDialog = (): boolean => document.querySelector("dialog[open]") !== null

const useKeys = (pages: ReadonlyArray<PalettePage>, run: (command: Command) => void): void => {
  const areOn = useShortcutsOn()
  const pressedG = useRef<number>(undefined)
  useEffect(() => {
    const hrefs = pages.map(({ href }) => href)
    const listen = (event: KeyboardEvent): void => {
      const since = pressedG.current === undefined ? undefined : event.timeStamp - pressedG.current
      pressedG.current = undefined
      if (event.defaultPrevented || event.isComposing || isInDialog()) return
      const isTyping = isField(event.target)
      const command = commandOf({ ...pressOf(event), isTyping, sinceG: since }, areOn, hrefs)
      if (command === undefined) {
        if (event.key === "g" && !isTyping) pressedG.current = event.timeStamp
        return
      }
      event.preventDefault()
      run(command)
    }
    document.addEventListener("keydown", listen)
    return () => document.removeEventListener("keydown", listen)
  })
}

const pressOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => ({
  key,
  ctrlKey,
  metaKey,
  altKey
})

export const Commands = ({ pages }: { readonly pages: ReadonlyArray<PalettePage> }) => {
  const [open, setOpen] = useState<"palette" | "shortcuts">()
  const [, navigate] = useLocation()
  useKeys(pages, (command) =>
    typeof command === "string" ? setOpen(command) : navigate(command.href)
  )
  useEffect(() => {
    // A failure shows when the palette is opened.
    const timer = setTimeout(() => void loadPart(loadPalette).catch(() => {}), loadAfter)
    return () => clearTimeout(timer)
  }, [])
  const close = (): void => setOpen(undefined)
  return (
    <>
      <button
        type="button"
        className="header-search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen("palette")}
      >
        <Icon name="search" />
        <span className="header-search-text">{words.search}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {open && (
        <PartBoundary key={open} frame={asDialog(close)}>
          <Suspense>
            {open === "palette" ? (
              <Palette pages={pages} onClose={close} onShortcuts={() => setOpen("shortcuts")} />
            ) : (
              <Shortcuts pages={pages} onClose={close} />
            )}
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}
