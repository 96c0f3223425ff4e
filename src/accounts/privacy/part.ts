/** What one feature holds about a person: shown in their export, gone when they leave. Each has its own, listed in `src/privacy.ts`. */
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'

/** Somebody whose account is being deleted. */
export type Leaver = {
  user_id: number
  email: string
  /** Stands in the place of the email: nobody can have it, and no two are the same. */
  stand_in: string
  /** Workspaces that close because nobody else is in them. */
  closed_workspace_ids: readonly number[]
  now: Date
}

export type PrivacyPart = {
  /** What it is called in the export. */
  name: string
  /** Everything about the person, as they would understand it. */
  collect: (db: Db, user_id: number) => Promise<unknown>
  /** What the person must do before they can leave, in sentences. */
  obstacles?: (db: Db | Trx, user_id: number) => Promise<string[]>
  /** Workspaces that close with them. */
  closes?: (db: Db | Trx, user_id: number) => Promise<number[]>
  /** What must be done outside, such as at the payment gateway: before the transaction, and again if that fails. */
  outside?: (deps: Deps, closed_workspace_ids: readonly number[]) => Promise<void>
  /** Takes their name and email out of the feature's tables, in the one transaction in which they leave. */
  forget: (trx: Trx, leaver: Leaver) => Promise<void>
}
