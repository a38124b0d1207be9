/** The frame of the pages for signing in and signing up. */
import type { ReactNode } from "react"

import { Brand } from "./Brand.tsx"

export const SignedOutShell = ({ children }: { readonly children: ReactNode }) => (
  <div className="signed-out">
    <header className="row-between">
      <Brand />
      <a href="/docs" className="header-link">
        API reference
      </a>
    </header>
    <main className="signed-out-main">{children}</main>
  </div>
)
