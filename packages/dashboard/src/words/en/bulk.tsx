export const bulk = {}
