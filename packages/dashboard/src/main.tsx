/** The entry of the dashboard: styles, then the app. */
import { createRoot } from "react-dom/client"

// In this order: base.css sets the order of the layers.
import "./styles/fonts.css"
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/layout.css"
import "./styles/parts.css"
import "./styles/print.css"
import { App } from "./shell/App.tsx"

const root = document.getElementById("root")
if (root) createRoot(root).render(<App />)
