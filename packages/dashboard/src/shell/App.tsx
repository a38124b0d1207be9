/** Draws the app: an entry of its own, so that it starts after the words are loaded (main.tsx). */
import { createRoot } from "react-dom/client"

import { App } from "./App.tsx"

export const renderApp = (root: HTMLElement): void => createRoot(root).render(<App />)
