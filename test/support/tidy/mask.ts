/**
 * Blanks out comments and the contents of quotes in source text; length and line breaks stay. A rule
 * about code can then be one pattern that does not match prose.
 */

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const quotes = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y
const templateText = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y
/** `/>` closes an element. */
const regex = /\/(?!>)(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

/** After these a slash starts a regular expression; after a value it divides, and `</` closes an element. */
const beforeRegex = /(?:^|[(,=:[!&|?{};+\-*%>~^]|\breturn|\btypeof|\bcase|=>)\s*$/

const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ")

/** The quotes stay, so that a blanked string can still be recognised. */
const blankInside = (text: string): string =>
  text.length < 2 ? text : `${text[0]}${blank(text.slice(1, -1))}${text.at(-1)}`

export const mask = (text: string): string => {
  let out = ""
  let depth = 0
  /** Depths at which a `${` was opened; the matching `}` returns to the template. */
  const templates: Array<number> = []

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = out.length
    return pattern.exec(text)?.[0]
  }
  const template = (): void => {
    out += blank(take(templateText) ?? "")
    if (text.startsWith("${", out.length)) {
      out += "  "
      templates.push(depth)
    } else out += text.slice(out.length, out.length + 1)
  }

  while (out.length < text.length) {
    const char = text[out.length] ?? ""
    let found: string | undefined
    if ((found = take(comment))) out += blank(found)
    else if ((found = take(quotes))) out += blankInside(found)
    else if (char === "/" && beforeRegex.test(out.slice(-40)) && (found = take(regex)))
      out += blankInside(found)
    else if (char === "`") {
      out += char
      template()
    } else if (char === "}" && templates.at(-1) === depth) {
      templates.pop()
      out += " "
      template()
    } else {
      if (char === "{") depth += 1
      if (char === "}") depth -= 1
      out += char
    }
  }
  return out
}

/** The index of the bracket that closes the one at `open`, in masked text. */
export const closing = (masked: string, open: number): number => {
  let depth = 0
  for (let at = open; at < masked.length; at++) {
    const char = masked[at] ?? ""
    if ("([{".includes(char)) depth += 1
    if (")]}".includes(char)) depth -= 1
    if (depth === 0) return at
  }
  return masked.length
}
