/** What does not work as it should, and what to do about it. Nothing at all when all is well. */
import type { Notice as Found } from "@rcpt/api/Notices"

import { CopyButton } from "../parts/CopyButton.tsx"
import { Notice } from "../parts/Notice.tsx"

/** More would push away what one came for. They come the worst first. */
const shownMax = 2

const kinds = { problem: "error", warning: "warning", note: "info" } as const

const One = ({ severity, says, advice, setting, for: whom }: Found) => (
  <Notice kind={kinds[severity]} title={says} standing>
    {advice && <p>{advice}</p>}
    {setting !== undefined && (
      <p className="overview-setting">
        <code className="breaks">{setting}</code>
        <CopyButton text={setting} />
      </p>
    )}
    {whom === "operator" && <p className="small">Only operators of this service see this.</p>}
  </Notice>
)

/** Ids come twice, as of two providers; their order is kept. */
const list = (notices: ReadonlyArray<Found>, from: number) =>
  notices.map((notice, place) => <One key={`${notice.id} ${from + place}`} {...notice} />)

export const ServiceNotices = ({ notices }: { readonly notices: ReadonlyArray<Found> }) => {
  if (notices.length === 0) return null
  const more = notices.slice(shownMax)
  return (
    <section className="stack-tight" aria-label="Notices">
      {list(notices.slice(0, shownMax), 0)}
      {more.length > 0 && (
        <details className="overview-details">
          <summary>{more.length === 1 ? "1 more notice" : `${more.length} more notices`}</summary>
          <div className="stack-tight">{list(more, shownMax)}</div>
        </details>
      )}
    </section>
  )
}
