/** A note, a success, a warning, or an error with the request id that support needs. */
import type { ReactNode } from "react"
import { Link } from "wouter"

import { useAccount } from "../api/account.ts"
import { ApiError, sentenceOf } from "../api/ApiError.ts"
import { pathWith } from "../api/request.ts"
import { words } from "../words/parts.tsx"
import { Icon } from "./Icon.tsx"
import type { IconName } from "./Icon.tsx"
import { RetryAfter } from "./RetryAfter.tsx"

/** The way to more credits, below a 402: an owner can grant them, everybody else asks the owner. */
const MoreCredits = () => {
  const { data: account } = useAccount()
  if (account === undefined) return null
  const { email = "", is_admin = false } = account
  return is_admin ? (
    <p>
      {words.moreCredits.owner((text) => (
        <Link href={pathWith("/admin", { email })}>{text}</Link>
      ))}
    </p>
  ) : (
    <p>{words.moreCredits.customer(<b className="breaks">{email}</b>)}</p>
  )
}

type Kind = "info" | "success" | "warning" | "error"

const icons: Readonly<Record<Kind, IconName>> = {
  info: "info",
  success: "check",
  warning: "warning",
  error: "cross"
}

interface NoticeProps {
  readonly kind?: Kind
  readonly title?: ReactNode
  readonly children: ReactNode
  readonly actions?: ReactNode
  /**
   * True if it reports the outcome of a person's action. It is then read out at once, as errors always
   * are.
   */
  readonly live?: boolean
  /**
   * True if it was there when the page was opened. It is then not read out at once, even if it is an
   * error.
   */
  readonly standing?: boolean
}

export const Notice = ({
  kind = "info",
  title,
  children,
  actions,
  live = false,
  standing = false
}: NoticeProps) => (
  <div
    className={`notice notice-${kind}`}
    role={kind === "error" && !standing ? "alert" : live ? "status" : undefined}
  >
    <Icon name={icons[kind]} />
    <div className="notice-body">
      {title && <p className="notice-title">{title}</p>}
      <div>{children}</div>
      {actions && <div className="row">{actions}</div>}
    </div>
  </div>
)

interface ErrorNoticeProps {
  readonly error: unknown
  /** Replaces the error's own sentence. */
  readonly sentence?: string
  /** A text after the sentence. */
  readonly more?: string
  readonly actions?: ReactNode
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined

export const ErrorNotice = ({ error, sentence, more, actions }: ErrorNoticeProps) => (
  <Notice kind="error" actions={actions}>
    <p>
      {statusOf(error) === 429 ? <RetryAfter error={error} /> : (sentence ?? sentenceOf(error))}
      {more !== undefined && ` ${more}`}
    </p>
    {statusOf(error) === 402 && <MoreCredits />}
    {error instanceof ApiError && error.requestId && (
      <p className="notice-request">
        {words.requestId(<code className="breaks">{error.requestId}</code>)}
      </p>
    )}
  </Notice>
)
