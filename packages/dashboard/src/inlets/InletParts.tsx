/** What the list of inlets and the page of one have in common. */
import type { Inlet } from "@rcpt/api/Inlet"

import { NewSecret, SecretOnce } from "../parts/SecretOnce.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { words } from "../words/inlets.tsx"

export const InletBadge = ({ status }: Pick<Inlet, "status">) => (
  <Badge tone={status === "live" ? "good" : "warn"} icon={status === "live" ? "check" : "warning"}>
    {words.states[status]}
  </Badge>
)

/** The URL of a new inlet, or the new one of an old inlet, with where it belongs. */
export const NewUrl = ({ inlet: { id, name, kind, url } }: { readonly inlet: Inlet }) =>
  url === undefined ? null : (
    <NewSecret id={`${id} ${url}`} label={words.url.of(name)}>
      <div className="stack">
        <SecretOnce label={words.url.label} secret={url}>
          {words.url.once}
        </SecretOnce>
        <p>{words.kinds[kind].where}</p>
      </div>
    </NewSecret>
  )
