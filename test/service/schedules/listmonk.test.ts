/** listmonk as source and sink, by its API as the docs describe it. */
import { describe } from "@effect/vitest"

import { tell } from "./listmonkStory.ts"
import { playListmonk } from "./playListmonk.ts"

describe("The API of listmonk", () => tell(playListmonk))
