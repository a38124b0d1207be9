/**
 * The words of a language other than English. The entry loads them before any page, so that a module has its
 * words when it starts. English needs no file, because it stands beside the code that shows it.
 */
let translation: Readonly<Record<string, unknown>> | undefined

/** `by` has the words of each room by the room's name. */
export const translate = (by: object): void => {
  translation = { ...by }
}

/** The words of a room in the reader's language if that was loaded, else in English. */
export const wordsOf = <Words>(room: string, english: Words): Words =>
  (translation?.[room] as Words | undefined) ?? english
