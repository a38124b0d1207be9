/**
 * The column of an uploaded CSV that holds the addresses, by its header. The service and the dashboard
 * share this rule. The module imports nothing, so that a browser loads only these few lines.
 */

const exactNames: ReadonlyArray<string> = ["email", "e-mail", "email_address"]

const normalize = (name: string): string => name.trim().toLowerCase()

export const isNamedEmail = (name: string): boolean => exactNames.includes(normalize(name))

/**
 * From 0; -1: there is none. The last resort, a name with "e-mail" in it, is not in the contract:
 * it takes the "E-mail Address" of Outlook's export, which would be refused otherwise.
 */
export const findEmailColumn = (header: ReadonlyArray<string>): number => {
  const exact = header.findIndex(isNamedEmail)
  if (exact !== -1) return exact
  const named = header.findIndex((name) => normalize(name).includes("email"))
  return named === -1 ? header.findIndex((name) => normalize(name).includes("e-mail")) : named
}

const address = /^[^\s@,;]+@[^\s@,;|]+$/

/** Whether a cell may be an address: enough to find the column in a file without a header. */
export const looksLikeAddress = (cell: string): boolean => address.test(cell.trim())
