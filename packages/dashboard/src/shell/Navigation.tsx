/** The main navigation. One element for both widths: beside the page, or a popover opened by a button. */
import { useEffect, useRef } from "react"
import type { ReactNode } from "react"
import { Link, useLocation, useRoute } from "wouter"

import { SignOutButton } from "../session/SignOutButton.tsx"
import { LanguageChoice } from "./LanguageChoice.tsx"
import { TimeZone } from "./TimeZone.tsx"

export const navigationId = "navigation"

export interface LinkGroup {
  readonly title?: string
  readonly links: ReadonlyArray<readonly [href: string, label: string, alsoAt?: string]>
}

/** Also for the palette and the shortcuts. */
export const groups: ReadonlyArray<LinkGroup> = [
  {
    links: [
      ["/", "Overview"],
      ["/verify", "Verify"],
      ["/bulk", "Bulk", "/jobs/:id"],
      ["/activity", "Activity", "/activity/:id"],
      ["/ledger", "Ledger", "/ledger/:id"]
    ]
  },
  {
    title: "Developers",
    links: [
      ["/keys", "API keys"],
      ["/webhooks", "Webhooks", "/webhooks/:id"],
      ["/usage", "Usage"]
    ]
  }
]

export const account: LinkGroup = {
  title: "Account",
  links: [
    ["/settings", "Settings"],
    ["/people", "People"],
    ["/security", "Security"]
  ]
}
export const administration: LinkGroup = { title: "Service", links: [["/admin", "Admin"]] }

/** Matches no page: for links without a second path. */
const noPath = "/-"

interface NavLinkProps {
  readonly href: string
  readonly alsoAt?: string | undefined
  readonly children: ReactNode
}

const NavLink = ({ href, alsoAt, children }: NavLinkProps) => {
  const [isHere] = useRoute(href)
  const [isBelow] = useRoute(alsoAt ?? noPath)
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
    // Only on a phone it is a popover, which closes after navigation.
    if (element.current?.matches(":popover-open")) element.current.hidePopover()
  }, [path])
  const all = [...groups, account, ...(isAdmin ? [administration] : [])]
  return (
    <nav ref={element} id={navigationId} className="nav" popover="auto" aria-label="Main">
      {all.map(({ title, links }) => (
        <div key={title ?? ""} className="nav-group">
          {title && <p className="nav-title">{title}</p>}
          <ul>
            {links.map(([href, label, alsoAt]) => (
              <NavLink key={href} href={href} alsoAt={alsoAt}>
                {label}
              </NavLink>
            ))}
          </ul>
        </div>
      ))}
      <div className="nav-foot">
        <p className="breaks small muted">{email ?? " "}</p>
        <SignOutButton />
        <TimeZone />
        <LanguageChoice />
      </div>
    </nav>
  )
}
