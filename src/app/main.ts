/** Opens everything that the shop needs, injects it, and closes it again. Nothing else opens resources. */
import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'

import { runCommand } from '#operations/admin/commands.server.ts'
import { announceProcess } from '#operations/processes.server.ts'
import { serveRequests } from '#operations/requests.server.ts'
import { systemClock, type Clock } from '#platform/clock.ts'
import { listConfigWarnings, readConfig, type Config } from '#platform/config.server.ts'
import { openEmbedded, openPostgres, type Database } from '#platform/db/database.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import type { Deps } from '#platform/deps.ts'
import { openFlags } from '#platform/flags/flags.server.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { registerErrorHandlers } from '#platform/http/errors.server.ts'
import { registerHealthChecks } from '#platform/http/health.server.ts'
import { startLoadMonitor } from '#platform/http/overload.server.ts'
import { openVisitorLocator } from '#platform/http/visitor-country.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { openMail } from '#platform/mail/mail.server.ts'
import { openReporter } from '#platform/monitoring/reporter.server.ts'
import { readOrCreateSecretFile } from '#platform/security/secret-file.server.ts'
import type { Secrets } from '#platform/security/secrets.server.ts'
import { openSettings } from '#platform/settings/settings.server.ts'
import { openDisk } from '#platform/storage/disk.server.ts'

import { assertMigrated, assertSameKind, assertUpgradable } from './installation.server.ts'

type ServerBuild = typeof import('./app.ts')

/** Reads the secret, or creates it at the first start. */
const loadSecret = ({ secret_key, data_dir }: Config): string => {
  const secret = secret_key ?? readOrCreateSecretFile(data_dir, 'secret', () => randomBytes(32).toString('base64url'))
  if (secret.length < 32)
    throw new Error(`${path.join(data_dir, 'secret')} is damaged: remove it, and a new one will be created.`)
  return secret
}

export const loadSecrets = (config: Config): Secrets => {
  const { previous_secret_key: previous } = config
  return previous === undefined ? [loadSecret(config)] : [loadSecret(config), previous]
}

/** Creates the data folder with access for this user only: it holds the embedded database, masters and mails. */
const prepareDataDir = (data_dir: string) => {
  process.umask(0o077)
  try {
    mkdirSync(data_dir, { recursive: true })
    accessSync(data_dir, constants.W_OK)
    if (statSync(data_dir).uid === process.getuid?.()) chmodSync(data_dir, 0o700)
  } catch (error) {
    throw new Error(`DATA_DIR is ${data_dir}, which is not writable: ${messageOf(error)}`, { cause: error })
  }
}

/** Opens the database as it is, without migrations or checks. */
export const openDatabase = ({ database_url, database_pool, data_dir }: Config): Promise<Database> =>
  database_url ? openPostgres(database_url, database_pool) : openEmbedded(path.join(data_dir, 'database'))

const openShopDatabase = async (config: Config, migrates: boolean): Promise<Database> => {
  const database = await openDatabase(config)
  try {
    await assertUpgradable(database.db, config)
    if (migrates) await migrate(database)
    else await assertMigrated(database.db, config)
    await assertSameKind(database.db, config)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens the database and all services, and migrates the database unless `migrates` is false. Throws an Error with a
 * message for the operator.
 */
export const openShop = async (
  environment: Record<string, string | undefined>,
  clock: Clock = systemClock,
  { migrates = true }: { migrates?: boolean } = {},
) => {
  const config = readConfig(environment)
  for (const text of listConfigWarnings(config)) console.warn(text)
  prepareDataDir(config.data_dir)
  const reporter = await openReporter(config)
  const database = await openShopDatabase(config, migrates)
  const cleanups: (() => Promise<void>)[] = [reporter.close, database.close]
  const close = async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  }
  try {
    const locator = await openVisitorLocator(config)
    const flags = await openFlags({ config, db: database.db, clock })
    cleanups.push(flags.close)
    const settings = await openSettings(database.db, config.public_url)
    settings.watch()
    cleanups.push(settings.close)
    const mail = openMail(config, settings)
    cleanups.push(async () => mail.close())
    const load = startLoadMonitor(config.max_event_loop_delay_ms)
    cleanups.push(async () => load.close())
    const deps: Deps = {
      config,
      db: database.db,
      storage: openDisk(path.join(config.data_dir, 'files')),
      mail,
      jobs: openJobs(database, { retryLimit: config.job_retries }),
      clock,
      flags,
      settings,
      reporter,
      ...(locator && { locator }),
      load,
      secret: loadSecrets(config),
    }
    return { config, deps, database, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** How long open requests and jobs may take at shutdown. */
const DRAIN_TIMEOUT_MS = 8_000

/** Closes the server, and its open connections after `ms`, so that a slow download does not block the shutdown. */
const closeWithin = async (app: FastifyInstance, ms: number) => {
  const timer = setTimeout(() => app.server.closeAllConnections(), ms)
  await app.close().finally(() => clearTimeout(timer))
}

/** A worker serves no visitors: only `/healthz`, `/readyz` and `/metrics`. */
const createWorkerApp = (deps: Deps): FastifyInstance => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  registerErrorHandlers(app, deps)
  registerHealthChecks(app, deps)
  return app
}

const createWebApp = async ({ createApp }: ServerBuild, build: string, deps: Deps): Promise<FastifyInstance> => {
  const app = await createApp(deps)
  await app.register(fastifyStatic, {
    root: path.resolve(build, 'client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // Names under /assets contain a hash of their content.
    setHeaders: (reply, file) =>
      void reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ),
  })
  return app
}

const listen = async (app: FastifyInstance, { port, host }: Config) => {
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`Port ${port} is in use by another program: set PORT to a free one.`, { cause: error })
      : error
  })
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>

type StartShopOptions<Filled> = {
  clock?: Clock
  /** Fills the database before the first request is served. */
  fill?: (shop: OpenShop) => Promise<Filled>
}

/** Starts the shop from a build folder. Returns the result of `fill` and how to stop the shop. Throws an Error with a message for the operator. */
export const startShop = async <Filled>(
  environment: Record<string, string | undefined>,
  build: string,
  { clock, fill }: StartShopOptions<Filled> = {},
) => {
  const shop = await openShop(environment, clock)
  const { config, deps, close } = shop
  const cleanups: (() => Promise<void>)[] = [close]
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  }
  let filled: Filled | undefined
  try {
    filled = await fill?.(shop)
    const server = (await import(path.resolve(build, 'server/index.js'))) as ServerBuild
    const app = config.role === 'worker' ? createWorkerApp(deps) : await createWebApp(server, build, deps)
    const stopWorker = await server.startWorker(deps)
    cleanups.push(async () => void (await Promise.all([closeWithin(app, DRAIN_TIMEOUT_MS), stopWorker()])))
    cleanups.push(await announceProcess(deps))
    if (shop.database.kind === 'embedded')
      cleanups.push(serveRequests(config.data_dir, (name, input) => runCommand(shop, name, input)))
    await listen(app, config)
  } catch (error) {
    await stop()
    throw error
  }
  return { config, deps, filled, stop }
}
