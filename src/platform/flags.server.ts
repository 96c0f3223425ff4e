/** Flags by OpenFeature: over our own table, or over another provider that the configuration names. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { OpenFeature, type Provider } from '@openfeature/server-sdk'

import type { Clock } from './clock.ts'
import type { Config } from './config.server.ts'
import type { Db } from './database.server.ts'
import type { FlagVisitor } from './flag-rule.server.ts'
import { flagTable } from './flag-table.server.ts'
import { browserFlags, factsOf, type BrowserFlag, type FlagName } from './flags.ts'
import { messageOf } from './message.ts'

export type Flags = {
  /** The default when nobody can be asked. Never inside a transaction: it may read the database. */
  isOn: (name: FlagName, visitor: FlagVisitor) => Promise<boolean>
  /** Those that the browser may know. */
  forBrowser: (visitor: FlagVisitor) => Promise<Record<BrowserFlag, boolean>>
  close: () => Promise<void>
}

type Opening = { config: Pick<Config, 'flags_provider'>; db: Db; clock: Clock }

/** Throws an Error with a sentence when the configured provider cannot be used. */
export const openFlags = async ({ config, db, clock }: Opening): Promise<Flags> => {
  const provider = config.flags_provider ? await loadProvider(config.flags_provider) : flagTable(db, clock)
  // Shops of one process, as tests open them, must not share a provider.
  const domain = randomUUID()
  await OpenFeature.setProviderAndWait(domain, provider)
  const client = OpenFeature.getClient(domain)

  const isOn: Flags['isOn'] = async (name, { device_id, user_id, workspace_id }) => {
    const { default: otherwise, waits } = factsOf(name)
    if (waits) return otherwise
    return client.getBooleanValue(name, otherwise, {
      ...(device_id !== null && { targetingKey: device_id }),
      ...(user_id !== null && { user_id }),
      ...(workspace_id !== null && { workspace_id }),
    })
  }
  return {
    isOn,
    forBrowser: async visitor => {
      const answers = await Promise.all(browserFlags.map(async name => [name, await isOn(name, visitor)] as const))
      return Object.fromEntries(answers) as Record<BrowserFlag, boolean>
    },
    close: async () => provider.onClose?.(),
  }
}

/** The default export of a module, or what that makes when it is a function. */
const loadProvider = async (specifier: string): Promise<Provider> => {
  const address = /^[./]/.test(specifier) ? pathToFileURL(path.resolve(specifier)).href : specifier
  try {
    const { default: given } = (await import(address)) as { default?: unknown }
    const provider: unknown = typeof given === 'function' ? await given() : given
    if (typeof provider === 'object' && provider !== null && 'resolveBooleanEvaluation' in provider)
      return provider as Provider
  } catch (error) {
    throw new Error(`FLAGS_PROVIDER is ${specifier}, which cannot be loaded: ${messageOf(error)}`, { cause: error })
  }
  throw new Error(`FLAGS_PROVIDER is ${specifier}, whose default export is no OpenFeature provider.`)
}
