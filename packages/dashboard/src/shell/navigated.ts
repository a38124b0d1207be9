/** How the current page was reached: by a link, by Back or Forward, or by loading it. */
let arrival: "loaded" | "link" | "history" = "loaded"

/** The path of the current page. A change of the query alone is not another page and does not scroll. */
let path = window.location.pathname

window.addEventListener("popstate", () => {
  arrival = "history"
  path = window.location.pathname
})
// wouter dispatches these events when `pushState` and `replaceState` are called.
window.addEventListener("pushState", () => {
  arrival = "link"
  if (window.location.pathname !== path) window.scrollTo(0, 0)
  path = window.location.pathname
})
window.addEventListener("replaceState", () => {
  arrival = "link"
  path = window.location.pathname
})

export const wasNavigated = (): boolean => arrival !== "loaded"
