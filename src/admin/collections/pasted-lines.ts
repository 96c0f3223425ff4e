/** Clips as somebody pastes them from anywhere: a line at a time, so that each wrong one can say where it is. */
import { pastedClips } from '../quotes/pasted.ts'

export type Mistake = { line: number; text: string }
type Wanted = { line: number; clip_id: number }

const largest_id = 2 ** 31 - 1
const most_shown = 60

/** Every clip once, with the line that named it first. */
export const readLines = (text: string): { wanted: Wanted[]; mistakes: Mistake[] } => {
  const wanted: Wanted[] = []
  const mistakes: Mistake[] = []
  const known = new Map<number, number>()
  for (const [i, said] of linesOf(text).entries()) {
    const line = i + 1
    if (said.trim() === '') continue
    const { ids, words } = pastedClips(said)
    const beyond = ids.find(id => id > largest_id || id < 1)
    if (words !== '') mistakes.push({ line, text: `“${shortened(words)}” is no number or address of a clip.` })
    else if (beyond !== undefined) mistakes.push({ line, text: `There is no clip ${beyond}.` })
    else
      for (const clip_id of ids) {
        const twin = known.get(clip_id)
        if (twin === undefined) wanted.push({ line, clip_id })
        else if (twin !== line) mistakes.push({ line, text: `Clip ${clip_id} stands in line ${twin} already.` })
        known.set(clip_id, twin ?? line)
      }
  }
  return { wanted, mistakes }
}

export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/)

const shortened = (words: string) => (words.length > most_shown ? `${words.slice(0, most_shown)}…` : words)
