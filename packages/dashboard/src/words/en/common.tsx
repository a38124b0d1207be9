/** Words of buttons that many pages have. */
export const common = {
  cancel: "Cancel",
  tryAgain: "Try again",
  firstPage: "Go to first page"
}
