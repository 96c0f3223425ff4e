import { saveNotificationSettings } from '../src/accounts/own/preferences.server.ts'
import type { Trx } from '../src/platform/db/database.server.ts'
import { defaultSettings } from '../src/platform/settings/groups.ts'

/** The demo’s mailbox shows digests, which are off until chosen. */
export const chooseDailyDigests = (trx: Trx, user_id: number, now: Date) =>
  saveNotificationSettings(
    trx,
    user_id,
    { email_preferences: [], digest_pace: 'daily' },
    { place: 'preferences', shop: defaultSettings.company.name, now },
  )
