/** Feature flags through OpenFeature, over our own table or a configured provider. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { OpenFeature, type Provider } from '@openfeature/server-sdk'

import type { Clock } from '../clock.ts'
import type { Config } from '../config.server.ts'
import type { Db } from '../db/database.server.ts'
import { messageOf } from '../http/error-message.ts'
import type { FlagVisitor } from './flag-rule.server.ts'
import { createFlagProvider } from './flag-table.server.ts'
import { browserFlags, getFlagDefinition, type BrowserFlag, type FlagName } from './flags.ts'

export type Flags = {
  /**
   * Returns whether a flag is on, or its default when the provider fails. Never call it inside a transaction, because
   * it may read the database.
   */
  isOn: (name: FlagName, visitor: FlagVisitor) => Promise<boolean>
  /** Returns the flags that browsers may see. */
  forBrowser: (visitor: FlagVisitor) => Promise<Record<BrowserFlag, boolean>>
  close: () => Promise<void>
}

type FlagsOptions = { config: Pick<Config, 'flags_provider'>; db: Db; clock: Clock }

/** Opens the flags. Throws an Error with a sentence when the configured provider cannot be used. */
export const openFlags = async ({ config, db, clock }: FlagsOptions): Promise<Flags> => {
  const provider = config.flags_provider ? await loadProvider(config.flags_provider) : createFlagProvider(db, clock)
  // Several shops in one process, as in tests, must not share a provider.
  const domain = randomUUID()
  await OpenFeature.setProviderAndWait(domain, provider)
  const client = OpenFeature.getClient(domain)

  const isOn: Flags['isOn'] = async (name, { device_id, user_id, workspace_id }) => {
    const { default: defaultValue, planned } = getFlagDefinition(name)
    if (planned) return defaultValue
    return client.getBooleanValue(name, defaultValue, {
      ...(device_id !== null && { targetingKey: device_id }),
      ...(user_id !== null && { user_id }),
      ...(workspace_id !== null && { workspace_id }),
    })
  }
  return {
    isOn,
    forBrowser: async visitor => {
      const entries = await Promise.all(browserFlags.map(async name => [name, await isOn(name, visitor)] as const))
      return Object.fromEntries(entries) as Record<BrowserFlag, boolean>
    },
    close: async () => provider.onClose?.(),
  }
}

/** Loads a module's default export, and calls it when it is a function. */
const loadProvider = async (specifier: string): Promise<Provider> => {
  const moduleUrl = /^[./]/.test(specifier) ? pathToFileURL(path.resolve(specifier)).href : specifier
  try {
    const { default: exported } = (await import(moduleUrl)) as { default?: unknown }
    const provider: unknown = typeof exported === 'function' ? await exported() : exported
    if (typeof provider === 'object' && provider !== null && 'resolveBooleanEvaluation' in provider)
      return provider as Provider
  } catch (error) {
    throw new Error(`FLAGS_PROVIDER is ${specifier}, which cannot be loaded: ${messageOf(error)}`, { cause: error })
  }
  throw new Error(`FLAGS_PROVIDER is ${specifier}, whose default export is no OpenFeature provider.`)
}
