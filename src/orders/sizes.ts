const one_digit = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** "48.2 MB", "3.4 GB" */
export const sizeOf = (bytes: number): string =>
  bytes < 1e9 ? `${one_digit.format(Math.max(bytes / 1e6, 0.1))} MB` : `${one_digit.format(bytes / 1e9)} GB`
