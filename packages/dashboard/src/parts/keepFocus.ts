/**
 * Where the focus goes when something that took it closes: back to the element that had it. If that is
 * gone, such as the button of a deleted row, to the heading of the page and not to the page's very start.
 */

const isThere = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body

/** Remembers the focus. The returned function gives it back, after the next change of the page. */
export const keepFocus = (): (() => void) => {
  const opener = document.activeElement
  return () => {
    // What was under a dialog is inert until it has closed, and a button may leave with its row.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body && document.activeElement !== null) return
      const target = isThere(opener) ? opener : document.querySelector<HTMLElement>("h1")
      target?.focus({ preventScroll: true })
    })
  }
}
