/**
 * What is made within a page that is written by hand: tables between `<!-- made by … -->` and `<!-- end -->`, and prices
 * before `<!-- price of … -->`.
 */
import { creditsOf, heldFor } from "@rcpt/domain/prices"

export type Tables = Readonly<Record<string, () => string>>

const generated = /<!-- made by (\w+) -->\n[\s\S]*?<!-- end -->/g

/** The page with up-to-date tables. Throws if it names an unknown table. */
export const withTables = (text: string, tables: Tables): string =>
  text.replaceAll(generated, (_, name: string) => {
    const table = tables[name]
    if (table === undefined) throw new Error(`the page names an unknown table "${name}"`)
    return `<!-- made by ${name} -->\n\n${table()}\n\n<!-- end -->`
  })

const priced = /\d+( credits?)?<!-- price of (fast|deep) -->/g

/** The page with prices that are up to date. */
export const withPrices = (text: string): string =>
  text.replaceAll(priced, (_, unit: string | undefined, mode: keyof typeof heldFor) => {
    const credits = heldFor[mode]
    return `${unit === undefined ? credits : creditsOf(credits)}<!-- price of ${mode} -->`
  })
