/**
 * The privacy part of a feature: what it exports about a user, and what it erases with the account. `src/app/privacy.server.ts`
 * lists all parts.
 */
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'

/** A user whose account is being deleted. */
export type DepartingUser = {
  user_id: number
  email: string
  /** Replaces the email. Nobody can register it, and no two are the same. */
  stand_in: string
  /** Workspaces that close because the user is their only member. */
  closed_workspace_ids: readonly number[]
  now: Date
}

export type PrivacyPart = {
  /** The feature's key in the export. */
  name: string
  /** Collects all data about the user, in a form that they understand. */
  collect: (db: Db, user_id: number) => Promise<unknown>
  /** Returns what the user must do before the deletion, in sentences. */
  obstacles?: (db: Db | Trx, user_id: number) => Promise<string[]>
  /** Lists the workspaces that close with the account. */
  listClosedWorkspaces?: (db: Db | Trx, user_id: number) => Promise<number[]>
  /**
   * Erases data in external systems, such as the payment gateway. Runs before the transaction, and again if that fails.
   */
  eraseExternally?: (deps: Deps, closed_workspace_ids: readonly number[]) => Promise<void>
  /** Removes the user's identity from the feature's tables, in the deletion's transaction. */
  forget: (trx: Trx, departingUser: DepartingUser) => Promise<void>
}
