/** `npm run shop -- doctor`. */
import { existsSync } from 'node:fs'
import path from 'node:path'

import { loadSecrets, openDatabase } from '../../src/app/main.ts'
import { formatChecks, warn, type Check } from '../../src/operations/doctor/check.ts'
import { checkDatabase } from '../../src/operations/doctor/database-checks.server.ts'
import { examine } from '../../src/operations/doctor/doctor.server.ts'
import { readConfig, type Config } from '../../src/platform/config.server.ts'
import { callShop, findHolder, UsageError, type Environment, type ShopCommand } from './command.ts'

/** Checks the database without migrating it, in the process that has it open. */
const checkOwnDatabase = async (environment: Environment, config: Config): Promise<Check[]> => {
  if (await findHolder(config)) return callShop(environment, 'check-database', {})
  if (!config.database_url && !existsSync(path.join(config.data_dir, 'database', 'PG_VERSION')))
    return [warn('database', `There is no database in ${config.data_dir} yet.`, 'Start the shop once (npm start).')]
  const database = await openDatabase(config)
  try {
    return await checkDatabase(database, config, new Date())
  } finally {
    await database.close()
  }
}

/** The doctor creates no secret. */
const loadExistingSecrets = (config: Config) =>
  config.secret_key || existsSync(path.join(config.data_dir, 'secret')) ? loadSecrets(config) : undefined

export const doctor: ShopCommand = {
  name: 'doctor',
  summary: 'checks everything that the shop needs, and says what to do',
  usage: '[--min-free-gib 1]',
  help: `Checks the environment, the database with its extensions and migrations, the clock, processes, queues and the
last backup, mail, payments, files, the disk, ffmpeg, and the way through the proxy by a request to PUBLIC_URL.
Changes nothing. Exits with 1 when a check fails; what is only worth a look does not count.

  --min-free-gib n   less free space than this fails (1)`,
  options: { 'min-free-gib': { type: 'string', default: '1' } },
  run: async ({ environment, values }) => {
    const gib = Number(values['min-free-gib'])
    if (!(gib > 0)) throw new UsageError('--min-free-gib is a number above 0.')
    const checks = await examine({
      environment,
      readConfig: () => readConfig(environment),
      loadSecrets: loadExistingSecrets,
      checkDatabase: config => checkOwnDatabase(environment, config),
      min_free_bytes: gib * 1024 ** 3,
      now: new Date(),
    })
    return { ok: checks.every(({ status }) => status !== 'fail'), data: { checks }, text: formatChecks(checks) }
  },
}
