/** The texts for people in source code: what its strings and its JSX say. */

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g
const strings = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const jsxTexts = /(?<=[>}])([^<>{}]*[A-Za-z]{2}[^<>{}]*)(?=[<{])/g

/** Parts of a sentence that the compiler joins. */
const joints = /"\s*\+\s*"/g

/** What is filled in when it is said. */
const filledIn = /\$\{[^}]*\}/g

/** Code between two tags, and commands, which the shell reads. */
const unspoken = /=|;$|\bconst\b|^(?:rcpt|cat) /

const isSpoken = (text: string): boolean =>
  /[A-Za-z]{2,} [A-Za-z]/.test(text) && !unspoken.test(text)

/** Texts of two words or more. Names, codes and single labels are no sentences. */
export const spokenIn = (source: string): ReadonlyArray<string> => {
  const code = source.replaceAll(comments, "").replaceAll(joints, "")
  const quoted = [...code.matchAll(strings)].map((found) => found[1] ?? found[2] ?? "")
  // JSX lies between strings, whose quotes are no tags.
  const shown = [...code.replaceAll(strings, '""').matchAll(jsxTexts)].map(([text]) => text)
  return [...quoted, ...shown]
    .map((text) => text.replaceAll(filledIn, "x").replaceAll(/\s+/g, " ").trim())
    .filter(isSpoken)
}
