/** A section of a page with its own heading, with a border (`Card`) or without (`Section`). */
import { useId } from "react"
import type { ReactNode } from "react"

interface SectionProps {
  readonly title: string
  /** A line under the title. */
  readonly lead?: ReactNode
  /** Beside the title: buttons, a link. */
  readonly actions?: ReactNode
  /** The level of the heading: 3 for a section within a section. */
  readonly level?: 2 | 3
  readonly children: ReactNode
}

const sectionWith = (className: string) =>
  function TitledSection({ title, lead, actions, level = 2, children }: SectionProps) {
    const id = useId()
    const Heading = level === 2 ? "h2" : "h3"
    return (
      <section className={className} aria-labelledby={id}>
        <div className="section-head">
          <div>
            <Heading id={id}>{title}</Heading>
            {lead && <p className="section-lead">{lead}</p>}
          </div>
          {actions && <div className="row">{actions}</div>}
        </div>
        {children}
      </section>
    )
  }

export const Section = sectionWith("section")
export const Card = sectionWith("section card")
