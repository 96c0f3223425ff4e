/** Changes the settings of a shop under test. */
import type { SettingsGroup, SettingsOf } from '../../src/platform/settings/groups.ts'
import { loadSettings, saveSettings } from '../../src/platform/settings/settings.server.ts'
import type { TestApp } from '../app.ts'

/** Changes fields of a group, in the database and in this process. */
export const changeSettings = async <G extends SettingsGroup>(
  { db, clock, settings }: Pick<TestApp, 'db' | 'clock' | 'settings'>,
  group: G,
  change: Partial<SettingsOf<G>>,
): Promise<void> => {
  const { value, version } = await loadSettings(db, group)
  const changed = { group, version, value: { ...value, ...change }, actor_user_id: null, now: clock.now() }
  await db.transaction().execute(trx => saveSettings(trx, changed))
  await settings.refresh()
}
