/**
 * What a node of a cluster does: everything, or only one half of it. `api` nodes answer requests and ask no
 * mail server, so they need no port 25; `probe` nodes ask mail servers and answer no requests.
 * Both work on jobs, except for the questions to mail servers.
 */
export const roles = ["all", "api", "probe"] as const
export type Role = (typeof roles)[number]

export const roleMeaning =
  "in a cluster: api: answers requests, asks no mail server; probe: asks mail servers, answers health checks only"

export const asksMailServers = (role: Role): boolean => role !== "api"

export const answersRequests = (role: Role): boolean => role !== "probe"
