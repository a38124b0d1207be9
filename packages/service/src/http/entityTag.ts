/** Whether the copy that a client has cached is still current. */

/** RFC 9110 §13.1.2: the comparison is weak, because a proxy may have weakened the tag. */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? "")
    .split(",")
    .map((candidate) => candidate.trim().replace(/^W\//, ""))
    .some((candidate) => candidate === etag || candidate === "*")
