/** Checks before the shop starts: configuration, unlocked data, and a free port. */
import net from 'node:net'
import path from 'node:path'

import { readConfig, type Config } from '../../src/platform/config.server.ts'
import { findLockHolder, formatInUseMessage } from '../../src/platform/db/lock.server.ts'

type ProcessVariables = Record<string, string | undefined>

const isFree = (port: number, host: string) =>
  new Promise<boolean>(resolve => {
    const probe = net.createServer().once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })

const MAX_PORT_ATTEMPTS = 100

/** Returns the requested port or the next free one. With PUBLIC_URL the port is fixed, because others know the address. */
export const choosePort = async ({ PORT, HOST, PUBLIC_URL }: ProcessVariables): Promise<string> => {
  const requested = Number(PORT || 3000)
  // The configuration reports invalid ports.
  if (PUBLIC_URL || !Number.isInteger(requested) || requested < 1) return PORT ?? String(requested)
  for (let port = requested; port < requested + MAX_PORT_ATTEMPTS; port++) {
    if (!(await isFree(port, HOST || '127.0.0.1'))) continue
    if (port !== requested) console.log(`Port ${requested} is in use: the shop uses ${port}.`)
    return String(port)
  }
  throw new Error(`No port between ${requested} and ${requested + MAX_PORT_ATTEMPTS - 1} is free: set PORT.`)
}

/** Returns the configuration. Throws when it is invalid, or when another process uses the data folder. */
export const checkEnvironment = async (env: ProcessVariables): Promise<Config> => {
  const config = readConfig(env)
  const holder = config.database_url ? undefined : await findLockHolder(path.join(config.data_dir, 'database'))
  if (holder) throw new Error(formatInUseMessage(config.data_dir, holder))
  return config
}

/** Environment of the sandbox gateway: where it sends webhooks to the shop on this machine. */
export const webhookEnvironment = (port: string, { HOST }: ProcessVariables): { SANDBOX_WEBHOOK_URL: string } => ({
  SANDBOX_WEBHOOK_URL: `http://${HOST && HOST !== '0.0.0.0' ? HOST : '127.0.0.1'}:${port}/webhooks/braintree`,
})
