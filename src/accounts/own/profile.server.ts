import type { Db } from '#platform/db/database.server.ts'

import { verticalSlugs, type Vertical } from '../verticals.ts'

type ProfileInput = { first_name: string; last_name: string; company_url: string | null }

export const saveProfile = async (db: Db, user_id: number, profile: ProfileInput): Promise<void> => {
  await db.updateTable('users').set(profile).where('id', '=', user_id).execute()
}

/** Replaces the user's verticals, without duplicates and in the order of the list. */
export const saveVerticals = async (db: Db, user_id: number, selected: readonly Vertical[]): Promise<void> => {
  const sorted = verticalSlugs.filter(slug => selected.includes(slug))
  await db.updateTable('users').set({ verticals: sorted }).where('id', '=', user_id).execute()
}

/** Marks the onboarding as completed. */
export const completeOnboarding = async (db: Db, user_id: number): Promise<void> => {
  await db.updateTable('users').set({ has_completed_onboarding: true }).where('id', '=', user_id).execute()
}
