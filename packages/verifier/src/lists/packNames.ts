/** A set of names for each of several lists, in little memory. */
const separator = "\n"
const separatorCode = separator.charCodeAt(0)

/** The FNV-1a hash of 32 bits, over UTF-16 units in place of octets. */
const hashOf = (name: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** At most half of the slots are taken, so a search ends after one or two. */
const slotsFor = (names: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, names) * 2))

/** The number of lines in a text. */
export const linesIn = (text: string): number => {
  let lines = text === "" ? 0 : 1
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) lines++
  return lines
}

/**
 * Makes a function that returns the index of the first list that has a name, or -1. A list has a name in each line:
 * the names are never taken out of their text, which would take 10 MB for a moment. They are one text, with a
 * table of where each begins: 138,000 names take 5 MB, and 10 MB in a `Map` (measured 2026-11-26).
 */
export const packNames = (lists: ReadonlyArray<string>): ((name: string) => number) => {
  // A slot has the place of the separator before a name. The text starts with one more, because 0 is an empty slot.
  const text = ["", "", ...lists, ""].join(separator)
  const slots = new Uint32Array(slotsFor(linesIn(text)))
  const mask = slots.length - 1
  /** The places behind the last name of each list. */
  const ends: Array<number> = []

  const isAt = (place: number, name: string): boolean =>
    text.charCodeAt(place + 1 + name.length) === separatorCode && text.startsWith(name, place + 1)

  /** The slot of the name, or the empty one where it belongs. */
  const slotOf = (name: string): number => {
    let slot = hashOf(name) & mask
    while (slots[slot] !== 0 && !isAt(slots[slot]!, name)) slot = (slot + 1) & mask
    return slot
  }

  let place = separator.length
  for (const names of lists) {
    const end = place + names.length + separator.length
    if (names !== "")
      while (place < end) {
        const next = text.indexOf(separator, place + 1)
        const slot = slotOf(text.slice(place + 1, next))
        if (slots[slot] === 0) slots[slot] = place
        place = next
      }
    place = end
    ends.push(end)
  }

  return (name) => {
    const found = slots[slotOf(name)]!
    return found === 0 ? -1 : ends.findIndex((end) => found < end)
  }
}
