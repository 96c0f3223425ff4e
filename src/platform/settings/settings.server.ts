/** The settings in the database: loaded once, kept in memory, and refreshed in every process soon after a change. */
import { checkVAT, countries as vatCountries } from 'jsvat-next'

import { diffFields, writeAuditEntry } from '../audit/audit-log.server.ts'
import type { Db, Trx } from '../db/database.server.ts'
import type { DocumentKind } from '../document-numbers.ts'
import { messageOf } from '../http/error-message.ts'
import { refuse } from '../http/refusal.ts'
import { toCompany, type Company } from './company.ts'
import { checkCountries } from './countries-group.ts'
import { checkDocuments, claimPrefixes } from './document-prefixes.server.ts'
import { settingsGroupNames, settingsGroups, type AllSettings, type SettingsGroup, type SettingsOf } from './groups.ts'
import { markUsedLogos } from './logo-files.server.ts'
import { checkMaintenance } from './maintenance-group.ts'

export type Settings = {
  /** The settings of now. Ask again for each request, mail or document, because they change while the shop runs. */
  current: () => AllSettings
  /** The company as pages, mails and documents show it. */
  company: () => Company
  /** Returns the name of a file that people download: "north-light-" and the rest. */
  fileName: (rest: string) => string
  /** Changes with every change of a setting, for keys of caches. */
  revision: () => string
  /** Loads the settings that another process saved. The process that saves them calls it after the commit. */
  refresh: () => Promise<void>
  /** Refreshes now and then until the settings are closed. */
  watch: () => void
  close: () => Promise<void>
}

/** The longest time until a change reaches every process. */
const REFRESH_MS = 2_000

type Snapshot = { revision: string; settings: AllSettings; company: Company }

/** Loads the settings. `current` never waits. */
export const openSettings = async (db: Db, public_url: string): Promise<Settings> => {
  let snapshot = await loadSnapshot(db, public_url)
  let timer: ReturnType<typeof setTimeout> | undefined
  let refreshing = Promise.resolve()
  let isClosed = false
  const load = async () => {
    const revision = toRevision(await db.selectFrom('settings').select(['key', 'version']).execute())
    if (revision !== snapshot.revision) snapshot = await loadSnapshot(db, public_url)
  }
  // One after the other: a slow load must not replace a newer snapshot.
  let loading = Promise.resolve()
  const refresh = () => {
    loading = loading.catch(() => undefined).then(load)
    return loading
  }
  const schedule = () => {
    timer = setTimeout(() => {
      refreshing = refresh()
        // The database is away for a moment: the settings from before still hold.
        .catch((error: unknown) => console.error(`settings: ${messageOf(error)}`))
        .finally(() => {
          if (!isClosed) schedule()
        })
    }, REFRESH_MS)
    timer.unref()
  }
  return {
    current: () => snapshot.settings,
    company: () => snapshot.company,
    fileName: rest => `${snapshot.settings.company.file_prefix}-${rest}`,
    revision: () => snapshot.revision,
    refresh,
    watch: schedule,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await refreshing
    },
  }
}

const toRevision = (rows: readonly { key: string; version: number }[]) =>
  rows
    .map(({ key, version }) => `${key}:${version}`)
    .toSorted()
    .join(' ')

const UNDEFINED_TABLE = '42P01'

/** An operator's command may open a database that is not migrated yet: it has no settings. */
const loadRows = (db: Db) =>
  db
    .selectFrom('settings')
    .select(['key', 'version', 'value'])
    .execute()
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return []
      throw error
    })

const loadSnapshot = async (db: Db, public_url: string): Promise<Snapshot> => {
  const rows = await loadRows(db)
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const settings = Object.freeze(
    Object.fromEntries(settingsGroupNames.map(group => [group, readValue(group, values.get(group))])),
  ) as AllSettings
  return { revision: toRevision(rows), settings, company: toCompany(settings, public_url) }
}

/** Fields that a newer or older version of the shop saved otherwise have their defaults. */
const readValue = (group: SettingsGroup, stored: unknown): unknown => {
  const { schema, defaults } = settingsGroups[group]
  const merged: Record<string, unknown> = { ...defaults, ...(stored as object | undefined) }
  const parsed = schema.safeParse(merged)
  if (parsed.success) return parsed.data
  const invalid = new Set(parsed.error.issues.map(({ path }) => String(path[0])))
  console.error(
    `settings: ${group} has its default for ${[...invalid].join(', ')}, because the saved one is not valid.`,
  )
  const valid = Object.fromEntries(Object.entries(merged).filter(([field]) => !invalid.has(field)))
  return schema.parse({ ...defaults, ...valid })
}

/** Returns the prefix of new numbers of a kind. Reads the saved setting, which other processes may not have loaded yet. */
export const loadPrefix = async (db: Db | Trx, kind: DocumentKind): Promise<string> =>
  (await loadSettings(db, 'documents')).value[`${kind}_prefix`]

export type SavedSettings<G extends SettingsGroup> = {
  value: SettingsOf<G>
  /** 0 for a group that was never saved. */
  version: number
  updated_at: Date | null
  updated_by: number | null
}

