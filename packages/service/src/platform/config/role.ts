/**
 * The roles of a node of a cluster. A node with the role `all` does everything. `api` nodes answer requests and
 * ask no mail server, so they need no port 25; `probe` nodes ask mail servers and answer no requests. Both work on
 * jobs, except that `api` nodes leave the questions to mail servers to others.
 */
export const roles = ["all", "api", "probe"] as const
export type Role = (typeof roles)[number]

export const roleMeaning =
  "in a cluster: api: answers requests, asks no mail server; probe: asks mail servers, answers health checks only"

export const asksMailServers = (role: Role): boolean => role !== "api"

export const answersRequests = (role: Role): boolean => role !== "probe"
