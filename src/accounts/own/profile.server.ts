import type { Db } from '#platform/database.server.ts'

import { verticalSlugs, type Vertical } from '../verticals.ts'

type Profile = { first_name: string; last_name: string; company_url: string | null }

export const saveProfile = async (db: Db, user_id: number, profile: Profile): Promise<void> => {
  await db.updateTable('users').set(profile).where('id', '=', user_id).execute()
}

/** Exactly these kinds of work, each once and in the order of the list. */
export const saveVerticals = async (db: Db, user_id: number, chosen: readonly Vertical[]): Promise<void> => {
  const kept = verticalSlugs.filter(slug => chosen.includes(slug))
  await db.updateTable('users').set({ verticals: kept }).where('id', '=', user_id).execute()
}

/** Somebody was asked all that newcomers are asked. */
export const completeOnboarding = async (db: Db, user_id: number): Promise<void> => {
  await db.updateTable('users').set({ has_completed_onboarding: true }).where('id', '=', user_id).execute()
}
