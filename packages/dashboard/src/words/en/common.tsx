/** Words of buttons that many pages have. */
export const common = {
  cancel: "Cancel"
}
