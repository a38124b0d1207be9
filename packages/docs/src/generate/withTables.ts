/** Tables within a page, between `<!-- made by … -->` and `<!-- end -->`. */

export type Tables = Readonly<Record<string, () => string>>

const generated = /<!-- made by (\w+) -->\n[\s\S]*?<!-- end -->/g

/** The page with up-to-date tables. Throws if it names an unknown table. */
export const withTables = (text: string, tables: Tables): string =>
  text.replaceAll(generated, (_, name: string) => {
    const table = tables[name]
    if (table === undefined) throw new Error(`the page names an unknown table "${name}"`)
    return `<!-- made by ${name} -->\n\n${table()}\n\n<!-- end -->`
  })
