/** Reads clip numbers as staff type or paste them. */

/** How many clips are looked up at once. */
export const MAX_CLIP_NUMBERS = 20
const LARGEST_ID = 2_147_483_647

/** "17, #23 40" → [17, 23, 40]; empty for a text with anything else. Each number once, in order, and only the first twenty. */
export const parseClipNumbers = (text: string): number[] => {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  if (!parts.every(part => /^#?\d{1,10}$/.test(part))) return []
  const numbers = parts.map(part => Number(part.replace('#', ''))).filter(n => n >= 1 && n <= LARGEST_ID)
  return [...new Set(numbers)].slice(0, MAX_CLIP_NUMBERS)
}
