/** Who may do what with boards, for the API and the pages. */
import type { Actor, Member } from '#platform/actor.ts'
import { canViewSettings } from '#workspaces/policy.ts'

type BoardOwnership = { workspace_id: number; user_id: number }
type BoardViewer = Pick<Actor, 'user_id' | 'workspace_id' | 'workspace_role'>
/** A workspace member, as far as the rules of boards need them. */
export type BoardMember = Pick<Member, 'user_id' | 'workspace_id' | 'workspace_role'>

/** The whole team sees the boards of its workspace. */
export const canSeeBoard = ({ workspace_id }: BoardOwnership, person: BoardViewer): boolean =>
  person.workspace_id === workspace_id

/** The creator may change a board, and so may those who run the workspace, in case the creator leaves. */
export const canChangeBoard = (board: BoardOwnership, person: BoardViewer): boolean =>
  canSeeBoard(board, person) && (board.user_id === person.user_id || canViewSettings(person.workspace_role))
