/** The frame of all pages. */
export const shell = {
  language: "Language"
}
