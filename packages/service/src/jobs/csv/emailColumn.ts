/** Which column holds the addresses, and what an address of a row is. */

const exactNames: ReadonlyArray<string> = ["email", "e-mail", "email_address"]

const normal = (name: string): string => name.trim().toLowerCase()

export const isNamedEmail = (name: string): boolean => exactNames.includes(normal(name))

/**
 * From 0; -1: there is none. The last resort, a name with "e-mail" in it, is not in the contract:
 * it takes the "E-mail Address" of Outlook's export, which would be refused otherwise.
 */
export const findEmailColumn = (header: ReadonlyArray<string>): number => {
  const exact = header.findIndex(isNamedEmail)
  if (exact !== -1) return exact
  const named = header.findIndex((name) => normal(name).includes("email"))
  return named === -1 ? header.findIndex((name) => normal(name).includes("e-mail")) : named
}

/** As it is verified. Empty: the row has none. */
export const emailOf = (cells: ReadonlyArray<string>, emailColumn: number): string =>
  cells[emailColumn]?.trim() ?? ""
