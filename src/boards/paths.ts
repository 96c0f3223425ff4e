import { toSlug } from '#platform/slug.ts'

export type BoardNoun = 'board' | 'project'

/** The path of a board: `/board/night-drive/12`, or its older form `/project/night-drive/12`. */
export const boardPath = ({ id, name }: { id: number; name: string }, noun: BoardNoun = 'board'): string =>
  `/${noun}/${toSlug(name)}/${id}`
