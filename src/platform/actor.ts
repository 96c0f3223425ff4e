/** Of the value of a guest's cart cookie. */
export const cart_hash_shape = /^[\w-]{16,64}$/

/** Who is asking: resolved once for each request from its cookies. */
export type Actor = {
  /** null for a guest. */
  user_id: number | null
  /** The current workspace of a signed-in person. */
  workspace_id: number | null
  workspace_role: WorkspaceRole | null
  platform_roles: readonly number[]
  session_id: number | null
  /** The guest cart's key, from its cookie. */
  cart_hash: string | null
  /** Set while one of our people acts as this person: everything else here is the client's, but for the session. */
  masquerade: Masquerade | null
  /** One of our people without the second step that their role asks for: doors for staff stay closed. */
  needs_two_step: boolean
}

export type Masquerade = { id: number; staff_user_id: number }

export const workspaceRoles = ['owner', 'admin', 'purchaser', 'asset_manager', 'guest'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

/** Whoever buys for a workspace: the person's own record and the workspaces' policy say the same. */
export const purchasingRoles = ['owner', 'admin', 'purchaser'] as const satisfies readonly WorkspaceRole[]

/** A signed-in actor: every id present. */
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
