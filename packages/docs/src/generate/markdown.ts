/** Pieces of the pages that are made from tables of the code. */

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

export const table = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => [heads, heads.map(() => "---"), ...rows].map(line).join("\n")

export const code = (text: string): string => `\`${text}\``

/** In a cell of a table. */
export const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ")

export const json = (value: unknown): string =>
  ["```json", JSON.stringify(value, null, 2), "```"].join("\n")

/** Pieces of a page with an empty line between them; what is "" is left out. */
export const paragraphs = (...parts: ReadonlyArray<string>): string =>
  parts.filter((part) => part !== "").join("\n\n")
