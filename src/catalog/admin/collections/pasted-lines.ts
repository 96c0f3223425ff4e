/** Parses pasted clip numbers and addresses line by line, so that each mistake can name its line. */
import { parseClips } from '#quotes/admin/parse-clips.ts'

export type PastedLineMistake = { line: number; text: string }
type PastedLineClip = { line: number; clip_id: number }

const MAX_ID = 2 ** 31 - 1
const MAX_QUOTED_LENGTH = 60

/** Returns every clip once, with the first line that names it. */
export const parsePastedLines = (text: string): { clips: PastedLineClip[]; mistakes: PastedLineMistake[] } => {
  const clips: PastedLineClip[] = []
  const mistakes: PastedLineMistake[] = []
  const firstLines = new Map<number, number>()
  for (const [i, lineText] of splitLines(text).entries()) {
    const line = i + 1
    if (lineText.trim() === '') continue
    const { ids, words: otherText } = parseClips(lineText)
    const invalidId = ids.find(id => id > MAX_ID || id < 1)
    if (otherText !== '') mistakes.push({ line, text: `“${truncate(otherText)}” is not a clip number or address.` })
    else if (invalidId !== undefined) mistakes.push({ line, text: `There is no clip ${invalidId}.` })
    else
      for (const clip_id of ids) {
        const firstLine = firstLines.get(clip_id)
        if (firstLine === undefined) clips.push({ line, clip_id })
        else if (firstLine !== line) mistakes.push({ line, text: `Clip ${clip_id} is already in line ${firstLine}.` })
        firstLines.set(clip_id, firstLine ?? line)
      }
  }
  return { clips, mistakes }
}

export const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/)

const truncate = (text: string) => (text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text)
