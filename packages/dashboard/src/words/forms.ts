/**
 * Translates sentences by their form: "The domain {domain} does not exist." A form may name a table for a part
 * of it, as in "{why:faults}", whose words are then translated too.
 */

/** The English, and the translation with the same parts. */
export type Form = readonly [english: string, translated: string]

interface Known {
  readonly pattern: RegExp
  readonly tables: Readonly<Record<string, string>>
  readonly translated: string
}

const placeholder = /\{(\w+)(?::(\w+))?\}/g

const toKnown = ([english, translated]: Form): Known => {
  const tables: Record<string, string> = {}
  const literal = english.replaceAll(/[.*+?^$()[\]|\\]/g, String.raw`\$&`)
  const source = literal.replaceAll(placeholder, (_, name: string, table: string | undefined) => {
    if (table !== undefined) tables[name] = table
    return `(?<${name}>.*?)`
  })
  return { pattern: new RegExp(`^${source}$`, "s"), tables, translated }
}

type Translate = (text: string) => string | undefined

/** The parts of `text` by name, translated where a table is named; `undefined` if the form does not fit. */
const partsOf = (
  { pattern, tables: tableOf }: Known,
  text: string,
  tables: Readonly<Record<string, Translate>>
): Readonly<Record<string, string>> | undefined => {
  const found = pattern.exec(text)
  if (found === null) return undefined
  const parts: Record<string, string> = { ...found.groups }
  for (const [name, table] of Object.entries(tableOf)) {
    const translated = tables[table]?.(parts[name] ?? "")
    if (translated === undefined) return undefined
    parts[name] = translated
  }
  return parts
}

/** The first form that fits counts. No sentence is translated in part: `undefined` if none fits. */
export const translateBy = (
  forms: ReadonlyArray<Form>,
  tables: Readonly<Record<string, Translate>> = {}
): Translate => {
  const known = forms.map(toKnown)
  return (text) => {
    for (const form of known) {
      const parts = partsOf(form, text, tables)
      if (parts !== undefined)
        return form.translated.replaceAll(placeholder, (_, name: string) => parts[name] ?? "")
    }
    return undefined
  }
}
