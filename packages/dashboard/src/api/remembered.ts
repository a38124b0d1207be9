/**
 * Small choices that this browser remembers, such as a hidden card. If the browser refuses storage, they
 * last until the page is reloaded.
 */
const inMemory = new Map<string, string>()

export const recall = (key: string): string | undefined => {
  try {
    return localStorage.getItem(`rcpt.${key}`) ?? inMemory.get(key)
  } catch {
    return inMemory.get(key)
  }
}

/** Remembers a choice in this browser; `undefined` forgets it. */
export const remember = (key: string, value: string | undefined): void => {
  if (value === undefined) inMemory.delete(key)
  else inMemory.set(key, value)
  try {
    if (value === undefined) localStorage.removeItem(`rcpt.${key}`)
    else localStorage.setItem(`rcpt.${key}`, value)
  } catch {
    // Not stored.
  }
}
