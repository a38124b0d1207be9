/**
 * Sentences as data: a table has the text of each code, with the names of its parts in braces. The same text makes the
 * sentence and reads it again, so another language is a table with the same codes. The dashboard loads this file.
 */

/** Texts by code. Where two fit a sentence, the first counts. */
export type Texts = Readonly<Record<string, string>>

type PartsIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PartsIn<Rest>
  : never

/** Tables of what stands within sentences, by the name of the part. */
type Within = Readonly<Record<string, Texts>>

/** A part that has a table is data itself: one sentence of it or several, which are said with commas. */
type PartOf<Name, Inner> = Name extends keyof Inner
  ? Inner[Name] extends Texts
    ? Said<Inner[Name]> | ReadonlyArray<Said<Inner[Name]>>
    : never
  : string | number

type Parts<Text, Inner> = {
  readonly [Name in PartsIn<Text>]: PartOf<Name, Inner>
}

/** A sentence before it is said: its code, and its parts if it has any. */
export type Said<Table extends Texts, Inner = unknown> = {
  readonly [Code in keyof Table]: [PartsIn<Table[Code]>] extends [never]
    ? { readonly code: Code }
    : { readonly code: Code; readonly parts: Parts<Table[Code], Inner> }
}[keyof Table]

/** The parts of a text, if it has any. */
export type Given<Text, Inner = unknown> = [PartsIn<Text>] extends [never]
  ? readonly []
  : readonly [Parts<Text, Inner>]

/** A table in another language: a code without a text does not compile. */
export type Translated<Table extends Texts> = { readonly [Code in keyof Table]: string }

const names = /\{(\w+)\}/g

/** A sentence of any table, as it is kept. */
export interface AnySaid {
  readonly code: string
  readonly parts?: AnyParts
}

type AnyPart = string | number | AnySaid | ReadonlyArray<AnySaid>
type AnyParts = Readonly<Record<string, AnyPart>>

const shown = (part: AnyPart | undefined, texts: Texts = {}): string =>
  typeof part === "object"
    ? [part]
        .flat()
        .map(({ code, parts }) => fill(texts[code]!, parts))
        .join(", ")
    : String(part)

/** `within`: the texts of parts that are data themselves. */
export const fill = (text: string, parts: AnyParts = {}, within: Within = {}): string =>
  text.includes("{")
    ? text.replaceAll(names, (_, name: string) => shown(parts[name], within[name]))
    : text

interface Read<Table> {
  readonly code: keyof Table
  readonly parts: Readonly<Record<string, string>>
}

/** Reads the sentences of a text: their parts are groups of the same names. */
export const patternOf = (text: string): RegExp => {
  const literal = text.replaceAll(/[.*+?^$()[\]|\\]/g, String.raw`\$&`)
  return new RegExp(`^${literal.replaceAll(names, "(?<$1>.*?)")}$`, "s")
}

/** Reads sentences of a table: what each may say, the first first. */
const reader = <Table extends Texts>(texts: Table) => {
  const known = Object.entries(texts).map(([code, text]) => [code, patternOf(text)] as const)
  return function* (sentence: string): Generator<Read<Table>> {
    for (const [code, pattern] of known) {
      const found = pattern.exec(sentence)
      if (found !== null) yield { code, parts: { ...found.groups } }
    }
  }
}

export type Translate = (sentence: string) => string | undefined

/**
 * Says sentences of a table in another language. `within`: how a part is translated, by its name. No sentence is
 * translated in part: `undefined` if a part is not known.
 */
export const translator = <Table extends Texts>(
  texts: Table,
  translated: Translated<Table>,
  within: Readonly<Record<string, Translate>> = {}
): Translate => {
  const read = reader(texts)
  const inside = (name: string, part: string) => (within[name] ? within[name](part) : part)
  return (sentence) => {
    for (const { code, parts } of read(sentence)) {
      const said: Record<string, string> = {}
      for (const [name, part] of Object.entries(parts)) {
        const translation = inside(name, part)
        if (translation !== undefined) said[name] = translation
      }
      if (Object.keys(said).length === Object.keys(parts).length)
        return fill(translated[code], said)
    }
    return undefined
  }
}
