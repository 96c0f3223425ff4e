import type { Clock } from './clock.ts'
import type { Config } from './config.server.ts'
import type { Db } from './db/database.server.ts'
import type { Flags } from './flags/flags.server.ts'
import type { LoadMonitor } from './http/overload.server.ts'
import type { VisitorLocator } from './http/visitor-country.server.ts'
import type { Jobs } from './jobs/jobs.server.ts'
import type { Mailer } from './mail/mail.server.ts'
import type { Reporter } from './monitoring/reporter.server.ts'
import type { Secrets } from './security/secrets.server.ts'
import type { Settings } from './settings/settings.server.ts'
import type { Storage } from './storage/disk.server.ts'

/** The dependencies that `main.ts` opens and passes to everything. Nothing else opens connections or files. */
export type Deps = {
  config: Config
  db: Db
  storage: Storage
  mail: Mailer
  jobs: Jobs
  clock: Clock
  flags: Flags
  /** What the owner set: the company, its look, links, documents and mail. */
  settings: Settings
  reporter: Reporter
  /** The secrets that sign file URLs and seal sensitive database values. */
  secret: Secrets
  /** Locates visitors, when a source is configured. */
  locator?: VisitorLocator
  /** Detects overload. Without it the process never refuses work. */
  load?: LoadMonitor
  /** The destination of log lines. Standard output by default. */
  log?: { write: (line: string) => void }
}
