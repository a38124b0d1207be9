/**
 * The word of a function in a local part: alone, with a number, or with others such as the country of a
 * branch: `info2`, `sales-eu`, `press.office`. Next to a word that is neither it is a name, because
 * `security.jones` and `anna.sales` are people.
 */
import { branchWords, branchWordsBehind } from "./roleWords.ts"

const separators = /[-._]+/

/** In digits: the number of a mailbox, or a year. A longer number is a person's. */
const numberDigitsMax = 4

const numbered = new RegExp(`^(\\D+?)\\d{1,${numberDigitsMax}}$`)
const number = new RegExp(`^\\d{1,${numberDigitsMax}}$`)

/** In letters. Shorter parts of a joined word may be initials: `b.rand` is no `brand`. */
const joinedLettersMin = 3

const withoutNumber = (part: string): string => numbered.exec(part)?.[1] ?? part

/** Words that are written in two, such as `ufficio.stampa`. */
const joined = (parts: ReadonlyArray<string>): string | undefined =>
  parts.length > 1 && parts.every(({ length }) => length >= joinedLettersMin)
    ? parts.join("")
    : undefined

/** The word among `words` that makes `name`, in lower case and without its tag, a role. */
export const findRole = (name: string, words: (word: string) => boolean): string | undefined => {
  if (words(name)) return name
  const parts = name.split(separators).map(withoutNumber)
  const whole = joined(parts)
  if (whole !== undefined && words(whole)) return whole
  const at = parts.findIndex(words)
  const isBranch = (part: string, index: number) =>
    number.test(part) || branchWords.has(part) || (index > at && branchWordsBehind.has(part))
  return at !== -1 && parts.every((part, index) => words(part) || isBranch(part, index))
    ? parts[at]
    : undefined
}
