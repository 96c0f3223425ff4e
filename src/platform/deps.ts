import type { Clock } from './clock.ts'
import type { Config } from './config.server.ts'
import type { Db } from './database.server.ts'
import type { Flags } from './flags.server.ts'
import type { Jobs } from './jobs.server.ts'
import type { Mailer } from './mail.server.ts'
import type { Load } from './overload.server.ts'
import type { Places } from './places.server.ts'
import type { Reporter } from './reporter.server.ts'
import type { Secrets } from './secrets.server.ts'
import type { Storage } from './storage/disk.server.ts'

/** What `main.ts` opened, passed to everything that needs it. Nothing else opens anything. */
export type Deps = {
  config: Config
  db: Db
  storage: Storage
  mail: Mailer
  jobs: Jobs
  clock: Clock
  flags: Flags
  reporter: Reporter
  /** Sign addresses of files and seal what the database must not give away. */
  secret: Secrets
  /** Where visitors are, if anything tells. */
  places?: Places
  /** Whether this process has more to do than it can; never without it. */
  load?: Load
  /** Where log lines go; standard output without it. */
  log?: { write: (line: string) => void }
}
