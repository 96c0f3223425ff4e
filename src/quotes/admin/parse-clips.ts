/** Parses the text of the clip field: URLs and numbers are clips, other text is a search. */

/** The path of a clip page, such as "/clips/slow-tide-at-dusk/12", with or without a host. */
const CLIP_PATH = /\/clips\/[^\s/?#]*\/(\d{1,9})(?=[\s/?#,;]|$)/g

export const parseClips = (input: string): { ids: number[]; words: string } => {
  const ids = [...input.matchAll(CLIP_PATH)].map(match => Number(match[1]))
  const text = input.replace(/\S*\/clips\/\S+/g, ' ').trim()
  // Only numbers, such as "12, 40 #7": clip ids.
  const isNumbers = /^(#?\d{1,9}([\s,;]+|$))+$/.test(text)
  const numbers = isNumbers ? [...text.matchAll(/\d+/g)].map(([number]) => Number(number)) : []
  return { ids: [...new Set([...ids, ...numbers])], words: isNumbers ? '' : text.replaceAll(/\s+/g, ' ') }
}
