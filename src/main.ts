/** Opens what the shop needs, passes it in, and closes it again. Nothing else opens anything. */
import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { systemClock, type Clock } from './platform/clock.ts'
import { configWarnings, readConfig, type Config } from './platform/config.server.ts'
import { openEmbedded, openPostgres, type Database } from './platform/database.server.ts'
import type { Deps } from './platform/deps.ts'
import { oncePerEvent } from './platform/event-mails.server.ts'
import { openFlags } from './platform/flags.server.ts'
import { refuseOtherKind } from './platform/installation.server.ts'
import { openJobs } from './platform/jobs.server.ts'
import { keptFile } from './platform/kept.server.ts'
import { openMail } from './platform/mail.server.ts'
import { messageOf } from './platform/message.ts'
import { migrate } from './platform/migrate.server.ts'
import { watchLoad } from './platform/overload.server.ts'
import { openPlaces } from './platform/places.server.ts'
import { openReporter } from './platform/reporter.server.ts'
import type { Secrets } from './platform/secrets.server.ts'
import { openDisk } from './platform/storage/disk.server.ts'

type ServerBuild = typeof import('./app.ts')

/** Made at the first start. */
const keptSecret = ({ secret_key, data_dir }: Config): string => {
  const secret = secret_key ?? keptFile(data_dir, 'secret', () => randomBytes(32).toString('base64url'))
  if (secret.length < 32)
    throw new Error(`${path.join(data_dir, 'secret')} is damaged: remove it, and a new one is made.`)
  return secret
}

const secretsOf = (config: Config): Secrets => {
  const { previous_secret_key: previous } = config
  return previous === undefined ? [keptSecret(config)] : [keptSecret(config), previous]
}

/** For this user alone: the embedded database, masters and mails lie in it. */
const makeFolder = (data_dir: string) => {
  process.umask(0o077)
  try {
    mkdirSync(data_dir, { recursive: true })
    accessSync(data_dir, constants.W_OK)
    if (statSync(data_dir).uid === process.getuid?.()) chmodSync(data_dir, 0o700)
  } catch (error) {
    throw new Error(`DATA_DIR is ${data_dir}, where nothing can be written: ${messageOf(error)}`, { cause: error })
  }
}

const openDatabase = async (config: Config): Promise<Database> => {
  const { database_url, database_pool, data_dir } = config
  const database = database_url
    ? await openPostgres(database_url, database_pool)
    : await openEmbedded(path.join(data_dir, 'database'))
  try {
    await migrate(database)
    await refuseOtherKind(database.db, config)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the database, brought up to date, and everything around it. Throws an Error with sentences for a person. */
export const openShop = async (environment: Record<string, string | undefined>, clock: Clock = systemClock) => {
  const config = readConfig(environment)
  for (const text of configWarnings(config)) console.warn(text)
  makeFolder(config.data_dir)
  const reporter = await openReporter(config)
  const database = await openDatabase(config)
  const mail = oncePerEvent({ db: database.db, clock }, openMail(config))
  const undo: (() => Promise<void>)[] = [reporter.close, database.close, async () => mail.close()]
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const places = await openPlaces(config)
    const flags = await openFlags({ config, db: database.db, clock })
    undo.push(flags.close)
    const load = watchLoad(config.max_event_loop_delay_ms)
    undo.push(async () => load.close())
    const deps: Deps = {
      config,
      db: database.db,
      storage: openDisk(path.join(config.data_dir, 'files')),
      mail,
      jobs: openJobs(database, { retryLimit: config.job_retries }),
      clock,
      flags,
      reporter,
      ...(places && { places }),
      load,
      secret: secretsOf(config),
    }
    return { config, deps, database, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** How long requests and jobs in progress may take to end when the shop stops. */
const drain_ms = 8_000

/** Ends a stop whose requests do not end by themselves: somebody's slow download must not hold it up. */
const closeWithin = async (app: FastifyInstance, ms: number) => {
  const timer = setTimeout(() => app.server.closeAllConnections(), ms)
  await app.close().finally(() => clearTimeout(timer))
}

const listen = async (app: FastifyInstance, { port, host }: Config) => {
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`Port ${port} is taken by another program: set PORT to a free one.`, { cause: error })
      : error
  })
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>

type Start<Filled> = {
  clock?: Clock
  /** Puts something into the database before anybody is answered. */
  fill?: (shop: OpenShop) => Promise<Filled>
}

/** Starts the shop from the build in a folder. Answers what `fill` did, its jobs and how to stop it. Throws an Error with sentences for a person. */
export const startShop = async <Filled>(
  environment: Record<string, string | undefined>,
  build: string,
  { clock, fill }: Start<Filled> = {},
) => {
  const shop = await openShop(environment, clock)
  const { config, deps, close } = shop
  const undo: (() => Promise<void>)[] = [close]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  let filled: Filled | undefined
  try {
    filled = await fill?.(shop)
    const { createApp, startWorker } = (await import(path.resolve(build, 'server/index.js'))) as ServerBuild
    const app = await createApp(deps)
    await app.register(fastifyStatic, {
      root: path.resolve(build, 'client'),
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Names under /assets carry a hash of their content.
      setHeaders: (reply, file) =>
        void reply.header(
          'cache-control',
          file.includes(`${path.sep}assets${path.sep}`)
            ? 'public, max-age=31536000, immutable'
            : 'public, max-age=3600',
        ),
    })
    const stopWorker = await startWorker(deps)
    undo.push(async () => void (await Promise.all([closeWithin(app, drain_ms), stopWorker()])))
    if (config.role !== 'worker') await listen(app, config)
  } catch (error) {
    await stop()
    throw error
  }
  return { config, deps, filled, stop }
}
