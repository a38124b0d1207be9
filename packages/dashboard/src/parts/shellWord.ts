/** Text as one word of a shell command. */

/** A quote in the text ends the quoting, is escaped, and the quoting begins again. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Quoted only if it has characters that a shell would read otherwise. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text)
