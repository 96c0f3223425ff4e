/** The doctor's checks of the database, its migrations, and what the processes and jobs left in it. */
import { sql } from 'kysely'

import { formatCount } from '#catalog/counts.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Config } from '#platform/config.server.ts'
import { toDay } from '#platform/day.ts'
import type { Database, Db } from '#platform/db/database.server.ts'
import { compareMigrations, listApplied } from '#platform/db/migrate.server.ts'
import { DEAD_LETTER_QUEUE } from '#platform/jobs/jobs.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'
import { VERSION } from '#platform/version.server.ts'
import { loadLocalTax } from '#tax/exchange-rates.server.ts'
import { EU_COUNTRIES, getTaxCurrency } from '#tax/places.ts'
import { loadTaxSeller } from '#tax/tax.server.ts'

import { lastBackup } from '../backup/backups.server.ts'
import { listProcesses } from '../processes.server.ts'
import { fail, formatAge, ok, warn, type Check } from './check.ts'

const MIN_POSTGRES = 15
const EXTENSIONS = ['pg_trgm', 'unaccent', 'citext']
const MAX_CLOCK_DRIFT_MS = 2_000
const BAD_CLOCK_DRIFT_MS = 60_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const checkVersion = async ({ db, kind }: Database): Promise<Check> => {
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db)
  const major = Math.floor(Number(rows[0]?.server_version_num ?? 0) / 10_000)
  const finding = `${kind === 'embedded' ? 'Embedded PostgreSQL' : 'PostgreSQL'} ${major}`
  return major < MIN_POSTGRES
    ? fail('database', finding, `Upgrade the database server to PostgreSQL ${MIN_POSTGRES} or newer.`)
    : ok('database', finding)
}

const checkExtensions = async (db: Db): Promise<Check> => {
  const { rows } = await sql<{ name: string; is_installed: boolean }>`
    select name, installed_version is not null as is_installed from pg_available_extensions`.execute(db)
  const available = new Map(rows.map(({ name, is_installed }) => [name, is_installed]))
  const unavailable = EXTENSIONS.filter(name => !available.has(name))
  if (unavailable.length > 0)
    return fail(
      'extensions',
      `The database server does not have ${unavailable.join(', ')}.`,
      'Install its contrib package (Debian: apt install postgresql-contrib).',
    )
  const missing = EXTENSIONS.filter(name => !available.get(name))
  return missing.length > 0
    ? fail(
        'extensions',
        `${missing.join(', ')} not installed in this database`,
        `Start the shop, or as the owner of the database run: ${missing.map(name => `create extension ${name};`).join(' ')}`,
      )
    : ok('extensions', EXTENSIONS.join(', '))
}

const checkMigrations = async (db: Db): Promise<Check> => {
  const appliedMigrations = await listApplied(db)
  if (!appliedMigrations)
    return warn('migrations', 'The database is empty.', 'Start the shop once: it creates the tables.')
  const { isPreRelease, newer, changed, pending } = compareMigrations(appliedMigrations)
  if (isPreRelease)
    return fail(
      'migrations',
      'The database was created by a pre-release version and can’t be upgraded.',
      'Set DATABASE_URL or DATA_DIR to another one.',
    )
  if (newer.length > 0)
    return fail(
      'migrations',
      `The database is newer than this version (${VERSION}): ${newer.join(', ')}`,
      'Run the version that migrated it, or restore a backup of this version into an empty database.',
    )
  if (changed.length > 0)
    return fail(
      'migrations',
      `Changed after they were applied: ${changed.join(', ')}`,
      'Restore these files from the release that you run.',
    )
  return pending.length > 0
    ? warn('migrations', `Not applied yet: ${pending.join(', ')}`, 'Make a backup, then start the shop.')
    : ok('migrations', `${appliedMigrations.length} applied`)
}

