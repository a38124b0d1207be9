/**
 * The entry of the dashboard: styles, the words of the reader's language, then the app. The app is a file of
 * its own, so that all its modules find the words when they start; the page asks for both files at once
 * (build/preloadApp.ts).
 */
// The order matters: base.css sets the order of the layers.
import "./styles/fonts.css"
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/layout.css"
import "./styles/parts.css"
import "./styles/print.css"
import { loadPart } from "./api/loadPart.ts"
import type * as german from "./words/de/catalogue.ts"
import { fallBackToEnglish, language } from "./words/language.ts"
import type { Language } from "./words/language.ts"
import { translate } from "./words/translation.ts"

/** The catalogue of each language. English has none, because its words stand in the code of the pages. */
const catalogues: Record<Language, (() => Promise<typeof german>) | undefined> = {
  en: undefined,
  de: () => import("./words/de/catalogue.ts")
}

/** Loads the words of the reader's language. It fails if their file cannot be loaded. */
const loadTranslation = async (): Promise<void> => {
  const loaded = await catalogues[language]?.()
  if (loaded !== undefined) translate(loaded)
}

const start = async (): Promise<void> => {
  const root = document.getElementById("root")
  if (!root) return
  // The page is in English if the words cannot be loaded: better than no page.
  await loadPart(loadTranslation).catch(fallBackToEnglish)
  document.documentElement.lang = language
  const { renderApp } = await loadPart(() => import("./shell/App.tsx"))
  renderApp(root)
}

/** In English, as the words of the pages are in a file that did not arrive either. */
const showFailure = (): void => {
  document.documentElement.lang = "en"
  document.getElementById("root")!.textContent =
    "The rcpt dashboard could not be loaded. Check your connection, then reload this page."
}

void start().catch(showFailure)
