/** The place of missing content: a picture of what will be here, and the first step to it. */
import type { ReactNode } from "react"

/** Pictures drawn on 96 by 72: `line` is the paper, `fill-…` what stands on it. */
const pictures = {
  bars: (
    <>
      <path className="picture-line" d="M10 62H86" />
      <rect className="fill-valid" x="16" y="40" width="10" height="22" rx="1" />
      <rect className="fill-valid" x="33" y="30" width="10" height="32" rx="1" />
      <rect className="fill-risky" x="33" y="24" width="10" height="5" rx="1" />
      <rect className="fill-valid" x="50" y="34" width="10" height="28" rx="1" />
      <rect className="fill-valid" x="67" y="18" width="10" height="44" rx="1" />
      <rect className="fill-invalid" x="67" y="11" width="10" height="6" rx="1" />
    </>
  ),
  list: (
    <>
      <rect className="picture-paper" x="12" y="8" width="72" height="56" rx="4" />
      <path className="picture-line" d="M22 22H54M22 36H60M22 50H48" />
      <circle className="fill-valid" cx="72" cy="22" r="4" />
      <circle className="fill-risky" cx="72" cy="36" r="4" />
      <circle className="fill-invalid" cx="72" cy="50" r="4" />
    </>
  ),
  receipt: (
    <>
      <path className="picture-paper" d="M28 6H68V64L62 59 55 64 48 59 41 64 34 59 28 64Z" />
      <path className="picture-line" d="M36 18H50M36 28H46M36 38H50M36 49H60" />
      <path className="picture-accent" d="M56 18H60M56 28H60M56 38H60" />
    </>
  ),
  key: (
    <>
      <circle className="picture-paper" cx="32" cy="36" r="15" />
      <circle className="picture-accent" cx="28" cy="36" r="4" />
      <path className="picture-line" d="M47 36H84M72 36V47M80 36V44" />
    </>
  ),
  exchange: (
    <>
      <rect className="picture-paper" x="8" y="22" width="28" height="28" rx="4" />
      <rect className="picture-paper" x="60" y="22" width="28" height="28" rx="4" />
      <path className="picture-accent" d="M40 36H55M50 31 55 36 50 41" />
      <path className="picture-line" d="M15 32H29M15 40H25M68 36 73 41 81 31" />
    </>
  ),
  check: (
    <>
      <rect className="picture-paper" x="8" y="24" width="80" height="24" rx="5" />
      <path className="picture-line" d="M18 36H52" />
      <circle className="fill-valid" cx="74" cy="36" r="8" />
      <path className="picture-tick" d="M70.5 36.5 73 39 77.5 33.5" />
    </>
  ),
  lost: (
    <>
      <path className="picture-paper" d="M30 8H58L70 20V64H30Z" />
      <path
        className="picture-line"
        d="M58 8V20H70M45 36a5 5 0 1 1 7 4.600c-2 1-2 2-2 3.400M50 52v.2"
      />
    </>
  )
} satisfies Readonly<Record<string, ReactNode>>

type Picture = keyof typeof pictures

/** A small drawing of the content that an empty place will hold. The text beside it says the same. */
const EmptyPicture = ({ name }: { readonly name: Picture }) => (
  <svg className="picture" viewBox="0 0 96 72" width="96" height="72" aria-hidden="true">
    {pictures[name]}
  </svg>
)

interface EmptyStateProps {
  readonly title: string
  readonly picture?: Picture
  readonly children: ReactNode
  readonly action?: ReactNode
}

export const EmptyState = ({ title, picture, children, action }: EmptyStateProps) => (
  <div className="empty">
    {picture && <EmptyPicture name={picture} />}
    <div className="empty-words">
      <p className="empty-title">{title}</p>
      <div className="empty-text">{children}</div>
      {action && <div className="row">{action}</div>}
    </div>
  </div>
)
