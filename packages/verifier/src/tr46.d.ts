/** tr46 7.0.0 ships no types; this is the part of it that we use. */
declare module "tr46" {
  export const toASCII: (
    domain: string,
    options: {
      readonly checkBidi: boolean
      readonly checkHyphens: boolean
      readonly checkJoiners: boolean
      readonly useSTD3ASCIIRules: boolean
      readonly verifyDNSLength: boolean
      readonly transitionalProcessing: boolean
    }
  ) => string | null
  export const toUnicode: (domain: string) => { readonly domain: string; readonly error: boolean }
}