const checkKind = async (db: Db, { demo }: Pick<Config, 'demo'>): Promise<Check> => {
  const { rows } = await sql`select from installation where is_demo`.execute(db)
  const is_demo = rows.length > 0
  if (is_demo === demo) return ok('kind', demo ? 'A demo with invented customers' : 'A shop')
  return demo
    ? warn('kind', 'The database has no demo yet.', 'Set DEMO=0 to open a shop.')
    : fail(
        'kind',
        'The database holds a demo with invented customers, and this start is a shop.',
        'Set DATABASE_URL or DATA_DIR to the shop’s own, or DEMO=1 to open the demo.',
      )
}

/** `drift_ms`: how far the database's clock is ahead. */
const checkClock = async (db: Db): Promise<Check> => {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const drift_ms = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2)
  if (drift_ms <= MAX_CLOCK_DRIFT_MS) return ok('clock', 'This machine and the database agree.')
  const finding = `This machine and the database differ by ${formatAge(drift_ms)}.`
  const advice = 'Turn on time synchronization on both (timedatectl set-ntp true).'
  return drift_ms > BAD_CLOCK_DRIFT_MS ? fail('clock', finding, advice) : warn('clock', finding, advice)
}

const checkStaff = async (db: Db): Promise<Check> => {
  const { rows } = await sql<{ admins: number }>`
    select count(*)::int as admins from users where platform_roles @> ${sql.val([platformRoles.platform_admin])}`.execute(
    db,
  )
  const admins = rows[0]?.admins ?? 0
  if (admins === 0)
    return warn('staff', 'Nobody administers this shop.', 'Make the first administrator (docs/running.md).')
  return admins === 1
    ? warn('staff', 'One platform admin', 'Add a second one: some actions need the approval of another admin.')
    : ok('staff', `${admins} platform admins`)
}

const checkProcesses = async (db: Db, now: Date): Promise<Check> => {
  const processes = await listProcesses(db, now)
  const describe = processes.map(({ role, host, pid }) => `${role} on ${host} (process ${pid})`).join(', ')
  if (processes.length === 0) return fail('processes', 'No process of the shop runs.', 'Start the shop (npm start).')
  if (processes.every(({ role }) => role === 'web'))
    return fail(
      'processes',
      `${describe}; no worker`,
      'Start a process with ROLE=worker: it sends mails and runs jobs.',
    )
  const others = processes.filter(({ version }) => version !== VERSION)
  return others.length > 0
    ? warn(
        'processes',
        `${others.length} of ${processes.length} run another version than ${VERSION}`,
        'Restart them: workers of different versions overwrite each other’s search index.',
      )
    : ok('processes', describe)
}

const LATE_JOB_MS = 5 * MINUTE_MS
const STUCK_JOB_MS = 30 * MINUTE_MS

const checkQueues = async (db: Db, now: Date): Promise<Check> => {
  const { rows: tables } = await sql<{ has_jobs: boolean }>`
    select to_regclass('jobs.job') is not null as has_jobs`.execute(db)
  if (!tables[0]?.has_jobs) return warn('queues', 'There are no job queues yet.', 'Start the shop once.')
  const { rows } = await sql<{ waiting: number; oldest: Date | null; name: string | null; dead: number }>`
    select count(*) filter (where is_due)::int as waiting, min(start_after) filter (where is_due) as oldest,
           (array_agg(name order by start_after) filter (where is_due))[1] as name,
           count(*) filter (where name = ${DEAD_LETTER_QUEUE})::int as dead
    from (
      select name, start_after,
             name <> ${DEAD_LETTER_QUEUE} and state in ('created', 'retry') and start_after <= ${now} as is_due
      from jobs.job where state in ('created', 'retry')
    ) j`.execute(db)
  const { waiting = 0, oldest, name, dead = 0 } = rows[0] ?? {}
  const { rows: outbox } = await sql<{ oldest: Date | null }>`
    select min(recorded_at) as oldest from events where dispatched_at is null`.execute(db)
  const jobAge_ms = oldest ? now.getTime() - oldest.getTime() : 0
  const eventAge_ms = outbox[0]?.oldest ? now.getTime() - outbox[0].oldest.getTime() : 0
  const age_ms = Math.max(jobAge_ms, eventAge_ms)
  if (age_ms > LATE_JOB_MS) {
    const what = jobAge_ms >= eventAge_ms ? `a job of ${name}` : 'an event'
    const finding = `${waiting} jobs wait; the oldest, ${what}, for ${formatAge(age_ms)}`
    const advice = 'Look at the workers’ logs, and start more of them if they are busy.'
    return age_ms > STUCK_JOB_MS ? fail('queues', finding, advice) : warn('queues', finding, advice)
  }
  return dead > 0
    ? warn('queues', `${dead} jobs failed for good`, 'Retry or discard them at /admin/jobs.')
    : ok('queues', waiting === 0 ? 'No job waits.' : `${waiting} jobs wait, for ${formatAge(age_ms)} at most`)
}

