/** The German of words/palette.tsx. */
import type { words } from "../palette.tsx"

export const palette: typeof words = {
  search: "Suchen",
  results: "Treffer",
  field: "Seite, Liste, Nummer eines Belegs oder eine Adresse, die zu prüfen ist",
  placeholder: "Eine Seite, eine Liste, ein Beleg oder ann@example.com",
  loading: "Ihre Listen werden geladen",
  count: (count) =>
    count === 0 ? "Nichts gefunden" : count === 1 ? "1 Treffer" : `${count} Treffer`,
  commands: { fast: ["prüfe", "prüfen", "schnell"], deep: ["tief"] },
  groups: { check: "Prüfen", open: "Öffnen", pages: "Seiten", lists: "Listen" },
  verify: {
    fast: (email) => `${email} prüfen`,
    deep: (email) => `${email} tief prüfen`
  },
  price: (mode, credits) =>
    `${mode === "deep" ? "tief" : "schnell"}: höchstens ${credits} ${credits === 1 ? "Credit" : "Credits"}`,
  sandbox: "kostenlos: Sandbox",
  receipt: (id) => `Beleg ${id}`,
  list: "Die Liste mit dieser Nummer",
  listReceipts: "Die Belege der Liste mit dieser Nummer",
  shortcuts: {
    title: "Tastenkürzel",
    search: "Seiten, Listen, Belege und Adressen suchen",
    this: "Diese Übersicht",
    then: "dann",
    use: "Kürzel aus einzelnen Tasten verwenden",
    hint: (modifier) =>
      `Schalten Sie sie aus, wenn Sie mit dem Computer sprechen oder leicht an Tasten stoßen. ${modifier}+K bleibt.`,
    close: "Schließen"
  }
}
