/**
 * A button, and a link that looks like one. While `pending` it keeps its size and focus, shows a spinner
 * and ignores presses.
 */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react"
import { Link } from "wouter"

import { Icon } from "./Icon.tsx"
import type { IconName } from "./Icon.tsx"

type Variant = "primary" | "secondary" | "danger" | "quiet"

interface ButtonStyle {
  readonly variant?: Variant
  readonly icon?: IconName
  /** True for rows of a table and other narrow places. */
  readonly small?: boolean
  readonly children: ReactNode
}

const classOf = ({ variant = "secondary", small = false }: Omit<ButtonStyle, "children">): string =>
  `button button-${variant}${small ? " button-small" : ""}`

interface ButtonProps
  extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonStyle> {
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
      // A submit button is handled by its form, which also handles Enter.
      type={type}
      onClick={press}
      aria-disabled={pending || rest["aria-disabled"]}
      aria-busy={pending || undefined}
      className={`${classOf({ ...(variant && { variant }), ...(small && { small }) })} ${className}`}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {pending && <span className="button-spinner" aria-hidden="true" />}
    </button>
  )
}

interface ButtonLinkProps extends ButtonStyle {
  readonly href: string
  /** True if the link leads out of the dashboard. */
  readonly outside?: boolean
  /** True for a download, or the name of the file. */
  readonly download?: boolean | string
}

export const ButtonLink = ({
  href,
  outside,
  download,
  icon,
  children,
  ...style
}: ButtonLinkProps) => {
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  )
  return outside || download ? (
    <a
      href={href}
      className={classOf(style)}
      {...(download && { download: download === true ? "" : download })}
    >
      {content}
    </a>
  ) : (
    <Link href={href} className={classOf(style)}>
      {content}
    </Link>
  )
}
