/** The choice of the language, each by its own name. The page is loaded again in the chosen one. */
import { chooseLanguage, language, languages } from "../words/language.ts"
import type { Language } from "../words/language.ts"
import { words } from "../words/shell.tsx"

const all = Object.entries(languages) as ReadonlyArray<readonly [Language, string]>

export const LanguageChoice = () => (
  <div role="group" aria-label={words.language} className="languages small">
    {all.map(([code, name]) => (
      <button
        key={code}
        type="button"
        lang={code}
        aria-pressed={code === language}
        onClick={() => code !== language && chooseLanguage(code)}
      >
        {name}
      </button>
    ))}
  </div>
)
