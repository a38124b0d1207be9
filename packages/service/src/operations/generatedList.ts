/** Lists in the pages for operators that are made from tables of the code. */

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

export const markdownTable = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => [heads, heads.map(() => "---"), ...rows].map(line).join("\n")

/** The page with the list between `<!-- made by <name> -->` and `<!-- end -->`. */
export const withList = (page: string, name: string, list: string): string =>
  page.replace(
    new RegExp(`(<!-- made by ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`),
    (_, start: string, end: string) => `${start}\n${list}\n\n${end}`
  )
