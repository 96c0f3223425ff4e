import { readMarks, type Marks } from '#ui/player/marks.ts'

import type { ClipDetail } from './contract.ts'

/** Returns the marks that the player of the clip page shows; undefined without any. The player keeps the address up to date. */
export const getShownMarks = ({ tech }: Pick<ClipDetail, 'tech'>): Marks | undefined => {
  const marks = readMarks(new URLSearchParams(location.search), tech.frames)
  return marks.in === undefined && marks.out === undefined ? undefined : marks
}
