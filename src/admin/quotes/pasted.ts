/** What somebody typed or pasted where clips are added: addresses and numbers are clips, anything else is searched. */

/** "/clips/slow-tide-at-dusk/12", with or without the shop in front. */
const address = /\/clips\/[^\s/?#]*\/(\d{1,9})(?=[\s/?#,;]|$)/g

export const pastedClips = (text: string): { ids: number[]; words: string } => {
  const ids = [...text.matchAll(address)].map(match => Number(match[1]))
  const rest = text.replace(/\S*\/clips\/\S+/g, ' ').trim()
  // Numbers alone: clips by their number, as in "12, 40 #7".
  const isNumbers = /^(#?\d{1,9}([\s,;]+|$))+$/.test(rest)
  const numbers = isNumbers ? [...rest.matchAll(/\d+/g)].map(([number]) => Number(number)) : []
  return { ids: [...new Set([...ids, ...numbers])], words: isNumbers ? '' : rest.replaceAll(/\s+/g, ' ') }
}
