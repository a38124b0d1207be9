/** The frame of pages before the sign-in: the name, and one thing to do. */
import type { ReactNode } from "react"

import { Brand } from "./Brand.tsx"

export const StrangerShell = ({ children }: { readonly children: ReactNode }) => (
  <div className="stranger">
    <header className="row-between">
      <Brand />
      <a href="/docs" className="header-link">
        API reference
      </a>
    </header>
    <main className="stranger-main">{children}</main>
  </div>
)
