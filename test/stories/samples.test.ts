import { sampleStory } from "./sampleStory.ts"
import { oneNode } from "./storyWorlds.ts"

sampleStory(oneNode)
