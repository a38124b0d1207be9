export const receipt = {}
