export const workbook = {}
