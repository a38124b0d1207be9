/**
 * Pages with generated tables, between `<!-- made by … -->` and `<!-- end -->`. A test fails if a page
 * is out of date.
 */
import { errorTable } from "./errorTable.ts"
import { sandboxTable } from "./sandboxTable.ts"

export interface Page {
  /** Relative to this package's folder. */
  readonly path: string
  readonly tables: Readonly<Record<string, () => string>>
}

export const pages: ReadonlyArray<Page> = [
  { path: "sandbox.md", tables: { sandboxTable } },
  { path: "errors.md", tables: { errorTable } }
]

const generated = /<!-- made by (\w+) -->\n[\s\S]*?<!-- end -->/g

/** The page with up-to-date tables. Throws if it names an unknown table. */
export const withTables = (text: string, { path, tables }: Page): string =>
  text.replaceAll(generated, (_, name: string) => {
    const table = tables[name]
    if (table === undefined) throw new Error(`${path} names an unknown table "${name}"`)
    return `<!-- made by ${name} -->\n\n${table()}\n\n<!-- end -->`
  })
