/**
 * Loads a part of the dashboard whose code is a file of its own. A failure is tried once more, because most
 * are a gap of a second in the network.
 */

/** The code of a part did not arrive: the network is gone, or an update has removed the file. */
export class PartNotLoaded extends Error {
  override readonly name = "PartNotLoaded"
}

/** Milliseconds until the second attempt. */
const retryAfter = 1_000

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

type Load = () => Promise<unknown>

/** Style sheets that did not arrive: all since the start, and those that a part is without. */
let lostStyles: ReadonlyArray<HTMLLinkElement> = []
const missingOf = new WeakMap<Load, ReadonlyArray<HTMLLinkElement>>()

// The event of a link does not bubble; it is seen on its way down.
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet")
      lostStyles = [...lostStyles, target]
  },
  true
)

/** Vite asks for the style sheet of a part only once, and then takes a lost one for loaded. */
const reloadStyle = (lost: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const again = document.createElement("link")
    again.rel = "stylesheet"
    again.crossOrigin = lost.crossOrigin
    again.addEventListener("load", () => resolve())
    again.addEventListener("error", () => reject(new Error(`no ${lost.href}`)))
    again.href = lost.href
    lost.replaceWith(again)
  })

const attempt = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  const lostBefore = lostStyles.length
  try {
    await Promise.all((missingOf.get(load) ?? []).map(reloadStyle))
    return await load()
  } catch (error) {
    missingOf.set(load, lostStyles.slice(lostBefore))
    throw error
  }
}

/** The same function of a part is given each time, because what it is without is remembered by it. */
export const loadPart = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  try {
    return await attempt(load)
  } catch {
    await pause(retryAfter)
  }
  try {
    return await attempt(load)
  } catch (cause) {
    throw new PartNotLoaded("a part of the dashboard could not be loaded", { cause })
  }
}
