/** Problems of the service, and what to do about them. Empty if there are none. */
import type { Notice as ServiceNotice } from "@rcpt/api/Notices"

import { CopyButton } from "../parts/CopyButton.tsx"
import { Notice } from "../parts/Notice.tsx"
import { words } from "../words/overview.tsx"

const { notices: said } = words

/** The rest is folded away, so that it does not push the page down. The service sorts them worst first. */
const shownMax = 2

const kinds = { problem: "error", warning: "warning", note: "info" } as const

const NoticeItem = ({ severity, says, advice, setting, for: audience }: ServiceNotice) => (
  <Notice kind={kinds[severity]} title={<span lang="en">{says}</span>} standing>
    {advice && <p lang="en">{advice}</p>}
    {setting !== undefined && (
      <p className="overview-setting">
        <code className="breaks">{setting}</code>
        <CopyButton text={setting} />
      </p>
    )}
    {audience === "operator" && <p className="small">{said.onlyOperators}</p>}
  </Notice>
)

/** The index is part of the key, because an id may occur twice, for two providers. */
const itemsOf = (notices: ReadonlyArray<ServiceNotice>, from: number) =>
  notices.map((notice, index) => <NoticeItem key={`${notice.id} ${from + index}`} {...notice} />)

export const ServiceNotices = ({ notices }: { readonly notices: ReadonlyArray<ServiceNotice> }) => {
  if (notices.length === 0) return null
  const more = notices.slice(shownMax)
  return (
    <section className="stack-tight" aria-label={said.label}>
      {itemsOf(notices.slice(0, shownMax), 0)}
      {more.length > 0 && (
        <details className="overview-details">
          <summary>{said.more(more.length)}</summary>
          <div className="stack-tight">{itemsOf(more, shownMax)}</div>
        </details>
      )}
    </section>
  )
}
