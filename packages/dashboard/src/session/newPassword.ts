/** What the service asks of a new password; `passwordChars` of the domain has the last word. */
export const passwordMin = 12

export const passwordHint = `At least ${passwordMin} characters. A few words in a row are best.`
