/** A link to the reference of the API, for a sentence of the catalogue. */
export const referenceLink = (text: string) => <a href="/docs">{text}</a>
