/**
 * Reloads the page and keeps what was typed into it. The values wait in the tab's own storage, which ends with
 * the tab, and are taken from there at once. Passwords, codes and files are never stored.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Typed {
  readonly path: string
  /** By the label of a field and its place among those with the same label. */
  readonly values: Readonly<Record<string, string | boolean>>
}

const storedAs = "rcpt.typed"

const isSwitch = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)

const isKept = (control: Control): boolean =>
  !control.disabled &&
  !(control instanceof HTMLInputElement && /^(?:password|file|hidden)$/.test(control.type)) &&
  !/password|one-time-code/.test(control.autocomplete)

const labelOf = (control: Control): string =>
  control.labels?.[0]?.textContent ?? control.ariaLabel ?? control.name

const controls = (): ReadonlyMap<string, Control> => {
  const found = new Map<string, Control>()
  const counts = new Map<string, number>()
  for (const control of document.querySelectorAll<Control>("input, textarea, select")) {
    const label = labelOf(control)
    const count = counts.get(label) ?? 0
    counts.set(label, count + 1)
    if (isKept(control)) found.set(`${label} ${count}`, control)
  }
  return found
}

const valueOf = (control: Control): string | boolean =>
  isSwitch(control) ? control.checked : control.value

/** React watches the property of the element, so that the value is set by that of its class. */
const enter = (control: Control, value: string | boolean): void => {
  if (valueOf(control) === value) return
  if (isSwitch(control)) return control.click()
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(
    control,
    value
  )
  const event = control instanceof HTMLSelectElement ? "change" : "input"
  control.dispatchEvent(new Event(event, { bubbles: true }))
}

export const reloadKeepingTyped = (): void => {
  const values = Object.fromEntries(
    [...controls()].map(([key, control]) => [key, valueOf(control)])
  )
  try {
    const typed: Typed = { path: window.location.pathname, values }
    sessionStorage.setItem(storedAs, JSON.stringify(typed))
  } catch {
    // The browser refuses storage.
  }
  window.location.reload()
}

const takeTyped = (): Typed | undefined => {
  try {
    const stored = sessionStorage.getItem(storedAs)
    sessionStorage.removeItem(storedAs)
    return stored === null ? undefined : JSON.parse(stored)
  } catch {
    return undefined
  }
}

/** Enters what was typed before the reload into each field once, as soon as the page shows it. */
export const restoreTyped = (): void => {
  const typed = takeTyped()
  if (typed === undefined || typed.path !== window.location.pathname) return
  const waiting = new Map(Object.entries(typed.values))
  const observer = new MutationObserver(() => {
    if (window.location.pathname !== typed.path) return observer.disconnect()
    for (const [key, control] of controls()) {
      const value = waiting.get(key)
      if (value === undefined) continue
      waiting.delete(key)
      enter(control, value)
    }
    if (waiting.size === 0) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
