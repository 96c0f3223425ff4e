/** Checks everything that a shop needs to run, and says what to do. */
import { listConfigWarnings, type Config } from '#platform/config.server.ts'
import { messageOf } from '#platform/http/error-message.ts'
import type { Secrets } from '#platform/security/secrets.server.ts'

import { checkAddress } from './address-check.server.ts'
import { fail, ok, warn, type Check } from './check.ts'
import { checkDisk, checkFfmpeg, checkGateway, checkMail, checkStorage } from './service-checks.server.ts'

type DoctorInput = {
  environment: Record<string, string | undefined>
  /** Reads the configuration. Throws an Error with a sentence for each problem. */
  readConfig: () => Config
  loadSecrets: (config: Config) => Secrets | undefined
  /** Checks the database, in this process or in the one that has it open. */
  checkDatabase: (config: Config) => Promise<Check[]>
  min_free_bytes?: number | undefined
  now: Date
}

const checkEnvironment = (config: Config): Check => {
  const warnings = listConfigWarnings(config)
  return warnings.length > 0
    ? warn('environment', warnings.join('\n'), '.env.example explains every setting.')
    : ok('environment', `${config.mode}, ROLE=${config.role}, ${config.public_url}`)
}

/** Returns the checks in the order of the table. Nothing that fails stops the others. */
export const examine = async (input: DoctorInput): Promise<Check[]> => {
  const { environment, readConfig, loadSecrets, checkDatabase, min_free_bytes, now } = input
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    return [fail('environment', messageOf(error), '.env.example explains every setting.')]
  }
  const database = checkDatabase(config).catch((error: unknown) => [
    fail(
      'database',
      messageOf(error),
      'Check DATABASE_URL, and that the database server runs and accepts this machine.',
    ),
  ])
  const storage = await checkStorage(config)
  const [databaseChecks, mail, payments, ffmpeg, disk, address] = await Promise.all([
    database,
    checkMail(config),
    checkGateway(config),
    checkFfmpeg(environment),
    // Without a data folder there is no disk to measure.
    storage.status === 'fail' ? Promise.resolve([]) : checkDisk(config, min_free_bytes).then(check => [check]),
    checkAddress(config, loadSecrets(config), now),
  ])
  return [checkEnvironment(config), ...databaseChecks, mail, payments, storage, ...disk, ffmpeg, ...address]
}
