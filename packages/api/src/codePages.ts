/**
 * Encodings of DOS that platforms do not decode: programs of shops and clubs still write them. Own code, since a table of
 * 128 characters is all that each of them is (IBM code pages, as Unicode's mapping files have them).
 */

/** The characters of the octets from 0x80. */
const codePages = {
  ibm850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ibm437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  ibm852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐" +
    "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0"
} satisfies Readonly<Record<string, string>>

type CodePage = keyof typeof codePages

const isCodePage = (name: string): name is CodePage => Object.hasOwn(codePages, name)

/** Names that people and programs have for them: cp850, IBM-850, dos850. */
const alias = /^(?:cp|ibm|dos|oem)?[-_ ]?(850|858|437|852)$/

/** 858 is 850 with a euro sign in the place of a letter that no name has. */
const numbers: Readonly<Record<string, CodePage>> = {
  "850": "ibm850",
  "858": "ibm850",
  "437": "ibm437",
  "852": "ibm852"
}

/** The code page of that name; `undefined`: none of ours. */
export const codePageOf = (name: string): string | undefined => {
  const lower = name.trim().toLowerCase()
  return numbers[alias.exec(lower)?.[1] ?? ""]
}

export interface TextReader {
  readonly decode: (octets?: Uint8Array, options?: { readonly stream?: boolean }) => string
}

const firstOctet = 0x80

/** Decodes text of a code page or an encoding of the platform, piece by piece. */
export const readerOf = (encoding: string): TextReader => {
  if (!isCodePage(encoding)) return new TextDecoder(encoding, { ignoreBOM: true })
  const characters = Array.from(codePages[encoding])
  const characterOf = (octet: number): string =>
    octet < firstOctet ? String.fromCharCode(octet) : characters[octet - firstOctet]!
  return { decode: (octets = new Uint8Array()) => Array.from(octets, characterOf).join("") }
}
