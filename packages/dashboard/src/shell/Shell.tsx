/** The frame of every signed-in page: header, navigation, and the page itself. */
import { useEffect, useRef } from "react"
import type { ReactNode } from "react"
import { Link } from "wouter"

import { useAccount } from "../api/account.ts"
import { rememberSignedIn } from "../api/leaveToSignIn.ts"
import { Commands } from "../palette/Commands.tsx"
import type { PalettePage } from "../palette/paletteItems.ts"
import { Credits } from "../parts/Credits.tsx"
import { Icon } from "../parts/Icon.tsx"
import { PasswordAgain } from "../session/PasswordAgain.tsx"
import { words } from "../words/shell.tsx"
import { Brand } from "./Brand.tsx"
import { account, administration, groups, Navigation, navigationId } from "./Navigation.tsx"

const reference: PalettePage = {
  href: "/docs",
  label: words.reference,
  words: words.alsoCalled["/docs"],
  outside: true
}

/**
 * The pages of the palette and the shortcuts: the links of the navigation, with other words that people
 * call them by.
 */
const palettePages = (isAdmin: boolean): ReadonlyArray<PalettePage> => [
  ...[...groups, account, ...(isAdmin ? [administration] : [])].flatMap(({ links }) =>
    links.map(([href]) => ({ href, label: words.pages[href], words: words.alsoCalled[href] }))
  ),
  reference
]

/** If another tab signs in with another account, a reload removes the data of the previous one. */
const useSameAccount = (email: string | undefined): void => {
  const previous = useRef<string>(undefined)
  useEffect(() => {
    if (email === undefined) return
    rememberSignedIn()
    if (previous.current !== undefined && previous.current !== email) window.location.reload()
    previous.current = email
  }, [email])
}

const isFileInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "file"

/** The page of lists takes files anywhere, and its own listener says so, whichever is called first. */
const refuse = (event: DragEvent): void => {
  const { dataTransfer } = event
  if (event.defaultPrevented || isFileInput(event.target)) return
  if (!dataTransfer?.types.includes("Files")) return
  event.preventDefault()
  dataTransfer.dropEffect = "none"
}

/** Keeps the browser from leaving the page for a file that is dropped where nothing takes it. */
const useNoFileOpening = (): void =>
  useEffect(() => {
    window.addEventListener("dragover", refuse)
    window.addEventListener("drop", refuse)
    return () => {
      window.removeEventListener("dragover", refuse)
      window.removeEventListener("drop", refuse)
    }
  }, [])

interface HeaderProps {
  readonly credits: number | undefined
  readonly isAdmin: boolean
}

const Header = ({ credits, isAdmin }: HeaderProps) => (
  <header className="header">
    <button
      type="button"
      className="header-menu"
      popoverTarget={navigationId}
      aria-label={words.menu}
    >
      <Icon name="menu" />
    </button>
    <Link href="/" className="header-brand">
      <Brand />
    </Link>
    <Commands pages={palettePages(isAdmin)} />
    <a href="/docs" className="header-link header-docs">
      {words.reference}
    </a>
    <Link href="/ledger" className="header-link header-credits">
      <span className="header-label">{words.creditsAvailable}</span>{" "}
      {credits === undefined ? (
        <span className="header-unknown" aria-hidden="true" />
      ) : (
        <Credits amount={credits} />
      )}
    </Link>
  </header>
)

export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const { data: account } = useAccount()
  useSameAccount(account?.email)
  useNoFileOpening()
  const isAdmin = account?.is_admin === true
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <Header credits={account?.credits} isAdmin={isAdmin} />
      <Navigation isAdmin={isAdmin} email={account?.email} />
      <main id="main" className="main" tabIndex={-1}>
        {children}
      </main>
      <PasswordAgain />
    </div>
  )
}