const LATE_BACKUP_MS = 26 * HOUR_MS
const OLD_BACKUP_MS = 7 * DAY_MS

const checkBackup = async (db: Db, now: Date): Promise<Check> => {
  const backup = await lastBackup(db)
  const advice = 'Run npm run shop -- backup <folder> every night (ops/ has a timer).'
  if (!backup) return warn('backup', 'There is no backup of this shop.', advice)
  const age_ms = now.getTime() - backup.finished_at.getTime()
  const finding = `The last backup is ${formatAge(age_ms)} old: ${backup.folder}`
  if (age_ms > OLD_BACKUP_MS) return fail('backup', finding, advice)
  return age_ms > LATE_BACKUP_MS ? warn('backup', finding, advice) : ok('backup', finding)
}

/** Finds registrations that are missing, and exchange rates that documents of today need. */
const checkTax = async (db: Db, now: Date): Promise<Check> => {
  const { country, settings } = await loadTaxSeller(db)
  const day = toDay(now)
  const active = settings.registrations.filter(({ from, to }) => from <= day && (to === null || to >= day))
  if (active.length === 0)
    return warn(
      'tax',
      'You aren’t registered for tax anywhere, so no tax is charged.',
      'State where you are registered in Admin > Settings > Tax, or save it empty if that is right.',
    )
  const isSellerInEu = EU_COUNTRIES.includes(country)
  if (isSellerInEu && !active.some(({ scheme }) => scheme === 'union_oss'))
    return warn(
      'tax',
      'There is no registration for the One-Stop Shop: consumers elsewhere in the EU pay the VAT of your own country.',
      'That is right up to sales of 10,000 euros a year. Above it, register and add it in Admin > Settings > Tax.',
    )
  const currencies = new Set(active.flatMap(({ place }) => getTaxCurrency(place.slice(0, 2), day) ?? []))
  const missing: string[] = []
  for (const currency of currencies) if (!(await loadLocalTax(db, 100, currency, day))) missing.push(currency)
  return missing.length > 0
    ? warn(
        'tax',
        `Documents can’t state the tax in ${missing.join(', ')}: there’s no recent exchange rate.`,
        'Set RATES_URL, or enter rates in Admin > Settings > Tax.',
      )
    : ok('tax', formatCount(active.length, 'registration'))
}

/** Checks an open database. Changes nothing, and applies no migrations. */
export const checkDatabase = async (database: Database, config: Pick<Config, 'demo'>, now: Date): Promise<Check[]> => {
  const { db } = database
  const version = await checkVersion(database)
  if (version.status === 'fail') return [version]
  const checks = [version, await checkExtensions(db), await checkClock(db), await checkMigrations(db)]
  if (checks.some(({ status }) => status === 'fail') || checks.at(-1)?.status !== 'ok') return checks
  return [
    ...checks,
    await checkKind(db, config),
    await checkStaff(db),
    await checkProcesses(db, now),
    await checkQueues(db, now),
    await checkBackup(db, now),
    // The demo's company is invented.
    ...(config.demo ? [] : [await checkTax(db, now)]),
  ]
}
