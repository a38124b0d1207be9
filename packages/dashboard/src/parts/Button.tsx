/**
 * A button, and a link that looks like one. While `pending` it keeps its size and its focus, says so,
 * and does nothing when pressed again.
 */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react"
import { Link } from "wouter"

import { Icon } from "./Icon.tsx"
import type { IconName } from "./Icon.tsx"

export type Variant = "primary" | "secondary" | "danger" | "quiet"

interface Look {
  readonly variant?: Variant
  readonly icon?: IconName
  /** For rows of a table and other narrow places. */
  readonly small?: boolean
  readonly children: ReactNode
}

const classOf = ({ variant = "secondary", small = false }: Omit<Look, "children">): string =>
  `button button-${variant}${small ? " button-small" : ""}`

export interface ButtonProps
  extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Look> {
  readonly pending?: boolean
}

export const Button = ({
  variant,
  icon,
  small,
  pending = false,
  children,
  onClick,
  type = "button",
  className = "",
  ...rest
}: ButtonProps) => {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (pending) return event.preventDefault()
    onClick?.(event)
  }
  return (
    <button
      {...rest}
      // Submitted by the form, which hears of Enter, too.
      type={type}
      onClick={press}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={`${classOf({ ...(variant && { variant }), ...(small && { small }) })} ${className}`}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {pending && <span className="button-spinner" aria-hidden="true" />}
    </button>
  )
}

interface ButtonLinkProps extends Look {
  readonly href: string
  /** The browser leaves the page for it, or saves it: a file, a page that is not of the dashboard. */
  readonly outside?: boolean
  readonly download?: boolean
}

export const ButtonLink = ({
  href,
  outside,
  download,
  icon,
  children,
  ...look
}: ButtonLinkProps) => {
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  )
  return outside || download ? (
    <a href={href} className={classOf(look)} {...(download && { download: "" })}>
      {inside}
    </a>
  ) : (
    <Link href={href} className={classOf(look)}>
      {inside}
    </Link>
  )
}
