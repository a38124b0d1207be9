/** The interfaces, and their routes by path. */
import type { DropInName } from "@rcpt/api/otherServices"

import type { DropIn, Route } from "./DropIn.ts"
import { emailable } from "./emailable.ts"
import { kickbox } from "./kickbox.ts"
import { neverBounce } from "./neverBounce.ts"
import { reacher } from "./reacher.ts"
import { zeroBounce } from "./zeroBounce.ts"

export const dropIns: Readonly<Record<DropInName, DropIn>> = {
  reacher,
  zerobounce: zeroBounce,
  kickbox,
  neverbounce: neverBounce,
  emailable
}

export const routesOfDropIns: ReadonlyArray<Route> = Object.values(dropIns).flatMap(
  ({ routes }) => routes
)

/** The first part of each path: no path of ours begins so. */
const startsSo = /^\/v(?:0|1|2|4|4\.2)\//

export interface FoundRoute {
  readonly dropIn: DropIn
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

const patterns = Object.values(dropIns).flatMap((dropIn) =>
  dropIn.routes.map((route) => ({
    dropIn,
    route,
    pattern: new RegExp(
      `^${route.path.replaceAll(".", "\\.").replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`
    )
  }))
)

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** The routes of a path: one for each method that differs. Empty for a path of no interface. */
export const findRoutes = (path: string): ReadonlyArray<FoundRoute> => {
  if (!startsSo.test(path)) return []
  return patterns.flatMap(({ dropIn, route, pattern }) => {
    const match = pattern.exec(path)
    if (match === null) return []
    const params: Record<string, string> = {}
    for (const [name, part] of Object.entries(match.groups ?? {})) {
      const text = decoded(part)
      if (text === undefined) return []
      params[name] = text
    }
    return { dropIn, route, params }
  })
}
