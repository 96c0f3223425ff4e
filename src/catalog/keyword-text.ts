/** "dusk, harbor; dusk" → ["dusk", "harbor"]: splits keywords as people type and paste them. */
export const splitKeywords = (text: string): string[] =>
  [
    ...new Map(
      text
        .split(/[,;\n]/)
        .map(keyword => keyword.replaceAll(/\s+/g, ' ').trim())
        .filter(Boolean)
        .toReversed()
        .map(keyword => [keyword.toLowerCase(), keyword]),
    ).values(),
  ].toReversed()
