/** Whether a client has what we would send. */

/** RFC 9110 §13.1.2: compared weakly, so that a proxy which has weakened ours is understood. */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? "")
    .split(",")
    .map((candidate) => candidate.trim().replace(/^W\//, ""))
    .some((candidate) => candidate === etag || candidate === "*")
