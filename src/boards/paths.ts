import { slugOf } from '#platform/slug.ts'

export type BoardNoun = 'board' | 'project'

/** Where a board is shown: `/board/night-drive/12`, or under its older name `/project/night-drive/12`. */
export const boardPath = ({ id, name }: { id: number; name: string }, noun: BoardNoun = 'board'): string =>
  `/${noun}/${slugOf(name)}/${id}`
