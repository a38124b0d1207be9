import { sampleStory } from "./sampleStory.ts"
import { oneNode, storyWorlds } from "./storyWorlds.ts"

for (const world of storyWorlds) if (world !== oneNode) sampleStory(world)
