/** Where the shop may stand on this machine: a free port, and data that nobody holds. */
import net from 'node:net'
import path from 'node:path'

import { holderOf } from '../../src/platform/lock.server.ts'

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

/** Throws a sentence that says who holds the data folder, when somebody does. */
export const needFreeData = async (data_dir: string, { DATABASE_URL }: Environment) => {
  const holder = DATABASE_URL ? undefined : await holderOf(path.join(data_dir, 'database'))
  if (holder)
    throw new Error(
      `The shop's data in ${data_dir} is in use by ${holder}. Stop that one first, or set DATA_DIR to another folder.`,
    )
}

/** Where the gateway's stand-in tells the shop on this machine what became of money. */
export const webhookAddress = (port: string, { HOST }: Environment): { SANDBOX_WEBHOOK_URL: string } => ({
  SANDBOX_WEBHOOK_URL: `http://${HOST && HOST !== '0.0.0.0' ? HOST : '127.0.0.1'}:${port}/webhooks/braintree`,
})
