/**
 * The build of the dashboard: static files with hashed names, each with its compressed versions beside it.
 * JSX needs no plugin, because Vite's own compiler supports it.
 */
import { defineConfig } from "vite"

import { precompress } from "./build/precompress.ts"
import { preloadApp } from "./build/preloadApp.ts"

/** The service that `npx vite` forwards API requests to. Used only in development. */
const service = "http://127.0.0.1:8080"

export default defineConfig({
  plugins: [preloadApp(), precompress()],
  // The value does not depend on the operator's NODE_ENV, because React's development build is three times
  // as large.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    // The target is browsers of early 2024. Code for older ones would be most of the bundle.
    target: ["chrome120", "firefox121", "safari17.2"],
    // Both would be inline, which the page's policy (http/dashboard/serveDashboard.ts) forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false
  },
  server: { proxy: { "/api": service, "/docs": service, "/form": service, "/healthz": service } }
})
