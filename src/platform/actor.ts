/** The format of the guest cart cookie's value. */
export const CART_HASH_PATTERN = /^[\w-]{16,64}$/

/** The identity behind a request, resolved once per request from its cookies. */
export type Actor = {
  /** null for a guest. */
  user_id: number | null
  /** The signed-in user's current workspace. */
  workspace_id: number | null
  workspace_role: WorkspaceRole | null
  platform_roles: readonly number[]
  session_id: number | null
  /** The guest cart's key, from its cookie. */
  cart_hash: string | null
  /** Set while a staff member acts as this user. Everything else here is the customer's, except the session. */
  masquerade: Masquerade | null
  /**
   * True for a staff member who has not passed the second factor that their role requires. Staff endpoints refuse
   * them.
   */
  needs_two_step: boolean
}

export type Masquerade = { id: number; staff_user_id: number }

export const workspaceRoles = ['owner', 'admin', 'purchaser', 'asset_manager', 'guest'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

/** Roles that may buy for a workspace. The user's own record and the workspace policy share this list. */
export const purchasingRoles = ['owner', 'admin', 'purchaser'] as const satisfies readonly WorkspaceRole[]

/** A signed-in actor. Every id is present. */
export type Member = Actor & {
  user_id: number
  workspace_id: number
  workspace_role: WorkspaceRole
  session_id: number
}

export const isMember = (actor: Actor): actor is Member => actor.user_id !== null && actor.workspace_id !== null

export const guest: Actor = {
  user_id: null,
  workspace_id: null,
  workspace_role: null,
  platform_roles: [],
  session_id: null,
  cart_hash: null,
  masquerade: null,
  needs_two_step: false,
}
