/** Who may do what with boards, as sentences: the same for the API and the pages. */
import type { Actor, Member } from '#platform/actor.ts'
import { canViewSettings } from '#workspaces/policy.ts'

type Board = { workspace_id: number; user_id: number }
type Viewer = Pick<Actor, 'user_id' | 'workspace_id' | 'workspace_role'>
/** Somebody in a workspace, as far as boards ask. */
export type Person = Pick<Member, 'user_id' | 'workspace_id' | 'workspace_role'>

/** A board belongs to the workspace that it was made in: all of the team see it. */
export const canSeeBoard = ({ workspace_id }: Board, person: Viewer): boolean => person.workspace_id === workspace_id

/** Whoever made it changes it, and those who run the workspace, for when that person is gone. */
export const canChangeBoard = (board: Board, person: Viewer): boolean =>
  canSeeBoard(board, person) && (board.user_id === person.user_id || canViewSettings(person.workspace_role))
