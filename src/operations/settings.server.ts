/** Settings from the command line, by paths such as "company.phone". Changes are checked and recorded like those of staff. */
import type { Deps } from '#platform/deps.ts'
import type { Refusal } from '#platform/http/refusal.ts'
import { settingsGroupNames, settingsGroups, type SettingsGroup } from '#platform/settings/groups.ts'
import { loadSettings, parseSettings, saveSettings } from '#platform/settings/settings.server.ts'
import { requireMenuPages } from '#site/menu-pages.server.ts'
import { requireTaxSettings } from '#tax/tax-settings.ts'

import { requireOperator } from './operator.server.ts'

const isGroup = (name: string): name is SettingsGroup => Object.hasOwn(settingsGroups, name)

/** Returns the group and the field of "company.phone". Throws an Error that lists what there is. */
const parsePath = (text: string): { group: SettingsGroup; field: string | undefined } => {
  const [group = '', field, ...more] = text.split('.')
  if (!isGroup(group) || more.length > 0)
    throw new Error(`There are no settings ${text}. There are ${settingsGroupNames.join(', ')}.`)
  const fields = Object.keys(settingsGroups[group].defaults)
  if (field !== undefined && !fields.includes(field))
    throw new Error(`There is no setting ${text}. ${group} has ${fields.join(', ')}.`)
  return { group, field }
}

/** Returns all settings, those of a group, or one. */
export const getSettings = async ({ db }: Pick<Deps, 'db'>, path: string | undefined): Promise<unknown> => {
  if (path === undefined) {
    const entries: [string, unknown][] = []
    for (const group of settingsGroupNames) entries.push([group, (await loadSettings(db, group)).value])
    return Object.fromEntries(entries)
  }
  const { group, field } = parsePath(path)
  const value = (await loadSettings(db, group)).value as Record<string, unknown>
  return field === undefined ? value : value[field]
}

type SettingsInput = { path: string; value: unknown; as: string }

/** Changes one setting, or a whole group. Throws an Error with a sentence for each mistake; then nothing is changed. */
export const setSettings = async (
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { path, value, as }: SettingsInput,
): Promise<{ before: unknown; after: unknown }> => {
  const { group, field } = parsePath(path)
  const operator = await requireOperator(db, as)
  const { value: before, version } = await loadSettings(db, group)
  const next = field === undefined ? value : { ...(before as object), [field]: value }
  if (group === 'menus') await requireMenuPages({ db, clock }, parseSettings(group, next, clock.now()))
  if (group === 'tax') requireTaxSettings(parseSettings(group, next, clock.now()))
  const change = { group, version, value: next, actor_user_id: operator.id, now: clock.now() }
  await db.transaction().execute(trx => saveSettings(trx, change))
  await settings.refresh()
  return {
    before: field === undefined ? before : (before as Record<string, unknown>)[field],
    after: await getSettings({ db }, path),
  }
}

/** Messages of fields, one per line. */
export const describeRefusal = ({ message, errors }: Refusal): string =>
  Object.entries(errors)
    .map(([name, texts]) => `${name}: ${texts.join(' ')}`)
    .join('\n') || message
