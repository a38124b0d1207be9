/** Text in a page: everything that HTML would read as its own is written as a character reference. */

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;"
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => references[char] ?? "")
