/**
 * Looks up names by suffix, cut at dots: `google.com` matches `aspmx.l.google.com`, not
 * `notgoogle.com`. The longest suffix wins, so an exception is a longer row.
 */
export const longestSuffix = <Row>(
  rows: ReadonlyMap<string, Row>,
  name: string
): Row | undefined => {
  let suffix = name
  for (;;) {
    const row = rows.get(suffix)
    if (row !== undefined) return row
    const dot = suffix.indexOf(".")
    if (dot === -1) return undefined
    suffix = suffix.slice(dot + 1)
  }
}

/**
 * Makes a look-up of rows whose `hosts` are suffixes. It throws if two rows have the same suffix, which is a
 * mistake in our tables.
 */
export const hostTable = <Row extends { readonly hosts: ReadonlyArray<string> }>(
  rows: ReadonlyArray<Row>
): ((host: string) => Row | undefined) => {
  const bySuffix = new Map<string, Row>()
  for (const row of rows) {
    for (const host of row.hosts) {
      if (bySuffix.has(host)) throw new RangeError(`"${host}" is in two rows of a table`)
      bySuffix.set(host, row)
    }
  }
  return (host) => longestSuffix(bySuffix, host)
}
