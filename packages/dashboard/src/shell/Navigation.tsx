/**
 * The main navigation. One element serves both widths: it is beside the page, or a popover opened by a
 * button.
 */
import { useEffect, useRef } from "react"
import type { ReactNode } from "react"
import { Link, useLocation, useRoute } from "wouter"

import { SignOutButton } from "../session/SignOutButton.tsx"
import { words } from "../words/shell.tsx"
import { LanguageChoice } from "./LanguageChoice.tsx"

const offsetOf = (date: Date): string | undefined =>
  new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value

/** The name of the reader's time zone, such as "Europe/Berlin (GMT+1)"; UTC is just "UTC". */
const zoneAt = (date: Date): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const offset = offsetOf(date)
  if (timeZone === "UTC" || offset === undefined) return timeZone
  return `${timeZone.replaceAll("_", " ")} (${offset})`
}

/** The name of the zone now, because summer time changes it. */
const zoneText = (): string => zoneAt(new Date())

/** Says once for all pages which time zone their times are in. */
const TimeZone = () => <p className="small muted breaks">{words.times(zoneText())}</p>

export const navigationId = "navigation"

type PagePath = keyof typeof words.pages

interface LinkGroup {
  readonly title?: string
  readonly links: ReadonlyArray<readonly [href: PagePath, alsoAt?: string]>
}

/** The links of the navigation, also for the palette and the shortcuts. */
export const groups: ReadonlyArray<LinkGroup> = [
  {
    links: [
      ["/"],
      ["/verify"],
      ["/bulk", "/jobs/:id"],
      ["/schedules", "/schedules/:id"],
      ["/rules"],
      ["/activity", "/activity/:id"],
      ["/accuracy"],
      ["/ledger", "/ledger/:id"]
    ]
  },
  {
    title: words.groups.developers,
    links: [["/keys"], ["/webhooks", "/webhooks/:id"], ["/inlets", "/inlets/:id"], ["/usage"]]
  }
]

export const account: LinkGroup = {
  title: words.groups.account,
  links: [["/settings"], ["/people"], ["/security"]]
}
export const administration: LinkGroup = { title: words.groups.service, links: [["/admin"]] }

/** A path that matches no page, for links without a second path. */
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
    // On a phone the navigation is a popover, which closes after navigation.
    if (element.current?.matches(":popover-open")) element.current.hidePopover()
  }, [path])
  const all = [...groups, account, ...(isAdmin ? [administration] : [])]
  return (
    <nav
      ref={element}
      id={navigationId}
      className="nav"
      popover="auto"
      aria-label={words.navigation}
    >
      {all.map(({ title, links }) => (
        <div key={title ?? ""} className="nav-group">
          {title && <p className="nav-title">{title}</p>}
          <ul>
            {links.map(([href, alsoAt]) => (
              <NavLink key={href} href={href} alsoAt={alsoAt}>
                {words.pages[href]}
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