/** Reads a group from the database, for its form. */
export const loadSettings = async <G extends SettingsGroup>(db: Db | Trx, group: G): Promise<SavedSettings<G>> => {
  const row = await db.selectFrom('settings').where('key', '=', group).selectAll().executeTakeFirst()
  return {
    value: readValue(group, row?.value) as SettingsOf<G>,
    version: row?.version ?? 0,
    updated_at: row?.updated_at ?? null,
    updated_by: row?.updated_by ?? null,
  }
}

/** Reads several groups in one query, for code that runs in every sale. */
export const loadGroups = async <G extends SettingsGroup>(
  db: Db | Trx,
  groups: readonly G[],
): Promise<Pick<AllSettings, G>> => {
  const rows = await db.selectFrom('settings').where('key', 'in', groups).select(['key', 'value']).execute()
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  return Object.fromEntries(groups.map(group => [group, readValue(group, values.get(group))])) as Pick<AllSettings, G>
}

type SettingsChange<G extends SettingsGroup> = {
  group: G
  /** The version that the change is based on. */
  version: number
  value: unknown
  /** Null for the command line. */
  actor_user_id: number | null
  now: Date
}

/**
 * Saves a group and writes the change to the audit log. Throws 422 with messages per field, and 409 when somebody else
 * saved the group meanwhile. Call `settings.refresh()` after the commit.
 */
export const saveSettings = async <G extends SettingsGroup>(
  trx: Trx,
  { group, version, value, actor_user_id, now }: SettingsChange<G>,
): Promise<void> => {
  const after = parseSettings(group, value, now)
  const before = await loadSettings(trx, group)
  if (before.version !== version) throw changedMeanwhile()
  const changes = diffFields(before.value as object, after as object)
  const isChanged = Object.keys(changes).length > 0
  // The first save is stored, because it says that the defaults are right.
  if (!isChanged && version > 0) return
  if (group === 'documents') await claimPrefixes(trx, after as SettingsOf<'documents'>)
  if (group === 'look') await markUsedLogos(trx, after as SettingsOf<'look'>, now)
  const row = { value: JSON.stringify(after), updated_at: now, updated_by: actor_user_id }
  const saved =
    version === 0
      ? await trx
          .insertInto('settings')
          .values({ key: group, ...row })
          .onConflict(conflict => conflict.doNothing())
          .returning('key')
          .executeTakeFirst()
      : await trx
          .updateTable('settings')
          .where('key', '=', group)
          .where('version', '=', version)
          .set({ ...row, version: version + 1 })
          .returning('key')
          .executeTakeFirst()
  if (!saved) throw changedMeanwhile()
  if (!isChanged) return
  await writeAuditEntry(trx, {
    staff_user_id: actor_user_id,
    about: 'settings',
    about_key: group,
    action: 'changed',
    changes: Object.fromEntries(
      Object.entries(changes).map(([field, [was, is]]) => [field, [toAuditValue(was), toAuditValue(is)] as const]),
    ),
    now,
  })
}

const changedMeanwhile = () =>
  refuse(
    409,
    'Somebody else saved these settings while you were editing. Load the page again to see what is new, then repeat your change.',
  )

/** Writes records as text, because people read the log. */
const toAuditValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toAuditValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.values(value)
    .filter(part => part !== null && part !== '')
    .join(' ')
}

/** Returns the valid value of a group. Throws 422 with messages per field, such as `tax_ids.0.number`. */
export const parseSettings = <G extends SettingsGroup>(group: G, value: unknown, now: Date): SettingsOf<G> => {
  const parsed = settingsGroups[group].schema.safeParse(value)
  if (!parsed.success) {
    const errors: Record<string, string[]> = {}
    for (const { path, message } of parsed.error.issues) (errors[path.join('.') || 'form'] ??= []).push(message)
    throw refuse.fields(errors)
  }
  const errors = groupChecks[group as keyof typeof groupChecks]?.(parsed.data as never, now) ?? {}
  if (Object.keys(errors).length > 0) throw refuse.fields(errors)
  return parsed.data as SettingsOf<G>
}

/** Checks format and checksum of the VAT numbers of the countries that have a known one. */
const checkTaxIds = ({ tax_ids }: SettingsOf<'company'>): Record<string, string[]> =>
  Object.fromEntries(
    tax_ids.flatMap(({ scheme, country, number }, index) => {
      const prefix = country === 'GR' ? 'EL' : country
      const isKnown = vatCountries.some(({ codes }) => codes.includes(country))
      const compact = number.replaceAll(/[ ./-]/g, '')
      // Companies outside the EU have a One-Stop Shop number that starts with EU.
      const isPrefixed = compact.startsWith(prefix) || (scheme === 'oss' && compact.startsWith('EU'))
      if (scheme === 'other' || !isKnown || (isPrefixed && checkVAT(compact, vatCountries).isValid)) return []
      return [
        [
          `tax_ids.${index}.number`,
          [`${number} is not a valid VAT number of that country. It starts with ${prefix} and has a check digit.`],
        ],
      ]
    }),
  )

/** Checks of a whole group, which return messages per field. */
const groupChecks = {
  company: checkTaxIds,
  countries: checkCountries,
  documents: checkDocuments,
  maintenance: checkMaintenance,
}
