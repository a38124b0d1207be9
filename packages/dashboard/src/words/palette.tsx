/** The words of the palette and the shortcuts. */
import { wordsOf } from "./translation.ts"

/** The words before an address that ask to verify it. They are known in all languages. */
export const englishCommands = { fast: ["verify", "check", "fast"], deep: ["deep"] }

export const words = wordsOf("palette", {
  search: "Search",
  results: "Results",
  field: "Page, list, receipt id, or address to verify",
  placeholder: "A page, a list, a receipt id, or verify ann@example.com",
  loading: "Loading your lists",
  count: (count: number) =>
    count === 0 ? "Nothing found" : count === 1 ? "1 result" : `${count} results`,
  commands: englishCommands,
  groups: { check: "Check", open: "Open", pages: "Pages", lists: "Lists" },
  verify: {
    fast: (email: string) => `Verify ${email}`,
    deep: (email: string) => `Verify ${email} in deep mode`
  },
  price: (mode: "fast" | "deep", credits: number) =>
    `${mode}: at most ${credits} ${credits === 1 ? "credit" : "credits"}`,
  sandbox: "free: sandbox",
  receipt: (id: string) => `Receipt ${id}`,
  list: "The list with this id",
  listReceipts: "The receipts of the list with this id",
  shortcuts: {
    title: "Keyboard shortcuts",
    search: "Search pages, lists, receipts, addresses",
    this: "This list",
    then: "then",
    use: "Use single-key shortcuts",
    hint: (modifier: string) =>
      `Turn them off if you speak to your computer or press keys by accident. ${modifier}+K stays.`,
    close: "Close"
  }
})
