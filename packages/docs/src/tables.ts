/**
 * Pages of which a part is made from code: what stands between `<!-- made by … -->` and `<!-- end -->`.
 * A test fails when a page is not what would be written now.
 */
import { sandboxTable } from "./sandboxTable.ts"

export interface Page {
  /** From this package's folder. */
  readonly path: string
  readonly tables: Readonly<Record<string, () => string>>
}

export const pages: ReadonlyArray<Page> = [{ path: "sandbox.md", tables: { sandboxTable } }]

const made = /<!-- made by (\w+) -->\n[\s\S]*?<!-- end -->/g

/** The page with its tables as they are now. Throws where it names one that there is not. */
export const withTables = (text: string, { path, tables }: Page): string =>
  text.replaceAll(made, (_, name: string) => {
    const table = tables[name]
    if (table === undefined) throw new Error(`${path} wants a table "${name}"`)
    return `<!-- made by ${name} -->\n\n${table()}\n\n<!-- end -->`
  })
