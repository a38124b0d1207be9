export const api = {}
