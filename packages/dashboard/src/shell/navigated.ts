/** How one came to the page that is shown: by a link of ours, by Back and Forward, or by loading it. */
let came: "loaded" | "link" | "history" = "loaded"

/** Of the page that is shown: a filter in its query is no other page, and leaves one where one is. */
let path = window.location.pathname

window.addEventListener("popstate", () => {
  came = "history"
  path = window.location.pathname
})
// wouter has `pushState` say that it was called.
window.addEventListener("pushState", () => {
  came = "link"
  if (window.location.pathname !== path) window.scrollTo(0, 0)
  path = window.location.pathname
})
window.addEventListener("replaceState", () => {
  came = "link"
  path = window.location.pathname
})

export const wasNavigated = (): boolean => came !== "loaded"
