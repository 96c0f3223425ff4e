/** Where the shop may stand on this machine: a free port, and data that nobody holds. */
import net from 'node:net'
import path from 'node:path'

import { readConfig, type Config } from '../../src/platform/config.server.ts'
import { holderOf, inUse } from '../../src/platform/lock.server.ts'

type Environment = Record<string, string | undefined>

const isFree = (port: number, host: string) =>
  new Promise<boolean>(resolve => {
    const probe = net.createServer().once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })

const tries = 100

/** The wished port, or else the next free one. Where others know the shop's address (PUBLIC_URL), the wished one alone will do. */
export const portToUse = async ({ PORT, HOST, PUBLIC_URL }: Environment): Promise<string> => {
  const wished = Number(PORT || 3000)
  // What is no port is for the configuration to refuse.
  if (PUBLIC_URL || !Number.isInteger(wished) || wished < 1) return PORT ?? String(wished)
  for (let port = wished; port < wished + tries; port++) {
    if (!(await isFree(port, HOST || '127.0.0.1'))) continue
    if (port !== wished) console.log(`Port ${wished} is taken: the shop goes to ${port}.`)
    return String(port)
  }
  throw new Error(`No port between ${wished} and ${wished + tries - 1} is free: set PORT.`)
}

/** The configuration. Throws a sentence for each mistake in it, and one that says who holds the data folder, when somebody does. */
export const freePlace = async (env: Environment): Promise<Config> => {
  const config = readConfig(env)
  const holder = config.database_url ? undefined : await holderOf(path.join(config.data_dir, 'database'))
  if (holder) throw new Error(inUse(config.data_dir, holder))
  return config
}

/** Where the gateway's stand-in tells the shop on this machine what became of money. */
export const webhookAddress = (port: string, { HOST }: Environment): { SANDBOX_WEBHOOK_URL: string } => ({
  SANDBOX_WEBHOOK_URL: `http://${HOST && HOST !== '0.0.0.0' ? HOST : '127.0.0.1'}:${port}/webhooks/braintree`,
})
