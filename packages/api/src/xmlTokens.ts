/**
 * The tags and texts of an XML document that a program wrote. Own code of one expression, since the parser of a browser
 * is not in Node, and its document takes ten times the memory of the text. Names lose their prefix.
 */

export type XmlToken =
  | { readonly _tag: "Open"; readonly name: string; readonly attributes: string }
  | { readonly _tag: "Close"; readonly name: string }
  | { readonly _tag: "Text"; readonly text: string }

const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^>"']|"[^"]*"|'[^']*')*)>|([^<]+)/g

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.includes("&")
    ? text.replace(
        /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
        (all, hex?: string, decimal?: string, name?: string) => {
          if (name !== undefined) return named[name] ?? all
          const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
          return code <= 0x10ffff ? String.fromCodePoint(code) : all
        }
      )
    : text

// oxlint-disable-next-line func-style
export function* xmlTokens(xml: string): Generator<XmlToken> {
  for (const [, data, slash, name, attributes = "", text] of xml.matchAll(token)) {
    if (data !== undefined) yield { _tag: "Text", text: data }
    else if (text !== undefined) yield { _tag: "Text", text: plain(text) }
    else if (name !== undefined && slash === "/") yield { _tag: "Close", name }
    else if (name !== undefined) {
      yield { _tag: "Open", name, attributes }
      if (attributes.endsWith("/")) yield { _tag: "Close", name }
    }
  }
}

const patterns = new Map<string, RegExp>()

/** The value of an attribute, whatever prefix it has. */
export const attributeOf = (attributes: string, name: string): string | undefined => {
  const pattern =
    patterns.get(name) ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  const found = pattern.exec(attributes)
  return found === null ? undefined : plain(found[1] ?? found[2] ?? "")
}
