/**
 * The keyboard shortcuts: `g` and a letter opens a page, `?` lists them. They are single keys without a
 * modifier, so they can be turned off (WCAG 2.2, 2.1.4); Ctrl+K cannot, because it has one.
 */
import { useSyncExternalStore } from "react"

import { recall, remember } from "../api/remembered.ts"

/** The letter after `g` for each page of the navigation. Pages without a letter are found in the palette. */
export const pageLetters: Readonly<Record<string, string>> = {
  "/": "o",
  "/verify": "v",
  "/bulk": "b",
  "/rules": "r",
  "/activity": "a",
  "/ledger": "l",
  "/keys": "k",
  "/webhooks": "w",
  "/usage": "u",
  "/settings": "s",
  "/security": "y",
  "/admin": "m"
}

/** Milliseconds within which the letter has to follow `g`. */
export const sequenceMax = 1_500

export type Command = "palette" | "shortcuts" | { readonly href: string }

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** True if the focus is in a field, where a letter is text. */
  readonly isTyping: boolean
  /** Milliseconds since `g` was pressed, or `undefined` if another key was pressed before. */
  readonly sinceG: number | undefined
}

/** The page of a letter, if the navigation shows it. */
const pageOf = (letter: string, hrefs: ReadonlyArray<string>): string | undefined =>
  hrefs.find((href) => pageLetters[href] === letter)

export const commandOf = (
  press: KeyPress,
  areOn: boolean,
  hrefs: ReadonlyArray<string>
): Command | undefined => {
  const { key, ctrlKey, metaKey, altKey, isTyping, sinceG } = press
  if (key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey) return "palette"
  if (!areOn || isTyping || ctrlKey || metaKey || altKey) return undefined
  if (key === "?") return "shortcuts"
  if (sinceG === undefined || sinceG > sequenceMax) return undefined
  const href = pageOf(key.toLowerCase(), hrefs)
  return href === undefined ? undefined : { href }
}

const memoryKey = "shortcuts"

const listeners = new Set<() => void>()

let areOff = recall(memoryKey) === "off"

export const turnShortcuts = (on: boolean): void => {
  areOff = !on
  remember(memoryKey, on ? undefined : "off")
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, () => !areOff)
