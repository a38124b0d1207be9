/** Where the browser begins. */
import { createRoot } from "react-dom/client"

// In this order: base.css says which layer wins.
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/layout.css"
import "./styles/parts.css"
import "./styles/print.css"
import { App } from "./shell/App.tsx"

const root = document.getElementById("root")
if (root) createRoot(root).render(<App />)
