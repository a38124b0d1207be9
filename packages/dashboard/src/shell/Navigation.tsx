/** Where one can go. One element for both widths: beside the page, or a popover that a button opens. */
import { useEffect, useRef } from "react"
import type { ReactNode } from "react"
import { Link, useLocation, useRoute } from "wouter"

import { SignOutButton } from "../session/SignOutButton.tsx"

export const navigationId = "navigation"

interface Group {
  readonly title?: string
  readonly links: ReadonlyArray<readonly [href: string, word: string, alsoAt?: string]>
}

const groups: ReadonlyArray<Group> = [
  {
    links: [
      ["/", "Overview"],
      ["/verify", "Verify"],
      ["/bulk", "Bulk", "/jobs/:id"],
      ["/ledger", "Ledger", "/ledger/:id"]
    ]
  },
  {
    title: "Developers",
    links: [
      ["/keys", "API keys"],
      ["/webhooks", "Webhooks"],
      ["/usage", "Usage"]
    ]
  }
]

const account: Group = { title: "Account", links: [["/settings", "Settings"]] }
const administration: Group = { title: "Service", links: [["/admin", "Admin"]] }

/** Never the path of a page: asked for where there is no second one. */
const nowhere = "/-"

interface EntryProps {
  readonly href: string
  readonly alsoAt?: string | undefined
  readonly children: ReactNode
}

const Entry = ({ href, alsoAt, children }: EntryProps) => {
  const [isHere] = useRoute(href)
  const [isBelow] = useRoute(alsoAt ?? nowhere)
  return (
    <li>
      <Link
        href={href}
        className="nav-link"
        aria-current={isHere ? "page" : isBelow ? "true" : undefined}
      >
        {children}
      </Link>
    </li>
  )
}

interface NavigationProps {
  readonly isAdmin: boolean
  readonly email: string | undefined
}

export const Navigation = ({ isAdmin, email }: NavigationProps) => {
  const element = useRef<HTMLElement>(null)
  const [path] = useLocation()
  useEffect(() => {
    // Open on a phone alone, and done with once one has gone somewhere.
    if (element.current?.matches(":popover-open")) element.current.hidePopover()
  }, [path])
  const all = [...groups, account, ...(isAdmin ? [administration] : [])]
  return (
    <nav ref={element} id={navigationId} className="nav" popover="auto" aria-label="Main">
      {all.map(({ title, links }) => (
        <div key={title ?? ""} className="nav-group">
          {title && <p className="nav-title">{title}</p>}
          <ul>
            {links.map(([href, word, alsoAt]) => (
              <Entry key={href} href={href} alsoAt={alsoAt}>
                {word}
              </Entry>
            ))}
          </ul>
        </div>
      ))}
      <div className="nav-foot">
        <p className="breaks small muted">{email ?? " "}</p>
        <SignOutButton />
      </div>
    </nav>
  )
}
