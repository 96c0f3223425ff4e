/** "dusk, harbor; dusk" → ["dusk", "harbor"]: keywords as people type and paste them. */
export const keywordsIn = (text: string): string[] =>
  [
    ...new Map(
      text
        .split(/[,;\n]/)
        .map(word => word.replaceAll(/\s+/g, ' ').trim())
        .filter(Boolean)
        .toReversed()
        .map(word => [word.toLowerCase(), word]),
    ).values(),
  ].toReversed()
