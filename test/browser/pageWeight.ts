/** What a page weighs for a reader with a phone: bytes as they are sent, requests, and until it can be read. */
import type { Page } from "playwright-core"

/** Lighthouse's slow 4G: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8
}

/** And its slow processor. */
const slowdown = 4

export interface Weight {
  /** Octets on the wire, headers included. */
  readonly octets: number
  readonly requests: number
  /** Milliseconds until DOMContentLoaded, on slow 4G with a processor four times slower. */
  readonly ready: number
}

/** With an empty cache. */
export const weigh = async (page: Page, url: string): Promise<Weight> => {
  const session = await page.context().newCDPSession(page)
  let [octets, requests] = [0, 0]
  session.on("Network.requestWillBeSent", () => requests++)
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (octets += encodedDataLength))
  await session.send("Network.enable")
  await session.send("Network.setCacheDisabled", { cacheDisabled: true })
  await session.send("Network.emulateNetworkConditions", slow4G)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
  await page.goto(url, { waitUntil: "networkidle" })
  // A slow processor may be at its scripts yet when the network is idle.
  const ready = await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByType("navigation")
    return entry instanceof PerformanceNavigationTiming && entry.domContentLoadedEventEnd
  })
  await session.detach()
  return { octets, requests, ready: Math.round(Number(await ready.jsonValue())) }
}
