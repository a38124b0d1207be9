import { createRoot } from "react-dom/client"

import { App } from "./App.tsx"

export const renderApp = (root: HTMLElement): void => createRoot(root).render(<App />)
