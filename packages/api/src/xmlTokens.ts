/**
 * The tags and texts of an XML document that a program wrote. Own code, since the parser of a browser
 * is not in Node, and its document takes ten times the memory of the text. Names lose their prefix.
 */

type XmlToken =
  | { readonly _tag: "Open"; readonly name: string; readonly attributes: string }
  | { readonly _tag: "Close"; readonly name: string }
  | { readonly _tag: "Text"; readonly text: string }

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

/** The end of a tag: a ">" outside of quotes. */
const tagEnd = (xml: string, from: number): number => {
  for (let at = from; at < xml.length; at++) {
    const char = xml[at]!
    if (char === ">") return at
    if (char !== '"' && char !== "'") continue
    const close = xml.indexOf(char, at + 1)
    if (close === -1) return xml.length
    at = close
  }
  return xml.length
}

/** Where what begins at `from` ends, by its last characters. */
const endOf = (xml: string, mark: string, from: number): number => {
  const end = xml.indexOf(mark, from)
  return end === -1 ? xml.length : end
}

const cdata = "<![CDATA["
const comment = "<!--"

const tagName = /^\/?([^\s/]+)/

// oxlint-disable-next-line func-style
function* tagTokens(tag: string): Generator<XmlToken> {
  const found = tagName.exec(tag)?.[1]
  if (found === undefined || found.startsWith("?") || found.startsWith("!")) return
  const name = found.slice(found.indexOf(":") + 1)
  if (tag.startsWith("/")) return yield { _tag: "Close", name }
  yield { _tag: "Open", name, attributes: tag.slice(found.length) }
  if (tag.endsWith("/")) yield { _tag: "Close", name }
}

/** In linear time, whatever the document is: an archive may have been made to take long. */
// oxlint-disable-next-line func-style
export function* xmlTokens(xml: string): Generator<XmlToken> {
  let at = 0
  while (at < xml.length) {
    const open = endOf(xml, "<", at)
    if (open > at) yield { _tag: "Text", text: plain(xml.slice(at, open)) }
    if (open === xml.length) return
    if (xml.startsWith(cdata, open)) {
      const end = endOf(xml, "]]>", open)
      yield { _tag: "Text", text: xml.slice(open + cdata.length, end) }
      at = end + "]]>".length
    } else if (xml.startsWith(comment, open)) at = endOf(xml, "-->", open) + "-->".length
    else {
      const end = tagEnd(xml, open + 1)
      yield* tagTokens(xml.slice(open + 1, end))
      at = end + 1
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
