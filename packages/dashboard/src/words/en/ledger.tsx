export const ledger = {}
