/** The frame of the pages for signing in and signing up. */
import type { ReactNode } from "react"

import { words } from "../words/shell.tsx"
import { Brand } from "./Brand.tsx"
import { LanguageChoice } from "./LanguageChoice.tsx"

export const SignedOutShell = ({ children }: { readonly children: ReactNode }) => (
  <div className="signed-out">
    <header className="row-between">
      <Brand />
      <div className="row">
        <LanguageChoice />
        <a href="/docs" className="header-link">
          {words.reference}
        </a>
      </div>
    </header>
    <main className="signed-out-main">{children}</main>
  </div>
)
